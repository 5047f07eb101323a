"""Makes labelled pictures of simulated boards: `python -m tools.vision_samples FOLDER`."""
