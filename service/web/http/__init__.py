"""The web server: handlers, access control, static files, downloads."""
