"""Hostile validators: what each does on a card, the forms in which it can, and what that may cost."""
