"""The files of the page, and answers that browsers may keep as long as they ask first."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import Response

from referee.words import Language
from service.web.tongues import phrases_in

FOLDER = Path(__file__).with_name("page")
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}
"""What may be fetched, by how its name ends; the rest of the folder is for people."""
WORDS = ("page.", "lamp.", "place.", "language.")
"""How the keys of those phrases begin that the page itself says."""


def page_file(path: str) -> Path | None:
    """A file of the page; None if there is none by this name."""
    parts = PurePosixPath(path).parts
    kind = KINDS.get(PurePosixPath(path).suffix)
    if kind is None or any(part.startswith((".", "/")) or "\0" in part for part in parts):
        return None
    found = FOLDER.joinpath(*parts)
    with suppress(OSError):  # a name that no file can have
        return found if found.is_file() else None
    return None


def answer_file(request: Request, file: Path) -> Response:
    """A file of the page, unless the browser has the very same."""
    return answer_kept(request, file.read_bytes(), KINDS[file.suffix])


def answer_kept(request: Request, content: bytes, kind: str) -> Response:
    """Content that a browser may keep; nothing but the word that it has it, if it does."""
    tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    known = request.headers.get("if-none-match", "")
    if tag in {one.strip().removeprefix("W/") for one in known.split(",")}:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


@cache
def words(language: Language) -> bytes:
    """What the page itself says in a language, as JSON."""
    texts = phrases_in(language).texts
    said = {key: texts[key] for key in sorted(texts) if key.startswith(WORDS)}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
