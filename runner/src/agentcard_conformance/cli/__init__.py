"""The command line: one module of `commands` for each command, named as the command."""
