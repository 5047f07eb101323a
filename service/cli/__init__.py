"""The commands of `kibitz`."""
