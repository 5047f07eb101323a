"""The running program, which puts all the other rooms to work."""
