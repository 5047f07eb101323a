"""What a Kibitz service can be told: settings, read once, typed, and checked to the last key."""
