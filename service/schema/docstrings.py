"""The docstrings of classes, and the strings under their fields and members, from the source."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from itertools import pairwise
from textwrap import dedent


def class_docstring(kind: type) -> str:
    """The docstring of a class, on one line."""
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split())


def member_docstrings(kind: type) -> Mapping[str, str]:
    """The string under each field of a dataclass, or under each member of an enum, by its name."""
    body = ast.parse(dedent(inspect.getsource(kind))).body[0]
    found = {}
    for member, below in pairwise(getattr(body, "body", [])):
        match member, below:
            case (
                ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
                ast.Expr(ast.Constant(str(text))),
            ):
                found[name] = " ".join(text.split())
    return found
