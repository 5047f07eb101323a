"""Draws the wiring of docs/build, and writes the tables there."""

from tools.wiring.build_documents import main

if __name__ == "__main__":
    main()
