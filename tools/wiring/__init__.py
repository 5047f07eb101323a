"""Wiring diagrams and tables for builders of boards, drawn from the maps the software uses."""
