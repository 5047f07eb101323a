"""Tools for the developers of Kibitz."""
