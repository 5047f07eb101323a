"""The simulated camera, which renders the simulated table; only this package needs numpy."""
