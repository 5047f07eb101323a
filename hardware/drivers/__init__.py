"""The drivers of all kinds of devices; those in `simulated` need no hardware."""
