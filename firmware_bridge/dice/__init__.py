"""Electronic dice: what they say, and what a pair of them is doing."""
