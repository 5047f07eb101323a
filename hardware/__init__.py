"""The vocabulary of a table and its devices, and every driver, real or simulated."""
