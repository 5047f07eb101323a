"""Snapshots of a match as text."""
