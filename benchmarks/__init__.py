"""The speed of Kibitz, as ratios to a peer or a floor measured in the same run."""
