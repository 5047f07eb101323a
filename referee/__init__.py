"""Judges what is seen on the board against the rules, in verdicts, lights and words."""
