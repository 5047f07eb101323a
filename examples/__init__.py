"""Examples of programs and drivers of your own, outside of Kibitz."""
