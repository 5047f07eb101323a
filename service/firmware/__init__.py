"""What is put on a Pico, how it gets there, and how it is tried out."""
