"""Adequacy: how many validators that are a little broken a corpus tells from the right one."""
