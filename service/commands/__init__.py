"""The commands of `kibitz`, one file each, and what they have in common."""
