"""The state of the referee between one signal and the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.moves.plays import LegalPlays, PlayNode
from engine.backgammon.position import MOVER_OFF, OTHER_OFF, START, Position
from engine.players import ByPlayer, Player
from hardware.checkers import Colour, Layout, Place
from hardware.observations import UNKNOWN_SIGHTING, CombinedView, Observation, Sighting
from hardware.signals import CameraProblem, DiceReading, DiceState
from referee import observed_board
from referee.effects import LampMeaning
from referee.explanations import Tracking
from referee.hand_pace import UNKNOWN_PACES, HandPace
from referee.hesitations import Hesitation
from referee.match_settings import Hints, MatchSettings
from referee.observed_board import UNSEEN_RANGE
from referee.questions import OpenQuestion, QuestionKind, SetUpRequest
from referee.seating import FIELDS_BY_PLACE, PLACES_BY_FIELD, Seating
from referee.switch_doubts import SuspectedPlace, SwitchDoubt
from referee.verdicts import OnTheWay, Unchanged, Verdict

MOVING_PHASES = (Phase.TO_PLAY, Phase.PLAYED)
"""The phases between a throw and the end of its turn."""
OFFER_PHASES = (Phase.DOUBLED, Phase.BEAVERED)
"""The phases in which a double or a beaver waits for an answer."""
NOTHING_SEEN = CombinedView({})
"""The view before any observation."""

ENOUGH_CHECKERS = 20
"""Checkers of a set-up that a camera must see for certain, or that hidden places are to hold."""
MIN_CHECKERS = 10
"""Checkers of a set-up that a camera must see for certain in any case."""


@dataclass(frozen=True, slots=True)
class ObservedBoard:
    """The observed board, and the explanations of it."""

    observations: Mapping[str, Observation] = field(default_factory=dict)
    """The last observation of each board sensor that can be reached."""
    camera_problems: Mapping[str, CameraProblem] = field(default_factory=dict)
    """The problem of each camera that can be reached but cannot observe the board, by source."""
    disputed: tuple[Place, ...] = ()
    """The places where the sensors disagreed when the board was last still."""
    doubts: tuple[SwitchDoubt, ...] = ()
    """The distrusted switches."""
    off_board: Mapping[Place, int] = field(default_factory=dict)
    """The numbers of checkers of each tray that lie beside the board."""
    view: CombinedView = NOTHING_SEEN
    hidden: tuple[Place, ...] = ()
    """The places that a camera does not see at the moment."""
    has_camera: bool = False
    """True if a camera has observed the board: it reports movements late."""
    sensed: observed_board.BoardChart = ()
    """The view in the numbering of the player whose turn it is."""
    chart: observed_board.BoardChart = ()
    """The chart to judge: the sensed one, or its reading with checkers on wrong halves or trays."""
    began_astray: bool = False
    """True if checkers lay on a wrong half, or in a wrong tray, when the turn began."""
    tracking: Tracking | None = None
    """The explanation of the board; None if no legal play explains it."""
    still_at: float | None = None
    """The time at which the board will have been still for long enough; None if it has been."""
    awaits_camera: bool = False
    """True if the board has been still, but a camera, which reports late, is given more time."""
    changed_at: float | None = None
    """The time at which the board last changed; None if that is not known."""
    hesitation: Hesitation | None = None
    """The guidance while a checker rests in passing where no legal play leaves it."""
    rests_until: float | None = None
    """The time at which the rest of a still board will be long for these hands."""

    @property
    def wake_at(self) -> float | None:
        """The time at which the board must be looked at again, if it does not change before."""
        return self.rests_until if self.still_at is None else self.still_at


@dataclass(frozen=True, slots=True)
class TurnState:
    """The state of one turn or of the wait for its throw; forgotten afterwards."""

    plays: LegalPlays | None = field(default=None, compare=False)
    """The legal plays of the throw on the board."""
    last_empty_handed: tuple[PlayNode, ...] = ()
    """The boards on the way that were possible when the player last had empty hands."""
    suspects: tuple[Place, ...] = ()
    """The places where a surplus checker may have been reported."""
    suspected_places: tuple[SuspectedPlace, ...] = ()
    """The suspects, with what their switches have done since."""
    announced_suspects: tuple[Place, ...] = ()
    """The suspects that people have been told about."""
    question: OpenQuestion | None = None
    ending: bool = False
    """True if the turn must end as soon as the board is still."""
    hidden_notice_at: float | None = None
    """The time from which the player is told that something hides the board, if it still does."""
    is_done: bool = False
    """True if the player has picked up his dice, or has said that he is done."""
    refusals: int = 0
    """The number of times that the board as it lies has been refused."""
    refused_views: tuple[Mapping[Place, Sighting], ...] = ()
    """The last views of boards that were refused in this turn."""
    is_touched: bool = False
    """True if the sensors have reported any change since the throw."""
    is_told_of_error: bool = False
    """True if the player has been told what is wrong with his play."""
    chosen: Position | None = None
    """The play that a player without hands has chosen."""
    approved_question: OpenQuestion | None = None
    """The question about hidden places that the opponent said yes to, until the turn is judged."""
    declined_at: float = 0.0
    """The time in seconds of the last no to a question about the board."""
    declined_questions: tuple[OpenQuestion, ...] = ()
    """The questions about the board that the opponent declined, until the board changes."""
    all_declined: bool = False
    """True if nothing was left to ask at the last refusal, so that all may be asked once more."""
    early_throw: Dice | None = None
    """The opponent's throw, if it waits for this turn to end."""
    opening: Mapping[Colour, int] = field(default_factory=dict)
    """The dice of the opening throw, while they come one by one."""
    rests: tuple[float, ...] = ()
    """The seconds that checkers have rested where no legal play leaves them, and then went on."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match, of the observed board, and of the current turn."""

    settings: MatchSettings
    match: Match
    last_signal_at: Mapping[str, float] = field(default_factory=dict)
    """The time of the last signal of each source."""
    lost: frozenset[str] = frozenset()
    """The devices that cannot be reached."""
    observed: ObservedBoard = ObservedBoard()
    this_turn: TurnState = TurnState()
    """The state of the current turn."""
    dice: Mapping[str, DiceReading] = field(default_factory=dict)
    """The last signal of each pair of dice, by its source."""
    rolling_dice: frozenset[str] = frozenset()
    """The sources of dice that report when they roll."""
    unheard_dice: frozenset[str] = frozenset()
    """The sources of dice that have reported nothing since a restart, and may have rolled."""
    verdict: Verdict | None = None
    hints: Mapping[Colour, Hints] = field(default_factory=dict)
    """The level of hints of each player."""
    is_knocked: bool = False
    """True after a player has knocked against the board, until it has been put right."""
    paces: ByPlayer[HandPace] = UNKNOWN_PACES
    """The pace of each player's hands, as far as it is known."""
    set_up_request: SetUpRequest | None = None
    asked_at: float | None = None
    """The time in seconds of the last question or offer at which a button changed its meaning."""
    lamps: Mapping[Place, LampMeaning] = field(default_factory=dict)
    """The meanings that the lamps show."""

    @classmethod
    def of(cls, settings: MatchSettings) -> State:
        """The state before any signal."""
        blank = cls(settings, settings.match())
        chart = observed_board.make_chart(NOTHING_SEEN, blank.colour)
        unseen = ObservedBoard(sensed=chart, chart=chart)
        return replace(blank, observed=unseen, hints=dict.fromkeys(Colour, settings.profile.hints))

    @property
    def view(self) -> CombinedView:
        return self.observed.view

    @property
    def plays(self) -> LegalPlays | None:
        return self.this_turn.plays

    @property
    def question(self) -> OpenQuestion | None:
        return self.this_turn.question

    @property
    def chosen(self) -> Position | None:
        return self.this_turn.chosen

    @property
    def seating(self) -> Seating:
        return self.settings.seating

    @property
    def turn(self) -> Player:
        """The player whose turn it is, or will be once a wanted position is set up."""
        return self.set_up_request.turn if self.set_up_request else self.match.game.turn

    @property
    def colour(self) -> Colour:
        """The colour of the player whose turn it is."""
        return self.seating.colour(self.turn)

    @property
    def is_setting_up(self) -> bool:
        """True if the checkers are being set up and not played with."""
        over = (Phase.OPENING, Phase.OVER)
        return self.set_up_request is not None or self.match.game.phase in over

    @property
    def expected(self) -> Position:
        """The position expected on the board before any move of this turn."""
        if self.set_up_request:
            return self.set_up_request.position
        return START if self.is_setting_up else self.match.game.position

    @property
    def expected_layout(self) -> Layout:
        """The expected position as a layout of the table."""
        return self.seating.layout(self.expected, self.turn)

    @property
    def has_surplus(self) -> bool:
        """True if more checkers are reported than there are, less those that no sensor can see."""
        fields = enumerate(zip(self.observed.chart, self.expected.counts, strict=True))
        # Those that were borne off still are, even if they lie beside the board.
        least = sum(
            max(there.low, min(abs(count), there.high))
            if there == UNSEEN_RANGE or field in (MOVER_OFF, OTHER_OFF)
            else there.low
            for field, (one, count) in fields
            for there in (one.seen,)
        )
        return least > observed_board.ALL_CHECKERS

    @property
    def gaps(self) -> Mapping[Place, observed_board.FieldGap]:
        """The places that contradict the expected position, with missing and surplus checkers."""
        places = PLACES_BY_FIELD[self.colour]
        fields = zip(places, self.observed.chart, self.expected.counts, strict=True)
        found = {
            place: observed_board.FieldGap(there.missing[count], there.extra[count])
            for place, there, count in fields
        }
        return {place: gap for place, gap in found.items() if any(gap)}

    @property
    def insistence(self) -> int:
        """The number of refusals of boards that looked like this one, whatever came between."""
        return self.this_turn.refused_views.count(self.view.sightings)

    @property
    def may_hesitate(self) -> bool:
        """True if a checker may rest for a while where no legal play leaves it.

        Nothing waits after an act, nor where hands put right what they know to be wrong.
        """
        profile, turn = self.settings.profile, self.this_turn
        acted = turn.is_done or turn.is_told_of_error
        settled = acted or self.is_knocked or self.is_setting_up or self.hidden
        return profile.least_rest > profile.settle and not settled

    @property
    def is_hesitating(self) -> bool:
        """True while a checker only rests in passing where no legal play leaves it."""
        return self.observed.hesitation is not None and self.may_hesitate

    @property
    def long_rest(self) -> float:
        """Seconds of rest that are long for the hands of the player whose turn it is."""
        return self.paces[self.turn].long_rest(self.settings.profile.least_rest)

    @property
    def is_set_up(self) -> bool:
        """True if the checkers are seen as expected, on all visible places."""
        fields = tuple(zip(self.observed.chart, self.expected.counts, strict=True))
        doubtful = {FIELDS_BY_PLACE[self.colour][doubt.place] for doubt in self.observed.doubts}
        visible = [
            there
            for field, (there, count) in enumerate(fields)
            if count and there.seen != UNSEEN_RANGE and field not in doubtful
        ]
        seen = all(there.seen.low for there in visible)
        if self.observed.has_camera and not seen:
            hidden = sum(abs(count) for there, count in fields if there.seen == UNSEEN_RANGE)
            certain = observed_board.least_checkers(self.observed.chart)
            seen = certain >= MIN_CHECKERS and certain + hidden >= ENOUGH_CHECKERS
        return seen and not self.is_blind and isinstance(self.verdict, Unchanged)

    @property
    def unsure_of_set_up(self) -> tuple[Place, ...]:
        """The places of a set-up that may be right, but of which a camera sees too little."""
        rests = self.lies_still and isinstance(self.verdict, Unchanged)
        if not (self.is_setting_up and self.observed.has_camera and rests) or self.is_set_up:
            return ()
        places = PLACES_BY_FIELD[self.colour]
        fields = zip(places, self.observed.chart, self.expected.counts, strict=True)
        return tuple(place for place, there, count in fields if there.seen.low < abs(count))

    @property
    def hidden(self) -> tuple[Place, ...]:
        """The places hidden by a hand, most likely; empty while a camera has a problem."""
        return () if self.observed.camera_problems else self.observed.hidden

    def may_be_stacked(self, places: Iterable[Place]) -> bool:
        """True if each of these places has checkers, so that more may lie on top of them."""
        return all(self.view[place].total.low for place in places)

    @property
    def cameras(self) -> tuple[str, ...]:
        """The camera, if it is the only sensor for checkers and so no switch can be distrusted."""
        seen = self.observed.observations
        return tuple(seen) if self.observed.has_camera and len(seen) == 1 else ()

    @property
    def hands_are_away(self) -> bool:
        """True if a camera, the only sensor, sees the whole board, and so no hand over it."""
        return bool(self.cameras) and not (self.hidden or self.observed.camera_problems)

    @property
    def is_moving(self) -> bool:
        """True if checkers are or just were in players' hands, or if hands are over the board."""
        in_hand = isinstance(self.verdict, OnTheWay) and self.verdict.in_hand
        return bool(in_hand or self.hidden) or self.observed.still_at is not None

    @property
    def lies_still(self) -> bool:
        """True if nothing moves on the board, though a checker may be in a hand."""
        return self.observed.still_at is None and not self.hidden

    @property
    def looks_unmoved(self) -> bool:
        """True if the board of a throw that can be played looks as it did before."""
        tracking = self.observed.tracking
        return tracking is not None and isinstance(tracking.verdict, Unchanged)

    @property
    def is_untouched(self) -> bool:
        """True if nothing has been moved of a throw that can be played, as far as is known."""
        tracking = self.observed.tracking
        if tracking is None or self.this_turn.ending or self.is_moving:
            return False
        if tracking.ends and self.this_turn.is_touched:
            # A play between two full points may leave what the sensors see as it was.
            return False
        return self.looks_unmoved

    @property
    def may_be_in_hand(self) -> bool:
        """True if the last checker of a finished play may be in hand; a camera would see a hand."""
        tracking = self.observed.tracking
        return bool(tracking and tracking.in_hand) and not self.observed.has_camera

    @property
    def is_blind(self) -> bool:
        """True if nothing at all is known about the board."""
        return all(sighting == UNKNOWN_SIGHTING for sighting in self.view.sightings.values())

    @property
    def awaits_first_look(self) -> bool:
        """True if nothing is wrong, but the board has yet to be seen, or to be shown to a camera.

        In the middle of a game, a camera that does not know the board is a fault.
        """
        problems = set(self.observed.camera_problems.values())
        harmless = {CameraProblem.UNKNOWN_BOARD} if self.is_setting_up else set()
        begins = self.is_setting_up or not self.observed.observations
        return self.is_blind and begins and not (self.lost or problems - harmless)

    @property
    def shows_illegal(self) -> bool:
        """True if the player may be shown that his play is not legal."""
        return self.this_turn.is_told_of_error or self.plays is None or self.settings.judges_at_once

    @property
    def has_offer(self) -> bool:
        """True if a double, a resignation or a request to undo waits for an answer."""
        game = self.match.game
        return bool(game.resignation or game.undo_asked_by or game.phase in OFFER_PHASES)

    @property
    def is_throwing(self) -> bool:
        """True while the dice of the player to throw are rolling."""
        rolling = (name for name, pair in self.dice.items() if pair.state is DiceState.ROLLING)
        owners = {self.dice[name].colour for name in rolling if name not in self.lost}
        return self.match.game.phase is Phase.TO_THROW and bool(owners & {None, self.colour})

    @property
    def player_to_answer(self) -> Player:
        """The player who must answer now; an offer comes before most questions of the referee."""
        question = self.question
        first = question and (question.kind is QuestionKind.CONFIRM or not self.has_offer)
        return question.to if question and first else self.match.to_act
