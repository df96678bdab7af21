"""The commands: each module holds a click command called `command`; an underscore in its name is a hyphen."""
