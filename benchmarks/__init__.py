"""How fast Kibitz is, told as ratios to a peer or a floor measured in the same run."""
