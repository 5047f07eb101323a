"""Any signals in any order leave the referee in a sound state, and thirty checkers in the match."""

import re
from collections.abc import Sequence
from math import inf, nan

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import RULEBOOKS, PlayedFor
from engine.players import ByPlayer, Player
from hardware import signals
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.board_sensors import BOARD_SENSORS
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.observations import EMPTY_SIGHTING, Observation, Sighting, combine
from referee import notices
from referee.board_readings import explain_board
from referee.effects import Effect, RecordEvent, ReportVerdict, ShowLamps, WakeAt
from referee.match_settings import PROFILES, MatchSettings
from referee.notices import Notice
from referee.observed_board import make_chart
from referee.palettes import SIMULTANEOUS_MEANINGS
from referee.questions import QuestionKind
from referee.state import State
from referee.step import step, validate_signal
from referee.verdicts import Disturbed, Illegal
from service.words.captions import state_in_words
from service.words.notice_texts import notice_in_words
from service.words.phrases import available_languages, load_phrases
from tests.rigs.engine.random_positions import positions
from tests.rigs.referee.board_views import SEATING
from tests.rigs.storage.stored_value_strategies import sightings

PHRASES = tuple(map(load_phrases, available_languages()))
NO_CHECKERS = re.compile(r"\b0 (?:checkers|pions)\b")
"""A count of no checkers, which no sentence may have."""
SENSORS = ("slots", "hall", "counts", "single")
SOURCES = (*SENSORS, "camera", "dice", "buttons", "page", "clock")
NAMES = ByPlayer("Ann", "Bob")
ALARMS = (Illegal, Disturbed)
UNDOING = (events.AskUndo, events.AgreeUndo, events.Challenge)
OFFERS = tuple(map(signals.PlayerRequestKind, ("double", "resign", "undo")))
ANSWERS = tuple(map(signals.PlayerRequestKind, ("yes", "no", "beaver", "double")))
STEPS = 25
"""The number of things that happen in an evening."""
LONG = 100
"""The number in an evening of a soak."""
SHARE = 4
"""The evenings are a fourth of the usual examples, as each takes so much longer."""

colours = st.sampled_from(Colour)
places = st.sampled_from(BACKGAMMON.places)
numbers = st.integers(1, 6)
pauses = st.sampled_from((0.0, 0.05, 0.2, 0.4, 1.0, 10.0))
wild_layouts = st.dictionaries(places, st.builds(Pile, colours, st.integers(1, 99))).map(Layout)
nearly_won = st.sampled_from([START]) | positions()


@st.composite
def agreements(draw: st.DrawFn) -> MatchSettings:
    """Any rulebook with any profile."""
    rulebook = draw(st.sampled_from(list(RULEBOOKS.values())))
    lengths = (0,) if rulebook.played_for is PlayedFor.STAKES else (0, 1, 2, 3, 7)
    profile = draw(st.sampled_from(list(PROFILES.values())))
    length, light = draw(st.sampled_from(lengths)), draw(st.sampled_from(Player))
    return MatchSettings(NAMES, rulebook, length, light, profile)


@st.composite
def few_left(draw: st.DrawFn) -> Position:
    """A game that will soon be over."""
    mine, theirs = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    counts = [0] * 28
    for _ in range(mine):
        counts[draw(st.integers(0, 5))] += 1
    for _ in range(theirs):
        counts[draw(st.integers(18, 23))] -= 1
    counts[26], counts[27] = 15 - mine, 15 - theirs
    return Position(tuple(counts))


