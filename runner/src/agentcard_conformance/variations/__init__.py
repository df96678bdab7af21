"""Small variations of values and the pieces of patterns, for finding cards that tell two validators apart."""
