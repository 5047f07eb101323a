"""Small parts as they are drawn in a wiring diagram."""

from tools.wiring.svg_sheet import At, box, text


def resistor(at: At, words: str, *, upright: bool = False) -> list[str]:
    """A resistor around here, on a wire that is drawn already."""
    x, y = at
    if upright:
        return [box((x - 5, y - 13), 10, 26, "clear", 2), text((x + 10, y + 4), words, "s")]
    return [box((x - 15, y - 5), 30, 10, "clear", 2), text((x, y - 9), words, "s m")]


def capacitor(at: At, words: str) -> list[str]:
    """A capacitor around here, between a wire from above and one from below."""
    x, y = at
    return [
        box((x - 3, y - 4), 6, 8, "page", 0),
        f'<path class="ink" d="M{x - 11:g} {y - 4:g}h22M{x - 11:g} {y + 4:g}h22"/>',
        text((x + 16, y + 4), words, "s"),
    ]


def ground(at: At) -> str:
    """The end of a wire that goes to the common ground."""
    x, y = at
    return (
        f'<path class="ink" d="M{x - 9:g} {y:g}h18M{x - 6:g} {y + 4:g}h12M{x - 3:g} {y + 8:g}h6"/>'
    )


def switch(at: At, words: str) -> list[str]:
    """A contact around here, on an upright wire that is drawn already."""
    x, y = at
    return [
        box((x - 4, y - 13), 14, 26, "page", 0),
        f'<path class="ink" d="M{x:g} {y - 13:g}v2M{x:g} {y + 13:g}v-3l9 -19"/>',
        text((x + 16, y + 4), words, "s"),
    ]