class Evening(RuleBasedStateMachine):
    """People at a table, their devices, and everything else that may be said to the referee."""

    @initialize(
        agreed=agreements(), kinds=st.sets(st.sampled_from(SENSORS), min_size=1, max_size=2)
    )
    def begin(self, agreed: MatchSettings, kinds: set[str]) -> None:
        self.agreed = agreed
        self.seating = agreed.seating
        self.clock = SimulatedClock()
        self.table = SimulatedTable(SEATING.layout(START, Player.ONE))
        self.sensors = [
            BOARD_SENSORS[BACKGAMMON][kind](kind, self.table, self.clock) for kind in sorted(kinds)
        ]
        self.heard: list[tuple[signals.Signal, tuple[Effect, ...]]] = []
        self.state = State.of(agreed)
        self.match = self.state.match
        self.thrown = self.match
        self.completed: list[Match] = []
        self.due: float | None = None
        self.look()

    # ---- hands and checkers ----

    @rule()
    def look(self) -> None:
        for sensor in self.sensors:
            self.hear(sensor.observe())

    @rule(data=st.data(), onto=places, pause=pauses)
    def carry(self, data: st.DataObject, onto: Place, pause: float) -> None:
        lying = [place for place in BACKGAMMON.places if self.table[place]]
        taken = self.table.lift(data.draw(st.sampled_from(lying)))
        self.wait(pause)
        self.look()
        self.table.put(onto, taken)
        self.wait(pause)
        self.look()

    @rule(data=st.data())
    def lift(self, data: st.DataObject) -> None:
        lying = [place for place in BACKGAMMON.places if self.table[place]]
        self.table.lift(data.draw(st.sampled_from(lying)))
        self.look()

    @rule()
    def set_up(self) -> None:
        self.table.arrange(self.state.expected_layout)
        self.look()

    @rule(data=st.data(), pause=pauses)
    def make_a_play(self, data: st.DataObject, pause: float) -> None:
        if self.state.plays is None:
            return
        plays = sorted(self.state.plays, key=lambda play: play.counts)
        play = data.draw(st.sampled_from(plays))
        self.table.arrange(self.seating.layout(play, self.state.turn))
        self.look()
        self.wait(pause)

    @rule(data=st.data())
    def stop_half_way(self, data: st.DataObject) -> None:
        if self.state.plays is None:
            return
        node = data.draw(st.sampled_from(list(self.state.plays.tree.walk())[:200]))
        self.table.arrange(self.seating.layout(node.position, self.state.turn))
        self.look()

    @rule(data=st.data())
    def whole_turn(self, data: st.DataObject) -> None:
        """A throw, a play and the dice picked up: the game goes on."""
        match = self.state.match
        if match.game.phase in (Phase.OPENING, Phase.OVER) or self.state.set_up_request:
            self.set_up()
            self.wait(1)
        self.throw(data.draw(numbers), data.draw(numbers), None)
        self.make_a_play(data, 1)
        self.dice(signals.DiceState.LIFTED, None)

    # ---- other things that happen at a table ----

    @rule(one=numbers, two=numbers, colour=st.none() | colours)
    def throw(self, one: int, two: int, colour: Colour | None) -> None:
        self.dice(signals.DiceState.ROLLING, colour)
        self.hear(
            signals.DiceReading("dice", self.now, signals.DiceState.SETTLED, (one, two), colour)
        )

    @rule(number=numbers, colour=st.none() | colours)
    def throw_one_die(self, number: int, colour: Colour | None) -> None:
        self.hear(
            signals.DiceReading("dice", self.now, signals.DiceState.SETTLED, (number,), colour)
        )

    @rule(
        state=st.sampled_from(
            (signals.DiceState.ROLLING, signals.DiceState.COCKED, signals.DiceState.LIFTED)
        ),
        colour=st.none() | colours,
    )
    def dice(self, state: signals.DiceState, colour: Colour | None) -> None:
        self.hear(signals.DiceReading("dice", self.now, state, colour=colour))

    @rule(button=st.sampled_from(signals.Button))
    def press(self, button: signals.Button) -> None:
        self.hear(signals.ButtonPressed("buttons", self.now, button))

    @rule(
        colour=colours,
        kind=st.sampled_from(signals.PlayerRequestKind),
        number=st.integers(1, 3) | st.just(99),
    )
    def say(self, colour: Colour, kind: signals.PlayerRequestKind, number: int) -> None:
        few = min(number, 3)
        counted = {signals.PlayerRequestKind.RESIGN: few, signals.PlayerRequestKind.HINTS: few - 1}
        numbered = counted.get(kind, number - 1)
        self.hear(signals.PlayerRequest("page", self.now, colour, kind, numbered))

    @rule(pause=pauses)
    def wait(self, pause: float) -> None:
        self.clock.advance(pause)
        if self.due is not None and self.due <= self.now:
            self.hear(signals.TimerExpired("clock", self.now))

    @rule()
    def expire_the_timer_too_early(self) -> None:
        self.hear(signals.TimerExpired("clock", self.now))

    @rule(data=st.data(), kind=st.sampled_from((signals.LayoutStated, signals.PlayChosen)))
    def state_a_play(
        self, data: st.DataObject, kind: type[signals.LayoutStated | signals.PlayChosen]
    ) -> None:
        layout = data.draw(wild_layouts)
        if self.state.plays and data.draw(st.booleans()):
            plays = sorted(self.state.plays, key=lambda play: play.counts)
            layout = self.seating.layout(data.draw(st.sampled_from(plays)), self.state.turn)
        self.hear(kind("page", self.now, layout))

    @rule(position=positions() | few_left(), turn=colours, lay=st.booleans(), asks=st.booleans())
    def play_from_here(self, position: Position, turn: Colour, lay: bool, asks: bool) -> None:  # noqa: FBT001
        layout = self.seating.layout(position, self.seating.player(turn))
        self.hear(signals.PositionSetUp("page", self.now, layout, turn, is_proposal=asks))
        for colour in (turn, turn.other, turn):
            if self.state.question and self.state.question.kind is QuestionKind.POSITION:
                self.hear(
                    signals.PlayerRequest("page", self.now, colour, signals.PlayerRequestKind.YES)
                )
        if lay:
            self.set_up()
            self.wait(1)

    @rule(layout=wild_layouts, turn=colours)
    def request_an_impossible_position(self, layout: Layout, turn: Colour) -> None:
        self.hear(signals.PositionSetUp("page", self.now, layout, turn))

    # ---- one thing after another ----

    @rule(data=st.data(), turns=st.integers(1, 4))
    def play_on(self, data: st.DataObject, turns: int) -> None:
        for _ in range(turns):
            self.whole_turn(data)

    @rule(data=st.data(), onto=places, retaken=st.booleans())
    def make_a_mistake(self, data: st.DataObject, onto: Place, retaken: bool) -> None:  # noqa: FBT001
        """An illegal play, an act that completes it, and perhaps an objection."""
        if self.state.plays is None:
            self.throw(data.draw(numbers), data.draw(numbers), None)
        self.set_up()
        lying = [place for place in BACKGAMMON.places if self.table[place]]
        self.table.put(onto, self.table.lift(data.draw(st.sampled_from(lying))))
        self.look()
        self.wait(1)
        self.dice(signals.DiceState.LIFTED, None)
        if retaken:
            self.say(self.colour_to_act, signals.PlayerRequestKind.CHALLENGE, 1)

    @rule(data=st.data(), kind=st.sampled_from(OFFERS))
    def offer(self, data: st.DataObject, kind: signals.PlayerRequestKind) -> None:
        """An offer and its answer; a double perhaps by the other player."""
        self.say(self.colour_to_act, kind, data.draw(st.integers(1, 3)))
        for _ in range(data.draw(st.integers(0, 2))):
            self.say(self.colour_to_act, data.draw(st.sampled_from(ANSWERS)), 1)

    @property
    def colour_to_act(self) -> Colour:
        return self.seating.colour(self.state.match.to_act)

    # ---- devices ----

    @rule(source=st.sampled_from(SOURCES), back=st.booleans())
    def lose(self, source: str, back: bool) -> None:  # noqa: FBT001
        self.hear(signals.DeviceLost(source, self.now, "unplugged"))
        if back:
            self.hear(signals.DeviceRestored(source, self.now))
            self.look()

    @rule(source=st.sampled_from(SOURCES), restarted=st.booleans())
    def come_back(self, source: str, restarted: bool) -> None:  # noqa: FBT001
        if restarted:
            self.hear(signals.ServiceRestarted("service", self.now))
        self.hear(signals.DeviceRestored(source, self.now))

    @rule(source=st.sampled_from((*SENSORS, "camera")), seen=st.dictionaries(places, sightings()))
    def see_anything(self, source: str, seen: dict[Place, Sighting]) -> None:
        self.hear(Observation(source, self.now, seen))
        self.wait(1)
        self.hear(signals.DeviceLost(source, self.now, "it was raving"))
        self.look()

    @rule(
        source=st.sampled_from(SOURCES),
        at=st.sampled_from((nan, inf, -inf, -1.0)),
        signal=st.sampled_from(
            (signals.DeviceRestored, signals.ServiceRestarted, signals.TimerExpired)
        ),
    )
    def talk_nonsense(self, source: str, at: float, signal: type[signals.DeviceRestored]) -> None:
        self.hear(signal(source, at))
        self.hear(signals.GarbledData(source, self.now, "?"))
        self.hear(signals.SignalsDropped(source, self.now, "?"))
        self.hear(Observation(source, self.now, {Place("p25"): EMPTY_SIGHTING}))

    # ---- what always holds ----

    @property
    def now(self) -> float:
        return self.clock.now()

    def hear(self, signal: signals.Signal) -> None:
        before = self.state
        after = step(before, signal)
        self.heard.append((signal, after.effects))
        self.state = after.state
        if validate_signal(before, signal):
            assert after.state is before
            assert [type(effect) for effect in after.effects] == [notices.NotUnderstood]
            return
        self.follow(before, signal, after.effects)
        assert_effects_tell_all(before, self.state, after.effects)
        assert_consistent(self.state)
        assert_has_words(self.state, after.effects)
        for effect in after.effects:
            if isinstance(effect, WakeAt):
                self.due = effect.at
        assert self.due == self.state.observed.wake_at

    def follow(self, before: State, signal: signals.Signal, effects: Sequence[Effect]) -> None:
        """Asserts that the events alone lead to the same match, and back."""
        for effect in effects:
            if not isinstance(effect, RecordEvent):
                continue
            was, outcome = self.match, apply(self.match, effect.event)
            assert isinstance(outcome, Match)
            if isinstance(effect.event, UNDOING) and outcome is was.before:
                assert not self.completed or outcome == self.completed.pop()
            elif outcome.before is not was.before and outcome.before:
                self.completed.append(self.thrown)
            if outcome.game.phase is Phase.TO_PLAY:
                self.thrown = outcome
            self.match = outcome
        asked = before.question
        agreed = asked and asked.kind is QuestionKind.POSITION and asked.is_repeated
        started = before.set_up_request or isinstance(signal, signals.PositionSetUp) or agreed
        if started and self.state.set_up_request is None:
            self.match, self.completed = self.state.match, []
        assert self.match == self.state.match

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
        state = State.of(self.agreed)
        for signal, effects in self.heard:
            again = step(state, signal)
            assert again.effects == effects
            state = again.state
        assert state == self.state


