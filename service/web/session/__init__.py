"""One connected page: its messages, actions and agreement form."""
