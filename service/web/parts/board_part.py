"""The board: checkers to draw, claims of the sensors, and lamps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from engine.backgammon.position import CHECKERS, Position, Setup
from engine.players import Player
from engine.sides import Side
from hardware.checkers import BACKGAMMON, POINTS, Colour, Place, bar, tray
from hardware.observations import MAX_CHECKERS, CombinedView, Sighting, combine
from hardware.outputs import LampLight
from referee.effects import LampMeaning
from referee.match_settings import MatchSettings
from referee.palettes import STANDARD, Palette
from referee.play_tracker import setup_without_hands
from referee.seating import FIELDS_BY_PLACE, NUMBERS, Seating, place_of
from referee.state import State
from referee.verdicts import Illegal
from service.storage.compact_texts import spell_sighting
from service.table.supervisor import LampPicture
from service.web.messages.device_messages import Lamp
from service.web.messages.to_page import MESSAGES, BoardPart, Part, PlaceShown
from service.words.phrases import Phrases


@dataclass(frozen=True, slots=True)
class DrawnCheckers:
    """The checkers to draw on one place."""

    light: int = 0
    dark: int = 0
    unknown: int = 0
    """Checkers of unknown colour."""
    doubtful: bool = False
    """True if a checker that is drawn nowhere may lie there, of which the sensors are not sure."""

    def __getitem__(self, colour: Colour) -> int:
        return self.light if colour is Colour.LIGHT else self.dark


DrawnBoard = Mapping[Place, DrawnCheckers]
"""The checkers to draw on every place of the board."""
AssumedBoard = Mapping[Place, DrawnCheckers]
"""The referee's assumption about each place; missing places are empty."""
NOTHING_DRAWN = DrawnCheckers()


def sensor_view(state: State) -> CombinedView:
    """The combined observation of all sensors, including distrusted switches."""
    if not state.observed.doubts:
        return state.view
    return combine(state.observed.observations.values())


def draw_board(view: CombinedView, assumed: AssumedBoard) -> DrawnBoard:
    """Returns the checkers to draw for an observation and the referee's assumption."""
    drawn = {it: draw_place(view[it], assumed.get(it, NOTHING_DRAWN)) for it in BACKGAMMON.places}
    unknown = sum(there.unknown for there in drawn.values())
    lacking = [
        colour
        for colour in Colour
        if sum(there[colour] for there in drawn.values()) + unknown < CHECKERS
    ]
    return {it: _mark_doubt(view[it], there, lacking) for it, there in drawn.items()}


def _mark_doubt(
    sighting: Sighting, drawn: DrawnCheckers, lacking: Iterable[Colour]
) -> DrawnCheckers:
    """Marks a place where the sensors, which see it, allow one more of a colour that is lacking."""
    if sighting.total.high == MAX_CHECKERS or drawn.unknown:
        return drawn
    one_more = ((drawn.light + (it is Colour.LIGHT), drawn.dark + (it is Colour.DARK))
                for it in lacking)  # fmt: skip
    # Between a hand and its lamps every place comes here, and hardly any is in doubt.
    in_doubt = any(sighting.allows(*counts) for counts in one_more)
    return replace(drawn, doubtful=True) if in_doubt else drawn


def assumed_board(state: State, view: CombinedView) -> AssumedBoard:
    """Returns the referee's assumption: the best reading, the illegal board, or the expected one.

    While the checkers are being set up, the last position is assumed if the sensors agree with it.
    """
    tracking, seating, game = state.observed.tracking, state.seating, state.match.game
    if tracking:
        near = tracking.nearest
        setup = setup_without_hands(near, state.observed.chart) if near else state.expected.setup
        return _assumed_from(setup, seating, state.turn)
    if isinstance(state.verdict, Illegal):
        return _assumed_from(state.verdict.board, seating, state.turn)
    if state.is_setting_up:
        last = _assumed_from(game.position.setup, seating, game.turn)
        if all(_agrees(view[place], last.get(place, NOTHING_DRAWN)) for place in BACKGAMMON.places):
            return last
    known = state.this_turn.last_empty_handed
    before = known[0].position if len(known) == 1 and not state.set_up_request else state.expected
    return _with_moved_checkers(_assumed_from(before.setup, seating, state.turn), view)