def assert_effects_tell_all(before: State, after: State, effects: Sequence[Effect]) -> None:
    """Asserts that the effects tell every change of lamps, verdict and next wake-up."""
    lit = [effect.meanings for effect in effects if isinstance(effect, ShowLamps)]
    judged = [effect.verdict for effect in effects if isinstance(effect, ReportVerdict)]
    wake = [effect.at for effect in effects if isinstance(effect, WakeAt)]
    assert lit == ([after.lamps] if after.lamps != before.lamps else [])
    assert judged == ([after.verdict] if after.verdict != before.verdict else [])
    due = after.observed.wake_at
    assert wake == ([due] if due != before.observed.wake_at else [])


def assert_consistent(state: State) -> None:
    """Asserts that the parts of a state fit together, with fifteen checkers a side in the match."""
    game = state.match.game
    for position in filter(None, (game.position, game.played, state.expected)):
        assert sum(position.setup.mover) == sum(position.setup.other) == 15
        assert not position.setup.faults()
    assert set(state.lamps) <= set(BACKGAMMON.places)
    assert any(set(state.lamps.values()) <= group for group in SIMULTANEOUS_MEANINGS)
    assert (state.verdict is None) <= (state.observed.still_at is not None)
    assert not (isinstance(state.verdict, ALARMS) and state.observed.still_at is not None)
    if not state.observed.doubts:
        view = combine(state.observed.observations.values())
        assert state.observed.sensed == make_chart(view, state.colour)
    assert state.observed.sensed == make_chart(state.view, state.colour)
    assert (state.plays is None) == (game.dice is None)
    if state.this_turn.early_throw:
        assert game.phase in (Phase.TO_PLAY, Phase.PLAYED)
    if state.this_turn.opening:
        assert game.phase is Phase.OPENING
    if state.plays:
        assert (state.plays.position, state.plays.dice) == (game.position, game.dice)
    chart, anew = explain_board(state, state.observed.sensed)
    assert chart == state.observed.chart
    assert (anew is None) == (state.observed.tracking is None)
    tracking = state.observed.tracking
    assert anew is None or tracking is None or anew.ends == tracking.ends


def assert_has_words(state: State, effects: Sequence[Effect]) -> None:
    """Asserts that a state and its effects can be put in words in every language."""
    for phrases in PHRASES:
        said = [state_in_words(state, phrases)]
        given = [one for one in effects if isinstance(one, Notice)]
        said += [notice_in_words(one, state.settings, phrases) for one in given]
        assert not any(NO_CHECKERS.search(one) for one in said), said


def test_any_signals_keep_the_referee_consistent() -> None:
    many = settings.default.max_examples // SHARE if settings.default else 1
    length = settings(max_examples=many, stateful_step_count=STEPS)
    run_state_machine_as_test(Evening, settings=length)


@pytest.mark.soak
def test_any_long_evening_keeps_the_referee_consistent(soak_factor: int) -> None:
    length = settings(max_examples=20 * soak_factor, stateful_step_count=LONG)
    run_state_machine_as_test(Evening, settings=length)
