"""The wire protocol: bytes in, events out, without port, thread or clock."""
