"""What do both sides say of one card, and for which change?"""
