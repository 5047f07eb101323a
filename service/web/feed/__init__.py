"""The live feed of a table for programs: states and events, read-only and without a key."""
