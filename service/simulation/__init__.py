"""People who are not there: recorded matches played at a simulated table as hands play them."""
