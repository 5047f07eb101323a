"""Texts for people: languages, phrases, printable text."""
