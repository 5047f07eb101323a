"""Camera drivers: USB, the ribbon of a Pi, a network stream, or a folder of pictures."""