def _with_moved_checkers(before: AssumedBoard, view: CombinedView) -> AssumedBoard:
    """Assumes that additional checkers are the missing ones, if those are all of one colour."""
    missing = {
        colour
        for place, there in before.items()
        for colour in Colour
        if there[colour] and view[place].total.high < there.light + there.dark
    }
    if len(missing) != 1:
        return before
    (colour,) = missing
    carried = dict(before)
    for place in BACKGAMMON.places:
        there = before.get(place, NOTHING_DRAWN)
        more = view[place].total.low - there.light - there.dark
        if more > 0:
            carried[place] = _add_checkers(there, colour, more)
    return carried


def draw_place(sighting: Sighting, assumed: DrawnCheckers) -> DrawnCheckers:
    """Returns the checkers to draw on one place."""
    if _agrees(sighting, assumed):
        return assumed
    total = assumed.light + assumed.dark
    count = total if total in sighting.total else sighting.total.low
    light, dark = sighting.light.low, sighting.dark.low
    rest = max(count - light - dark, 0)
    colour = _only_colour(sighting, assumed)
    if colour is Colour.LIGHT and light + rest in sighting.light:
        light, rest = light + rest, 0
    elif colour is Colour.DARK and dark + rest in sighting.dark:
        dark, rest = dark + rest, 0
    return DrawnCheckers(light, dark, rest)


def is_complete_drawing(picture: DrawnBoard) -> bool:
    """True if all thirty checkers are drawn, each with its colour."""
    sides = [sum(there[colour] for there in picture.values()) for colour in Colour]
    return sides == [CHECKERS] * len(sides) and not any(it.unknown for it in picture.values())


def drawn_pips(picture: DrawnBoard, colour: Colour) -> int:
    """The pip count of a colour in the drawing."""
    return sum(number * picture[place_of(number, colour)][colour] for number in NUMBERS)


def position_pips(position: Position, turn: Player, seating: Seating) -> Mapping[Colour, int]:
    """The pip counts of a position in which `turn` is to move."""
    return {
        seating.colour(turn): position.pips[Side.MOVER],
        seating.colour(turn.opponent): position.pips[Side.OTHER],
    }


def _agrees(sighting: Sighting, assumed: DrawnCheckers) -> bool:
    return sighting.allows(assumed.light, assumed.dark)


def _only_colour(sighting: Sighting, assumed: DrawnCheckers) -> Colour | None:
    """The only colour on a place by the sensors, or else by the referee; None if undecided."""
    for colour in Colour:
        if not sighting[colour.other].high:
            return colour
    for colour in Colour:
        if assumed[colour] and not assumed[colour.other]:
            return colour
    return None


def _assumed_from(setup: Setup, seating: Seating, turn: Player) -> AssumedBoard:
    mover = seating.colour(turn)
    laid: dict[Place, DrawnCheckers] = {}
    for colour, counts in ((mover, setup.mover), (mover.other, setup.other)):
        for number, count in enumerate(counts):
            if count:
                place = place_of(number, colour)
                there = laid.get(place, NOTHING_DRAWN)
                laid[place] = _add_checkers(there, colour, count)
    return laid


def _add_checkers(there: DrawnCheckers, colour: Colour, count: int) -> DrawnCheckers:
    light, dark = (count, 0) if colour is Colour.LIGHT else (0, count)
    return DrawnCheckers(there.light + light, there.dark + dark)


CONTRADICTION, UNSEEN = "?!", "?"
CACHE_SIZE = 1024
"""The number of cached texts and lamps."""
_HALVES = {half(colour): (key, colour) for key, half in (("bar", bar), ("tray", tray))
           for colour in Colour}  # fmt: skip
_BEFORE, _AFTER = MESSAGES.encode(BoardPart({}), Part).removesuffix("}}"), "}}"
"""The JSON of a board before and after its places."""


class PlaceState(NamedTuple):
    """The state of one place, before translation."""

    place: Place
    drawn: DrawnCheckers
    claim: str
    light: LampLight | None
    meaning: LampMeaning | None


