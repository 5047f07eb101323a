"""Posts the result of every game at a table to a webhook, as JSON."""

from __future__ import annotations

import json
import sys
from http.client import HTTPException
from time import sleep
from typing import Any
from urllib.request import Request, urlopen

from examples.follow_match import messages

WAITS = (0, 1, 5, 30)
"""The seconds before each attempt to post a result."""


def post(webhook: str, result: dict[str, Any]) -> bool:
    """Posts a result until the webhook takes it; False if it does not in the end."""
    body = json.dumps(result).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": result["id"]}
    for wait in WAITS:
        sleep(wait)
        try:
            with urlopen(Request(webhook, body, headers), timeout=10):  # noqa: S310 - the user's
                return True
        except (OSError, HTTPException) as problem:
            print(f"{webhook}: {problem}", file=sys.stderr, flush=True)
    return False


def main(link: str, webhook: str) -> None:
    """Posts results until it is stopped."""
    for message in messages(link, "Result"):
        if message["is"] == "Start":
            print("following", *message["tables"], flush=True)
        elif message["is"] == "Result":
            done = "posted" if post(webhook, message) else "lost"
            print(done, message["words"], flush=True)
        elif message["is"] == "Gap":
            print("results may be missing here: compare /api/tables/NAME/matches", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:  # noqa: PLR2004 - the program, the link and the webhook
        sys.exit("Usage: python -m examples.post_results LINK WEBHOOK")
    main(*sys.argv[1:])
