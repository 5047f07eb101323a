"""The configuration of the service: read once, typed, and checked completely."""
