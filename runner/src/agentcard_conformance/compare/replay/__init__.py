"""What do both sides say of somebody's own cards, any number of them?"""
