"""Lets `python -m service` be the command `kibitz`."""

from service.cli.root_command import main

main()
