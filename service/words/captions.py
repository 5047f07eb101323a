"""The caption of a live picture: the verdict on the board, or the act that is awaited."""

from __future__ import annotations

from collections.abc import Mapping

from engine.backgammon.game.match import Phase
from engine.backgammon.moves.plays import Numbers, PlayNode
from engine.backgammon.notation.play_text import write_play
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from hardware.checkers import Colour, Place
from referee import notices, verdicts
from referee.effects import LampMeaning
from referee.question_notices import question_notice
from referee.questions import OpenQuestion, QuestionKind
from referee.state import State
from service.words.notice_texts import PlaceTexts, notice_in_words
from service.words.phrases import Phrases
from service.words.rule_texts import offer_in_words

MAX_NAMED = 3
"""The largest number of similar plays that are listed; more are only counted."""
_WAITING = {
    Phase.OPENING: "to_begin", Phase.TO_THROW: "to_throw", Phase.TO_PLAY: "to_move",
    Phase.PLAYED: "to_move", Phase.OVER: "to_go_on",
}  # fmt: skip


def numbering_colour(state: State) -> Colour:
    """The colour by which a page numbers the points: the player to move, or Light."""
    return Colour.LIGHT if state.is_setting_up else state.colour


def state_in_words(
    state: State,
    phrases: Phrases,
    automatic_player: Player | None = None,
    both_count_as: Colour = Colour.LIGHT,
) -> str:
    """The caption for a state: the verdict, or the act that is awaited, if it may be told yet.

    The caption never asks people to throw or move for `automatic_player`, who does so himself.
    """
    texts = PlaceTexts(state.settings, phrases, both_count_as=both_count_as)
    if awaited := _awaited_word(state, texts):
        return awaited
    match state.verdict:
        case None:
            return phrases.say("verdict.unsettled")
        case verdicts.UnreadableBoard(places):
            return _unreadable(state, places, texts)
        case verdicts.Disturbed(moves) if moves:
            return texts.moves_in_words(moves)
        case verdicts.OnTheWay(in_hand=count) if count and not (
            state.chosen and state.turn is automatic_player
        ):
            return phrases.say("verdict.in_hand", count=count, player=_name(state, state.turn))
        case verdicts.Unchanged() if not state.chosen:
            return _waiting(state, phrases, automatic_player)
    return _moving(state, phrases, automatic_player)


def _awaited_word(state: State, texts: PlaceTexts) -> str:
    """The caption while a word of a player is awaited, whatever lies on the board; else empty."""
    question, phrases = state.question, texts.phrases
    if state.has_offer and not (question and question.kind is QuestionKind.CONFIRM):
        return offer_in_words(state.match, state.settings.names, phrases)
    if question:
        return _question(state, question, texts)
    is_over = state.match.game.phase is Phase.OVER and state.settings.next_on_request
    return phrases.say("verdict.to_go_on") if is_over else ""


def lamps_in_words(phrases: Phrases) -> Mapping[LampMeaning, str]:
    """The meaning of each lamp in words, for a legend."""
    return {meaning: phrases.say(f"lamp.{meaning.value}") for meaning in LampMeaning}


def choice_in_words(player: str, play: str, phrases: Phrases, *, by_itself: bool) -> str:
    """The caption for a play chosen by a player without hands: moved by people or by itself."""
    key = "moves_by_itself" if by_itself else "to_move_for"
    return phrases.say(f"verdict.{key}", play=play, player=player)


def play_in_words(state: State, play: Position, phrases: Phrases) -> str:
    """The text of a legal play of the throw on the board."""
    line = state.plays.lines.get(play) if state.plays else None
    return write_play(line) if line else phrases.say("position.none")


def _question(state: State, question: OpenQuestion, texts: PlaceTexts) -> str:
    phrases = texts.phrases
    if question.kind is QuestionKind.WHICH:
        play = play_in_words(state, question.plays[question.chosen], phrases)
        return phrases.say("verdict.which", play=play, player=_name(state, question.to))
    notice = question_notice(state, question)
    return notice_in_words(notice, state.settings, phrases, texts.both_count_as)


