"""What the makers of Kibitz need beside the program itself."""
