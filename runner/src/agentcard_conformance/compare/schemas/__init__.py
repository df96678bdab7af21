"""What do two schemas say, and which of their keywords do not say the same?"""
