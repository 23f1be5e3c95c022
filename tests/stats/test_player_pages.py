"""The pages of all players at once: what the page of each says by itself."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.frames import Frames
from scorer.stats import player_pages
from scorer.stats.describe.statistic_tables import page_of, pages_of_everybody, split
from scorer.stats.player_pages import companions, companions_of, records_of
from tests.fixtures import Ok

Read = Callable[..., Frames]
SAMPLES = Path(__file__).parents[2] / "sample_data"


@pytest.fixture(params=["season", "games"])
def league(request: pytest.FixtureRequest, ok: Ok, read: Read) -> Frames:
    """A season in which somebody calls, with a paper sheet, penalties and guests; and games of sides."""
    ok(["import", str(SAMPLES / request.param)])
    return read()


def test_everybodys_pages_say_what_the_page_of_each_says(league: Frames) -> None:
    seen = 0
    for part in split(league):
        pages = pages_of_everybody(part)
        assert list(pages) == sorted(set(part.frames.payouts["player"].astype(str)))
        for player, page in [*pages.items()][::6]:
            alone = page_of(part, player)
            assert alone
            assert page.head == alone.head
            assert page.tables == {name: rows for name, rows in alone.tables.items() if name != "compared"}
            seen += bool(page.tables["companions"])
    assert seen > 3


def test_companions_counted_some_deals_at_a_time_are_the_same(league: Frames, monkeypatch: pytest.MonkeyPatch) -> None:
    (part, *_others) = split(league)
    players = sorted(set(part.frames.payouts["player"].astype(str)))
    at_once = companions_of(part.frames, players)
    monkeypatch.setattr(player_pages, "BLOCK", 7)  # payouts: no whole number of deals
    assert companions_of(part.frames, players).equals(at_once)
    assert companions(part.frames, players[1]).equals(
        at_once[at_once["player"] == players[1]].drop(columns="player").reset_index(drop=True)
    )


def test_players_stand_in_the_order_in_which_they_are_asked_for_and_strangers_have_nothing(league: Frames) -> None:
    (part, *_others) = split(league)
    first, second, *_rest = sorted(set(part.frames.payouts["player"].astype(str)))
    asked = [second, "Nobody", first]
    table = records_of(part.frames, asked)
    assert table["player"].tolist() == asked
    assert table["best_match"].tolist()[1] == ""
    assert table[["best_units", "win_streak", "penalties"]].iloc[1].tolist() == [0, 0, 0]
    assert companions_of(part.frames, asked)["player"].drop_duplicates().tolist() == [second, first]
