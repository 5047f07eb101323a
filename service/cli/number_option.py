"""Numbers on the command line."""

from __future__ import annotations

from math import isnan
from typing import Any

import click


class NumberOption(click.FloatRange):
    """A range of numbers that refuses NaN."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return float(number)
