"""The page in the browser: what it is shown, what it may ask for, and the server between."""
