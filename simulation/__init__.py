"""Simulated people, who play recorded matches at a simulated table as real hands do."""
