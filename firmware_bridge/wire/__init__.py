"""What host and board say to each other: bytes in, events out, without a port, thread or clock."""
