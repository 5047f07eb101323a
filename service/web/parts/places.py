"""The board as it is shown: what the sensors say, place by place, and how the lamps shine.

On a page the points have the numbers that the player whose turn it is counts, or else Light, as
they are drawn on the board; so every place has one name at a time, whoever looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from hardware.checkers import BACKGAMMON, POINTS, Colour, Place, bar, tray
from hardware.lights import Light
from hardware.observations import View
from referee.effects import Meaning
from referee.palettes import STANDARD, Palette
from referee.seating import FIELD
from referee.settings import MatchSettings
from referee.words import Phrases
from service.plain import text_of
from service.tables.supervisor import Shining
from service.terse import spell_sighting
from service.web.messages.to_page import Board, Lamp, Part, PlaceShown
from service.web.parts.drawing import Drawn, Picture

QUARREL, UNSEEN = "?!", "?"
MOST_REMEMBERED = 1024
"""What was said of a place need not be worked out again."""
_HALVES = {half(colour): (key, colour) for key, half in (("bar", bar), ("tray", tray))
           for colour in Colour}  # fmt: skip
_BEFORE, _AFTER = text_of(Board({}), Part).removesuffix("}}"), "}}"
"""What a board is spelled with around its places."""


class Spot(NamedTuple):
    """One place as it is now, in no language yet."""

    place: Place
    drawn: Drawn
    claim: str
    light: Light | None
    meaning: Meaning | None


class Spoken:
    """What is said of the places of a table, in one language; the same need be said only once.

    The points are numbered as the player of one colour counts them.
    """

    def __init__(
        self, settings: MatchSettings, phrases: Phrases, counting: Colour = Colour.LIGHT
    ) -> None:
        self.phrases = phrases
        self.names = {place: _name(place, counting, settings, phrases) for place in BACKGAMMON}
        """The name of each place, as it begins a sentence."""
        self._texts: dict[Spot, str] = {}

    def text(self, spot: Spot) -> str:
        """A place as it is shown, with its name, as it is spelled in a board."""
        known = self._texts.get(spot)
        if known is None:
            if len(self._texts) >= MOST_REMEMBERED:
                self._texts.clear()
            shown = text_of({spot.place: self._told(spot)}, Mapping[Place, PlaceShown])
            known = self._texts[spot] = shown.removeprefix("{").removesuffix("}")
        return known

    def _told(self, spot: Spot) -> PlaceShown:
        _, drawn, claim, light, meaning = spot
        lamp = lamp_of(light, meaning) if light else None
        says = self._says(spot, lamp)
        return PlaceShown(drawn.light, drawn.dark, drawn.unknown, claim, says, lamp)

    def _says(self, spot: Spot, lamp: Lamp | None) -> str:
        what = self._content(spot.drawn, spot.claim)
        said = self.phrases.say("page.place.says", place=self.names[spot.place], what=what)
        if lamp is None:
            return said
        meaning = f"lamp.{lamp.meaning.value}" if lamp.meaning else "page.place.lit"
        return self.phrases.say("page.place.says_lit", says=said, lamp=self.phrases.say(meaning))

    def _content(self, drawn: Drawn, claim: str) -> str:
        kinds = {"light": drawn.light, "dark": drawn.dark, "any": drawn.unknown}
        lying = [
            self.phrases.say(f"verdict.checkers_{kind}", count=count)
            for kind, count in kinds.items()
            if count
        ]
        what = self.phrases.listed(lying) if lying else self.phrases.say("page.place.empty")
        key = {QUARREL: "page.place.quarrel", UNSEEN: "page.place.unseen"}.get(claim)
        return self.phrases.say(key, what=what) if key else what


def spots(
    view: View, picture: Picture, shining: Shining, palette: Palette = STANDARD
) -> tuple[Spot, ...]:
    """Every place, in no language yet.

    Lamps that mean something have the colour of their palette: what they are sent for it is how
    long each part of a lamp is on, and so little of it for eyes that no hue is left.
    """
    meanings = shining.meanings
    lights = {
        place: Light(palette[meanings[place]].colour, light.rhythm) if place in meanings else light
        for place, light in shining.frame.lights.items()
    }
    return tuple(
        Spot(place, picture[place], claimed(view, place), lights.get(place), meanings.get(place))
        for place in BACKGAMMON
    )


def board(looked: Iterable[Spot], spoken: Spoken) -> str:
    """The text of the board as the sensors and the lamps say, put together from those of places."""
    return f"{_BEFORE}{','.join(map(spoken.text, looked))}{_AFTER}"


def claimed(view: View, place: Place) -> str:
    """What the sensors claim of a place."""
    return QUARREL if place in view.disagreements else spell_sighting(view[place])


def lamps(shining: Shining) -> Mapping[Place, Lamp]:
    """The lamps that are lit."""
    meanings = shining.meanings
    return {
        place: lamp_of(light, meanings.get(place)) for place, light in shining.frame.lights.items()
    }


@lru_cache(MOST_REMEMBERED)
def lamp_of(light: Light, meaning: Meaning | None) -> Lamp:
    """A lamp that is lit like this, and why."""
    rgb = light.colour
    colour = f"#{rgb.red:02x}{rgb.green:02x}{rgb.blue:02x}"
    return Lamp(colour, light.rhythm.value, meaning)


def _name(place: Place, counting: Colour, settings: MatchSettings, phrases: Phrases) -> str:
    if place in POINTS:
        return phrases.say("page.place.point", point=FIELD[counting][place] + 1)
    key, colour = _HALVES[place]
    name = settings.names[settings.seating.player(colour)]
    return phrases.say(f"page.place.{key}", player=name)
