"""The words for a table and its devices, with every driver, real or simulated, side by side."""
