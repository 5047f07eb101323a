"""One camera watched over time: what has changed, what may be told of it, and what hinders."""
