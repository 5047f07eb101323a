"""Follows the match at a table and prints what happens, one line each."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from examples.live_feed import LiveFeed, NoTable, open_feed


def match_lines(feed: LiveFeed) -> Iterator[str]:
    """Yields a line for each thing that is said at the table, and for each new score."""
    last_number, last_status = 0, ""
    for message in feed.messages():
        match message["is"]:
            case "Notices":
                # The part is sent whole, so what was printed before comes again.
                for saying in message["lines"]:
                    if saying["number"] > last_number:
                        last_number = saying["number"]
                        yield f"{'! ' if saying['alarm'] else ''}{saying['words']}"
            case "Game" if message["status"] != last_status:
                last_status = message["status"]
                yield f"= {last_status}"


def main(link: str) -> None:
    """Prints until the service ends."""
    with open_feed(link) as feed:
        for line in match_lines(feed):
            print(line, flush=True)


if __name__ == "__main__":
    try:
        match sys.argv[1:]:
            case [link]:
                main(link)
            case _:
                sys.exit("Usage: python -m examples.follow_match LINK")
    except NoTable as problem:
        sys.exit(str(problem))
