"""Pictures looked at one by one, as `kibitz look`, `watch` and `calibrate` do."""
