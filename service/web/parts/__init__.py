"""The parts that a page is shown, each worked out from what is known of a table."""
