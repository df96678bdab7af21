"""How is the suite used from a command line?"""
