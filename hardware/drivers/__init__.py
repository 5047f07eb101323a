"""The drivers of every kind of device; those in `simulated` need no hardware."""
