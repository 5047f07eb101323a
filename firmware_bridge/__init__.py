"""The bridge to a board's firmware: from bytes of a port to signals for the referee."""