class SpokenPlaces:
    """The texts of the places of a table in one language, cached.

    The points are numbered as the player of the colour `counting` counts them.
    """

    def __init__(
        self, settings: MatchSettings, phrases: Phrases, counting: Colour = Colour.LIGHT
    ) -> None:
        self.phrases = phrases
        self.names = {it: _place_name(it, counting, settings, phrases) for it in BACKGAMMON.places}
        """The name of each place, capitalized for the start of a sentence."""
        self._texts: dict[PlaceState, str] = {}

    def text(self, spot: PlaceState) -> str:
        """Returns the JSON member of a place, for the JSON of a board."""
        known = self._texts.get(spot)
        if known is None:
            if len(self._texts) >= CACHE_SIZE:
                self._texts.clear()
            places = {spot.place: self._shown_place(spot)}
            shown = MESSAGES.encode(places, Mapping[Place, PlaceShown])
            known = self._texts[spot] = shown.removeprefix("{").removesuffix("}")
        return known

    def _shown_place(self, spot: PlaceState) -> PlaceShown:
        _, drawn, claim, light, meaning = spot
        lamp = lamp_of(light, meaning) if light else None
        says = self._sentence(spot, lamp)
        counts = (drawn.light, drawn.dark, drawn.unknown)
        return PlaceShown(*counts, claim, says, lamp, drawn.doubtful)

    def _sentence(self, spot: PlaceState, lamp: Lamp | None) -> str:
        what = self._content(spot.drawn, spot.claim)
        said = self.phrases.say("page.place.says", place=self.names[spot.place], what=what)
        if lamp is None:
            return said
        meaning = f"lamp.{lamp.meaning.value}" if lamp.meaning else "page.place.lit"
        return self.phrases.say("page.place.says_lit", says=said, lamp=self.phrases.say(meaning))

    def _content(self, drawn: DrawnCheckers, claim: str) -> str:
        kinds = {"light": drawn.light, "dark": drawn.dark, "any": drawn.unknown}
        say = self.phrases.say
        lying = [
            say(f"verdict.checkers_{kind}", count=many) for kind, many in kinds.items() if many
        ]
        what = self.phrases.join(lying) if lying else say("page.place.empty")
        doubt = "page.place.doubtful" if drawn.doubtful else None
        key = {CONTRADICTION: "page.place.quarrel", UNSEEN: "page.place.unseen"}.get(claim, doubt)
        return say(key, what=what) if key else what


def place_states(
    view: CombinedView, picture: DrawnBoard, lamps: LampPicture, palette: Palette = STANDARD
) -> tuple[PlaceState, ...]:
    """Returns the state of every place, before translation.

    Lamps with a meaning are shown in the colour of the palette: the values sent to the hardware are
    duty cycles, so low that their hue would not be visible on a screen.
    """
    meanings = lamps.meanings
    lights = {
        place: LampLight(palette[meanings[place]].colour, light.rhythm)
        if place in meanings
        else light
        for place, light in lamps.frame.lights.items()
    }
    return tuple(
        PlaceState(it, picture[it], claim_text(view, it), lights.get(it), meanings.get(it))
        for it in BACKGAMMON.places
    )


def board_json(states: Iterable[PlaceState], spoken: SpokenPlaces) -> str:
    """Returns the JSON of the board, joined from the texts of its places."""
    return f"{_BEFORE}{','.join(map(spoken.text, states))}{_AFTER}"


def claim_text(view: CombinedView, place: Place) -> str:
    """The claim of the sensors about a place, as text."""
    return CONTRADICTION if place in view.disagreements else spell_sighting(view[place])


def lit_lamps(lamps: LampPicture) -> Mapping[Place, Lamp]:
    """The lamps that are lit."""
    meanings = lamps.meanings
    lights = lamps.frame.lights
    return {place: lamp_of(light, meanings.get(place)) for place, light in lights.items()}


@lru_cache(CACHE_SIZE)
def lamp_of(light: LampLight, meaning: LampMeaning | None) -> Lamp:
    """A lamp with its light and its meaning."""
    rgb = light.colour
    colour = f"#{rgb.red:02x}{rgb.green:02x}{rgb.blue:02x}"
    return Lamp(colour, light.rhythm.value, meaning)


def _place_name(place: Place, counting: Colour, settings: MatchSettings, phrases: Phrases) -> str:
    if place in POINTS:
        return phrases.say("page.place.point", point=FIELDS_BY_PLACE[counting][place] + 1)
    key, colour = _HALVES[place]
    name = settings.names[settings.seating.player(colour)]
    return phrases.say(f"page.place.{key}", player=name)
