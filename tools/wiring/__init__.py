"""Wiring diagrams and tables for whoever builds a board, drawn from the maps the software uses."""
