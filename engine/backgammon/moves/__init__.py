"""The moves that a throw allows: single steps, every legal result, and the tree in between."""
