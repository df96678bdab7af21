"""The page on which people look at reports: one file that loads nothing and is built without a network."""
