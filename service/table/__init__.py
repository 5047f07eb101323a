"""A table: inbox, devices, supervision, self-test, announcements, computer player, and its run."""