def _unreadable(state: State, places: tuple[Place, ...], texts: PlaceTexts) -> str:
    if state.is_blind:
        return _explain_blindness(state, texts.phrases)
    at = texts.places_in_words(places, joined_by="or")
    return texts.phrases.say("verdict.too_full_at" if at else "verdict.too_full", at=at)


def _explain_blindness(state: State, phrases: Phrases) -> str:
    """The caption for a board of which nothing is seen: why, and what to do, if that is known."""
    for problem in state.observed.camera_problems.values():
        return phrases.say(f"notice.camera_problem_{problem.value}")
    return phrases.say("verdict.first_look" if state.awaits_first_look else "verdict.unseen")


def _waiting(state: State, phrases: Phrases, automatic_player: Player | None) -> str:
    """The caption for an unchanged board: the player who must act, and the act."""
    match = state.match
    key = _WAITING[match.game.phase]
    if state.is_setting_up and not (state.is_set_up and key == "to_begin"):
        key = "to_set_up"
    if key == "to_throw" and match.to_act is automatic_player:
        key = "throws_by_itself"
    dice = phrases.join((match.game.dice.high, match.game.dice.low)) if match.game.dice else ""
    return phrases.say(f"verdict.{key}", player=_name(state, match.to_act), dice=dice)


def _moving(state: State, phrases: Phrases, automatic_player: Player | None) -> str:
    """The caption for a play in progress; without detail if plays are judged only at the end."""
    player = _name(state, state.turn)
    match state.verdict:
        case verdicts.Ambiguous(plays) if state.chosen not in plays:
            return _ambiguous(state, plays, phrases)
        case verdicts.Illegal(reasons, board=board) if state.shows_illegal:
            notice = notices.IllegalPlayRefused(state.colour, reasons, board)
            return notice_in_words(notice, state.settings, phrases)
        case verdicts.Complete(play) if (
            state.chosen in (None, play) and state.settings.judges_at_once
        ):
            key = "complete" if play != state.match.game.position else "no_play"
            text = play_in_words(state, play, phrases)
            return phrases.say(f"verdict.{key}", play=text, player=player)
        case verdicts.OnTheWay() if not state.chosen and state.settings.judges_at_once:
            return _unfinished(state, phrases)
    if state.chosen:
        wanted = play_in_words(state, state.chosen, phrases)
        return choice_in_words(player, wanted, phrases, by_itself=state.turn is automatic_player)
    return phrases.say("verdict.moving", player=player)


def _unfinished(state: State, phrases: Phrases) -> str:
    """The caption for the rest of an unfinished play, if all explanations agree on it."""
    found = state.observed.tracking.without_hands if state.observed.tracking else ()
    numbers = {_to_play(one.node) for one in found}
    hit = {len(one.late) for one in found}
    left = numbers.pop() if len(numbers) == 1 else None
    if left:
        return phrases.say("verdict.still_to_play", numbers=phrases.join(left))
    if left == () and len(hit) == 1:
        return phrases.say("verdict.belongs_on_bar", count=hit.pop())
    return phrases.say("verdict.unfinished")


def _to_play(node: PlayNode) -> Numbers | None:
    """The numbers still to be played from a board on the way; None if they are not certain."""
    left = sorted(node.left, reverse=True)
    if len(set(left)) > 1 and 0 < node.playable < len(left):
        return None
    return tuple(left[: node.playable])


def _ambiguous(state: State, plays: tuple[Position, ...], phrases: Phrases) -> str:
    if len(plays) > MAX_NAMED:
        return phrases.say("verdict.ambiguous_many", count=len(plays))
    listed = phrases.join((play_in_words(state, play, phrases) for play in plays), joined_by="or")
    return phrases.say("verdict.ambiguous", plays=listed)


def _name(state: State, player: Player) -> str:
    return state.settings.names[player]
