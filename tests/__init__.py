"""The tests of Kibitz, and what they are made with."""
