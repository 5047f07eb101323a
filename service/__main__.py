"""Lets `python -m service` be the command `kibitz`."""

from service.cli import main

main()
