"""Draws the wiring of docs/build, and writes the tables there."""

from tools.wiring.written import main

if __name__ == "__main__":
    main()
