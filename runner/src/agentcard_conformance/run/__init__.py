"""One run: what is asked of which validator, the verdicts held against what was expected, and how it closes."""
