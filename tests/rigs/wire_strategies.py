"""Draws everything that may be said over the wire, and lines that have come to harm."""

from hypothesis import strategies as st

from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, PLAIN, encode
from firmware_bridge.wire.requests import (
    LETTERS,
    Buttons,
    Buzz,
    Hello,
    Ink,
    Measure,
    Ping,
    Request,
    Reset,
    Roll,
    Set,
    Shine,
    Snap,
    fits,
)
from firmware_bridge.wire.tellings import (
    BoardInfo,
    Cells,
    DiceTelling,
    Doing,
    Heartbeat,
    Presses,
    Reason,
    Refusal,
    Telling,
)

WORDS = st.text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", min_size=1)
BYTES = st.integers(0, 255)
GENERATIONS = st.integers(0, 65535)
INKS = st.builds(Ink, BYTES, BYTES, BYTES, BYTES)
BOOTS = st.text("0123456789abcdef", min_size=8, max_size=8)
LOWER = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8)
NAMES = st.text("abcxyzABC019._+-", min_size=1, max_size=32)


@st.composite
def shines(draw: st.DrawFn) -> Shine:
    """Any picture of light that a line can tell."""
    inks = tuple(draw(st.lists(INKS, max_size=24)))
    letters = "." + LETTERS[: len(inks)]
    return Shine(inks, draw(st.text(letters, min_size=1, max_size=78)))


def requests() -> st.SearchStrategy[Request]:
    """Anything that may be asked."""
    return st.one_of(
        st.builds(Hello, st.integers(0, 999)),
        st.builds(Ping, WORDS.map(lambda word: word[:16])),
        st.just(Snap()),
        st.just(Buttons()),
        st.builds(Roll, st.integers(0, 1)),
        shines(),
        st.just(Buzz()),
        st.builds(Buzz, st.integers(20, 20_000), st.integers(1, 10_000)),
        st.builds(Set, LOWER, st.text("0123456789abcxyz,.-", min_size=1, max_size=32)),
        st.builds(Measure, st.integers(0, 31)),
        st.just(Reset()),
    )


def boards() -> st.SearchStrategy[BoardInfo]:
    """Any board."""
    return st.builds(
        BoardInfo,
        firmware=NAMES,
        kind=LOWER,
        uid=WORDS.map(lambda word: word[:32]),
        boot=BOOTS,
        cells=st.integers(0, 256),
        bits=st.integers(1, 2),
        lamps=st.integers(0, 78),
        buttons=st.integers(0, 8),
        dice=st.integers(0, 2),
        layout=st.none() | LOWER,
        longest=st.integers(64, 320),
        milliamperes=st.integers(0, 99_999),
    )


@st.composite
def tellings(draw: st.DrawFn, info: BoardInfo) -> Telling:
    """Anything that this board may tell of its own accord."""
    kinds = [draw(heartbeats(info))]
    seen = st.integers(0, 2**info.bits - 1)
    told: list[Telling] = [*kinds]
    if info.cells:
        cells = draw(st.lists(seen, min_size=info.cells, max_size=info.cells))
        told.append(Cells(draw(GENERATIONS), tuple(cells), info.bits))
    if info.buttons:
        told.append(Presses(draw(counts(info.buttons))))
    if info.dice:
        told.append(draw(dice(info.dice)))
    return draw(st.sampled_from(told))


def counts(many: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(BYTES, min_size=many, max_size=many).map(tuple)


@st.composite
def dice(draw: st.DrawFn, pairs: int) -> DiceTelling:
    """Anything that dice may do."""
    doing = draw(st.sampled_from(Doing))
    faces = st.lists(st.integers(1, 6), min_size=1, max_size=2)
    shown = tuple(draw(faces)) if doing is Doing.SETTLED else ()
    return DiceTelling(draw(st.integers(0, pairs - 1)), draw(GENERATIONS), doing, shown)


@st.composite
def heartbeats(draw: st.DrawFn, info: BoardInfo) -> Heartbeat:
    """Any heartbeat of this board."""
    many = st.integers(0, 2**32 - 1)
    return Heartbeat(
        boot=info.boot,
        up=draw(many),
        cells=draw(GENERATIONS) if info.cells else None,
        presses=draw(counts(info.buttons)),
        dice=tuple(draw(st.lists(GENERATIONS, min_size=info.dice, max_size=info.dice))),
        bad=draw(many),
        over=draw(many),
        memory=draw(many),
    )


def refusals() -> st.SearchStrategy[Refusal]:
    """Anything that a board may refuse."""
    texts = st.text("abc XYZ09:/", max_size=40).map(lambda text: " ".join(text.split()))
    return st.builds(Refusal, st.sampled_from(Reason), texts)


def good_lines() -> st.SearchStrategy[bytes]:
    """Lines of either direction that are good, whatever they say."""
    bodies = st.lists(st.sampled_from(list(PLAIN)), min_size=1, max_size=308).map(bytes)
    return st.builds(
        encode, st.sampled_from([FROM_HOST, FROM_BOARD]), st.integers(1, 255), bodies.filter(fits)
    )


@st.composite
def streams(draw: st.DrawFn) -> bytes:
    """Good lines, harmed lines and rubbish, one after the other."""
    pieces = draw(st.lists(good_lines() | st.binary(max_size=400) | harmed(), max_size=12))
    return b"".join(pieces)


@st.composite
def harmed(draw: st.DrawFn) -> bytes:
    """A good line in which something was changed, lost, doubled or put in."""
    line = draw(good_lines())
    at = draw(st.integers(0, len(line) - 1))
    many = draw(st.integers(0, 9))
    other = draw(st.binary(max_size=9))
    return line[:at] + other + line[at + many :]
