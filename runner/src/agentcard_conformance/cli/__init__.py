"""How is the suite used from a command line?"""

BROKEN_PIPE = 128 + 13  # as a shell reports SIGPIPE
