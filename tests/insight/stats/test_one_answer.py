"""One question has one answer: a league of twelve evenings, some of whose figures may be luck and others not quite."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from scorer.frames import Frames, measured
from scorer.insight.rating import OTHER_FIGURE
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.text.numbers import UNITS, Row
from tests.fixtures import Ok

LEAGUE: Final = Path(__file__).with_name("four-answers.csv")


def test_standings_rating_and_luck_gave_three_answers_to_one_question(ok: Ok, read: Callable[..., Frames]) -> None:
    ok(f"import {LEAGUE} --league L --variant chiamata")
    frames = read()

    def rows(name: str) -> list[Row]:
        statistic = described(name)
        return plain_rows(statistic.make(measured(frames, statistic.measure or UNITS)))

    def said(name: str) -> str:
        return described(name).verdict(rows(name)).brief

    apart = "Nobody can be told apart yet: this may be luck."
    assert (said("standings"), said("gaps")) == (apart, apart)
    assert said("rating") == f"P04 is most likely the best of these 11, with 47 %. {OTHER_FIGURE}"
    # +25 with an error of 17: less than twice it
    assert said("luck") == "How much of P06's +48 units is play cannot be told yet: it may be luck."
    assert said("beyond") == "No pair can be told from the others yet: this may be luck."
    assert not any(row["significant"] for row in rows("awards") if row["award"] in {"partner", "defender"})
