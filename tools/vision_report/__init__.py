"""Measures how well pictures of boards are read, over folders of pictures with the truth."""
