"""How are many cards judged as the reference judges one?"""
