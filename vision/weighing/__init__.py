"""How what a picture shows is weighed: how likely each place holds what."""
