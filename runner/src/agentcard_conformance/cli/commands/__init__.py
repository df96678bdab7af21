"""Which commands are there? One module each, found by its name, holding a click command called `command`."""
