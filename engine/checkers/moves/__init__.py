"""The moves of a turn: every legal result, and the tree of hops that lead there."""
