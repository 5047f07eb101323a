"""Matches as score sheets, records and files; positions as texts and ids."""
