"""Typed settings: marks, shapes of values, tables, and mistakes in them."""
