"""Likelihoods: how likely each place holds what, by what a picture shows."""
