"""Pairs of the games without a caller, or with one who is always alone."""

import json
from collections.abc import Callable

from scorer.cli.demo import games
from tests.looking import column, look, questions, tables, written

Ok = Callable[..., str]


def test_pairs_are_everybody_with_and_against_whom_they_played(ok: Ok) -> None:
    ok(["import", str(games())])
    app = look("pairs", "fares/brisca/Games night", variant="brisca", player="Adele")
    told = json.loads(ok("pairs --variant brisca --format json"))[0]["rows"]
    for name in ("player", "met", "other", "deals", "units"):
        assert column(app, name) == [row[name] for row in told], name
    assert questions(app) == []
    # with whom she wins had the name of the table above it, and the page ended with an error when it was opened
    assert column(app, "other", 1) == ["Berto", "Nives", "Tullio"]
    alone = look("pairs", variant="rematada")
    assert (questions(alone), len(tables(alone))) == ([], 0)
    assert "Nobody has a partner" in alone.text[-1].value


def test_a_scorebook_of_one_game_has_pages_of_pairs_and_ratings(ok: Ok) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario --on 2026-11-20 --variant brisca")
    for page in ("pairs", "rating"):
        look(page, player="Anna", min_deals="1")
    ok("deal anna 74")
    for page in ("pairs", "rating"):
        look(page, player="Anna", min_deals="1")


def test_pairs_of_several_games_are_one_table_by_a_measure(ok: Ok) -> None:
    ok(["import", str(games())])
    ok("start Called --players Anna,Bruno,Carla,Dario,Elena --league 'Games night' --variant chiamata")
    ok("deal anna K elena 61")
    app = look("pairs", variant="all", measure="base", player="Anna", min_deals="1")
    assert "Brisca, Brisca, double above a hundred, Briscola, Briscola Chiamata" in written(app)
