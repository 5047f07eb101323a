"""A camera without hardware: it renders the simulated table; only its own files need numpy."""
