"""The web server and the live connection between a table and the page in the browser."""
