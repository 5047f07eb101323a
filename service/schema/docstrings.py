"""The docstrings of classes and of their fields and members, from the source."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import dedent
from typing import NewType


def class_docstring(kind: type) -> str:
    """The docstring of a class, on one line."""
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split())


def member_docstrings(kind: type) -> Mapping[str, str]:
    """The string under each field of a dataclass, or under each member of an enum, by its name."""
    body = ast.parse(dedent(inspect.getsource(kind))).body[0]
    return _strings_below(getattr(body, "body", []))


def text_docstring(kind: NewType) -> str:
    """The string under a type of texts; empty if there is none."""
    body = ast.parse(inspect.getsource(sys.modules[kind.__module__])).body
    return _strings_below(body).get(kind.__name__, "")


def _strings_below(body: Sequence[ast.stmt]) -> Mapping[str, str]:
    """The string under each assignment, on one line, by the name that is assigned."""
    found = {}
    for member, below in pairwise(body):
        match member, below:
            case (
                ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
                ast.Expr(ast.Constant(str(text))),
            ):
                found[name] = " ".join(text.split())
    return found
