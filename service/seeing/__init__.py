"""The camera of a table at work: pictures in, what may be claimed of the board out."""
