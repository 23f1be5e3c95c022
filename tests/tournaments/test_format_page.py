"""A format as a rule page."""

from dataclasses import replace
from fractions import Fraction
from textwrap import dedent

import pytest

from scorer.tournaments.text.format_page import number, page, places, proof
from scorer.tournaments.text.rule_files import FORMATS


def shown(name: str) -> str:
    return page(FORMATS.load(name))


def test_the_evening_at_the_club_reads_like_its_rule_page() -> None:
    assert shown("scighera").split("\nTwo rounds of one hour")[0] == dedent("""\
        scighera: Scighera
        Source: the tournament of the club La Scighera, Milan: up to fifty players, one
          evening

        Variant: scighera, unless the organiser says another
        Tables: of 5; of 6 where the number of players asks for it
        Who rests in a round: the mean placement points of the round, 0 units
        Who is absent: 0 placement points, 0 units

        Stage 1: Qualification
        Who plays: everybody
        Rounds: 2, or as many as the organiser says; 60 minutes each; at the bell:
          finish the deal
        Seating: by lot, with as few meetings of the same two as can be
        A table gives: placement points; who ties at a table shares them
        At a table of 5: 5-4-3-2-1
        At a table of 6: 5-4-3-2-1-0
        Ties: units, then deals won; for who goes on a play-off, then the lot; else the
          place is shared
        Who goes on: the best 5

        Stage 2: Final
        Who plays: those who went on
        Rounds: 1; 60 minutes each; at the bell: finish the deal
        Seating: by lot
        A table gives: its units
        Carried: nothing from the stages before
        Ties: deals won; for the first place a play-off, then the lot; else the place is
          shared
        """)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("elite-2024", "Tables: of 5"),
        ("elite-2024", "For who plays 1 match: 12-8-6-4-3"),
        ("elite-2024", "Carried: the total of the stages before"),
        ("champions", "Who plays: everybody but the direct entrants"),
        ("champions", "Who goes on: 5 places: the firsts of the tables, then the seconds and so on, at"),
        ("duels", "Who rests in a round: 0 from duels"),
        ("duels", "Ties: head-to-head, then units, then deals won; else the place is shared"),
        ("ten-deals", "Who is absent: the lowest units of the round"),
        ("ten-deals-placement", "At a table of 6: to be said by the organiser"),
        ("marathon", "Teams: of 3; the seat belongs to the team"),
        ("marathon", "Players: have a standing of their own, by units, from 50 deals on"),
        ("brisca-pairs", "Tables: of 4"),
        ("brisca-pairs", "Pairs: stay together; partners sit opposite each other, two pairs at a table"),
        ("brisca-pairs", "Who rests in a round: 1 win"),
        ("brisca-pairs", "Rounds: 5, or as many as the organiser says; a match is played to 3 deals won"),
        ("brisca-pairs", "A table gives: 1 for who wins it, half to each where it is even"),
        ("by-place", "Seating: by lot at first, then by place: the best of the standing at table 1 and"),
    ],
)
def test_every_rule_has_its_line(name: str, line: str) -> None:
    assert line in shown(name).splitlines()


def test_no_line_is_wider_than_a_page() -> None:
    assert all(len(line) <= 80 for name in FORMATS.names() for line in shown(name).splitlines())


def test_a_podium_is_three_places() -> None:
    form = FORMATS.load("marathon")
    podium = replace(form, stages=(replace(form.stages[0], decide=3),))
    assert "for the first 3 places a play-off, then the lot" in " ".join(page(podium).split())
    none = replace(form, stages=(replace(form.stages[0], decide=0),))
    assert "Ties: deals won, then contracts made; else the place is shared\n" in page(none)


def test_a_format_without_tie_breaks_shares_its_places() -> None:
    form = FORMATS.load("ten-deals")
    assert "Ties: the place is shared\n" in page(replace(form, stages=(replace(form.stages[0], tie_breaks=()),)))


@pytest.mark.parametrize(
    ("amount", "written"),
    [(Fraction(3), "3"), (Fraction(1, 2), "0.5"), (Fraction(1, 10), "0.1"), (Fraction(31, 3), "31/3")],
)
def test_an_amount_is_written_as_people_write_it(amount: Fraction, written: str) -> None:
    assert number(amount) == written


def test_placement_points_below_nothing_are_no_hyphens() -> None:
    assert places((Fraction(2), Fraction(0), Fraction(-2))) == "2, 0, -2"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("marathon", "sound: 1 stage, 1 round"),
        ("champions", "sound: 3 stages, 3 rounds"),
        (
            "ten-deals-placement",
            "sound: 1 stage, 4 rounds; the organiser has to say the placement points at tables of 5 and 6 (Rounds)",
        ),
    ],
)
def test_the_proof_says_what_is_left_to_say(name: str, said: str) -> None:
    assert proof(FORMATS.load(name)) == said
