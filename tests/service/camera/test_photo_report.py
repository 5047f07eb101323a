"""The report on a picture, in words for people."""

import pytest

from hardware.checkers import Colour, point
from service.camera.photo_reading import PhotoReading, PhotoWarning, warnings_of
from service.camera.photo_report import PhotoReport, compare_reading
from service.words.phrases import Language, available_languages, load_phrases
from simulation.rendering.board_pictures import START
from tests.rigs.vision.photo_readings import layout_without_one, photo_reading_of, reading_of
from tests.rigs.vision.rendered_boards import layout_of
from vision.picture_reading import PictureReading

ENGLISH = load_phrases(Language("en"))
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def report(reading: PictureReading) -> PhotoReport:
    read = photo_reading_of(reading)
    return PhotoReport(PhotoReading(read.sight, warnings_of(read.sight)))


def report_text(reading: PictureReading) -> str:
    return report(reading).in_words(ENGLISH)


def test_a_position_is_drawn_with_its_ids() -> None:
    text = report_text(reading_of(START))

    assert "+13-14-15-16-17-18-" in text
    assert START_XGID.split(":", maxsplit=1)[0] in text
    assert "4HPwATDgc/ABMA" in text
    assert "without doubt" in text


def test_legend_of_the_letters_is_printed() -> None:
    legend = "X are the light checkers, O the dark ones."

    assert report_text(reading_of(START)).count(legend) == 1
    assert report_text(reading_of(layout_without_one(START, point(8)))).count(legend) == 1


def test_invalid_position_is_printed_with_the_same_letters() -> None:
    reading = reading_of(layout_without_one(START, point(8)))

    assert report_text(reading).splitlines()[:6] == [
        "   13   14   15   16   17   18   19   20   21   22   23   24",
        "   5X    .    .    .   3O    .   5O    .    .    .    .   2X",
        "   12   11   10    9    8    7    6    5    4    3    2    1",
        "   5O    .    .    .   2X    .   5X    .    .    .    .   2O",
        "bar: X ., O .",
        "off: X ., O .",
    ]


def test_both_colours_on_one_point_are_both_printed() -> None:
    crowded = reading_of(START, doubts={point(8): {(3, 1): 1}})
    assert " 3X1O" in report_text(crowded)


@pytest.mark.parametrize("language", available_languages())
def test_every_place_is_printed_with_its_confidence(language: Language) -> None:
    doubtful = reading_of(START, doubts={point(6): {(4, 0): 0.124, (5, 0): 0.876}})

    text = report(doubtful).in_words(load_phrases(language))

    table = text[text.index("%:" if language == Language("en") else "%\u00a0:") :]
    assert table.count("100") == 23 + 4
    assert " 87" in table


def test_a_place_never_counts_as_sure_while_there_is_a_doubt() -> None:
    text = report_text(reading_of(START, doubts={point(6): {(4, 0): 0.001, (5, 0): 0.999}}))
    assert text.count("100") == 23 + 4


def test_a_doubtful_place_is_named_with_what_it_may_be() -> None:
    text = report_text(reading_of(START, doubts={point(6): {(4, 0): 0.25, (5, 0): 0.75}}))

    assert "unsure:\n  point 6: 5 light (75 %), possible: 4 to 5 light\n" in text
    assert "without doubt" not in text


def test_doubtful_places_stand_below_their_heading_and_after_what_is_missing() -> None:
    fewer = layout_without_one(START, point(8))

    text = report_text(reading_of(fewer, doubts={point(1): {(0, 1): 0.25, (0, 2): 0.75}}))

    heading = text.index("Some places are unsure:\n  point 1: ")
    assert text.index("Some checkers are not seen") < heading


def test_reading_under_a_hand_draws_no_board() -> None:
    text = report_text(reading_of(START, [point(6)]))

    assert "XGID" not in text
    assert "?" in text
    assert "covers part of the board" in text


def test_twenty_nine_checkers_are_reported_as_no_position() -> None:
    reading = reading_of(layout_without_one(START, point(8)))

    assert report(reading).ids is None
    assert "Light 14, Dark 15" in report_text(reading)


def test_thirty_one_checkers_are_reported_as_no_position() -> None:
    crowded = layout_of({6: 6, 8: 3, 13: 5, 24: 2}, {19: 5, 17: 3, 12: 5, 1: 2})
    reading = reading_of(crowded)

    assert report(reading).ids is None
    assert not report(reading).is_complete
    assert "Light 16, Dark 15" in report_text(reading)


def test_both_colours_on_one_point_are_no_position() -> None:
    reading = reading_of(START, doubts={point(8): {(3, 1): 1}, point(17): {(0, 2): 1}})

    assert report(reading).position is None
    assert not report(reading).is_complete


def test_expected_position_is_scored_place_by_place() -> None:
    wanted = report(reading_of(START)).position
    assert wanted is not None
    seen = photo_reading_of(reading_of(START, doubts={point(6): {(4, 0): 0.75, (5, 0): 0.25}}))

    text = PhotoReport(seen, compare_reading(seen, wanted)).in_words(ENGLISH)

    assert "27 of 28 places; within the reported range: 28 of 28" in text
    assert "Not as expected: point 6 should have 5 light, but was read as 4 light." in text


@pytest.mark.parametrize(
    ("reading", "doubts"),
    [
        (reading_of(START), ()),
        (reading_of(START, [point(1)]), (PhotoWarning.COVERED,)),
        (reading_of(layout_without_one(START, point(1))), (PhotoWarning.TOO_FEW,)),
        (reading_of(START, doubts={point(8): {(3, 0): 0.6, (4, 0): 0.4}}), (PhotoWarning.UNSURE,)),
    ],
)
def test_each_kind_of_doubt_has_its_own_text(
    reading: PictureReading, doubts: tuple[PhotoWarning, ...]
) -> None:
    assert warnings_of(photo_reading_of(reading).sight) == doubts


def test_confidence_of_either_colour_is_seen_from_its_owner() -> None:
    seen = photo_reading_of(reading_of(START))
    assert seen.total(Colour.LIGHT) == seen.total(Colour.DARK) == 15
