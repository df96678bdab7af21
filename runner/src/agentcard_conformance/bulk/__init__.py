"""Checks dumps: any number of cards, in slices spread over workers, a record written for each card."""
