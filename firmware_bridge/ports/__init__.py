"""Serial ports: found, opened by one of us at a time, and heard in the loop that opened them."""
