"""Follows the feed of a table and prints verdicts and notices, one line each."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from http.client import HTTPException
from time import sleep
from typing import Any
from urllib.request import Request, urlopen

RETRY_SECONDS, SILENCE_SECONDS = 2, 40


def messages(link: str, only: str) -> Iterator[dict[str, Any]]:
    """Yields the messages of a table for ever; after a lost connection it goes on behind the last.

    A `Gap` comes where some are missing, as after a restart of the service.
    """
    page, last = link.partition("#")[0], ""
    table = page.rstrip("/").replace("/t/", "/api/tables/")
    while True:
        request = Request(f"{table}/events?only={only}", headers={"Last-Event-ID": last})  # noqa: S310 - a link of the user
        try:
            with urlopen(request, timeout=SILENCE_SECONDS) as stream:  # noqa: S310 - as above
                for line in stream:
                    name, _, value = line.decode().rstrip("\n").partition(": ")
                    last = value if name == "id" else last
                    if name == "data":
                        yield json.loads(value)
        except (OSError, HTTPException, ValueError) as problem:
            print(f"no table answers at {page}: {problem}", file=sys.stderr, flush=True)
        sleep(RETRY_SECONDS)


def main(link: str) -> None:
    """Prints until it is stopped."""
    for message in messages(link, "Verdict,Notice"):
        statement = message.get("verdict", message)
        if message["is"] == "Start":
            print("following", *message["tables"], flush=True)
        elif message["is"] == "Gap":
            print("some verdicts and notices are missing here", flush=True)
        elif "code" in statement:
            reasons = ", ".join(reason["code"] for reason in statement["reasons"])
            print(
                statement["code"], f"({reasons})" if reasons else "", statement["words"], flush=True
            )


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the link
        sys.exit("Usage: python -m examples.follow_match LINK")
    main(sys.argv[1])
