"""Everything between a byte on the serial line and a signal the referee understands."""
