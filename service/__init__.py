"""The program `kibitz`: commands, tables and web server, composed of the other rooms."""
