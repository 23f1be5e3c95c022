"""The story of a match: who led how long, where it turned, the biggest deal, the longest run, each worked by hand."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from scorer.match.course import course, player_course
from scorer.match.facts import Match, Record, Sitting, Terms
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS
from scorer.rules.ending import read_ending
from scorer.text.story_words import course_words, match_lead, player_words

FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
FOUR = FIVE[:4]


def deal(number: int, caller: str, partner: str, stake: int = 1, out: str | None = None) -> Record:
    """The caller gets twice the stake, the partner once, the others lose it; of four players both callers get it."""
    share = {caller: 2 - bool(out), partner: 1, out: None}
    units = tuple(None if share.get(one, -1) is None else stake * (share.get(one, -1) or 0) for one in FIVE)
    return Record(
        number=number, kind="deal", seats=FIVE, units=units, dealer="Elena", out=out, caller=caller, partner=partner,
        bid="2", target=61, card_points=74 if stake > 0 else 50, outcome="made" if stake > 0 else "failed",
    )  # fmt: skip


def outside(number: int, kind: str, units: Sequence[int | None] = (None,) * 5) -> Record:
    return Record(number=number, kind=kind, seats=FIVE, units=tuple(units), note="late" if any(units) else "")


def sheet(*records: Record, finished: bool = True) -> Sheet:
    sitting = Sitting(FIVE, "Anna", finished=finished)
    match = Match(
        id=1, league="main", name="Friday", on=date(2026, 11, 20), started_at=datetime(2026, 11, 20, 20, tzinfo=UTC),
        variant=VARIANTS.load("chiamata"), digest="", terms=Terms("deals:5"), ending=read_ending("deals:5"),
        sitting=sitting,
    )  # fmt: skip
    return Sheet(match, records)


def friday(*, finished: bool = True) -> Sheet:
    # Anna 2, Bruno 1, the others -1 | Anna 1, Bruno 0, Carla 1, Dario 0, Elena -2 | Anna 0, Bruno -1, Carla 3, Dario 1,
    # Elena -3 | the penalty: Anna 1, Bruno 0, Carla -1, Dario 2, Elena -2 | Dario 6, Carla 1, Anna -1, Bruno -2
    return sheet(
        deal(1, "Anna", "Bruno"),
        deal(2, "Carla", "Dario"),
        outside(3, "passed-out"),
        deal(4, "Carla", "Dario"),
        outside(5, "penalty", (1, 1, -4, 1, 1)),
        deal(6, "Dario", "Carla", stake=2),
        finished=finished,
    )


def story(told: Sheet) -> list[str]:
    return list(course_words(course(told), told))


def test_a_match_is_told_by_who_led_where_it_turned_the_biggest_deal_and_the_longest_run() -> None:
    # after the four deals: Anna 2; Anna and Carla 1; Carla 3; Dario 6. The penalty made Dario the first, with 2.
    # Carla and Dario won the deals 2, 4 and 6.
    led = "Anna led after 1 of 4 deals, Carla after 1, Dario after 1"
    assert story(friday()) == [
        f"{led}; after 1 the lead was shared; the lead changed twice.",
        "Dario took the lead for good with penalty 5.",
        "The biggest deal was 6: 6 units.",
        "Carla and Dario won 3 deals in a row, 2 to 6.",
    ]
    assert match_lead(friday()).words() == "Dario won with +6, 5 ahead of Carla."


def evening_of(player: str, match: Sheet) -> list[str]:
    return list(player_words(player_course(match, player), match))


def test_the_evening_of_a_player_names_the_place_and_what_brought_and_what_cost_most() -> None:
    # Carla: -1, +2, nothing, +2, the penalty -4, +2; Dario: -1, 1, 1, 1, 4. After the penalty Dario leads with 2, Anna
    # has 1, Bruno 0, Carla -1; the last deal makes Carla the second
    assert evening_of("Carla", friday()) == [
        "Penalty 5 cost Carla 4 units, deal 2, deal 4 and deal 6 brought 2 units each.",
        "Carla ended with +1, in place 2 of 5 since deal 6.",
        "Carla called 2 of 4 deals and made 2.",
    ]
    assert evening_of("Dario", friday(finished=False)) == [
        "Deal 1 cost Dario 1 unit, deal 6 brought 4 units.",
        "Dario has +6, in place 1 of 5 since penalty 5.",
        "Dario called 1 of 4 deals and made 1.",
    ]


def test_the_evening_of_a_player_says_nothing_of_what_did_not_happen() -> None:
    # Anna and Carla have +1, Elena lost in both deals and called none
    match = sheet(deal(1, "Anna", "Bruno"), deal(2, "Carla", "Dario"))
    assert "Anna ended with +1, sharing place 1 of 5 since deal 2." in evening_of("Anna", match)
    assert evening_of("Elena", match) == [
        "Deal 1 and deal 2 cost Elena 1 unit each.",
        "Elena ended with -2, in place 5 of 5 since deal 2.",
    ]
    four = sheet(*(deal(number, "Anna", "Bruno") for number in range(1, 5)))  # of four equal ones none is named
    assert evening_of("Anna", four) == [
        "Anna ended with +8, in place 1 of 5 since deal 1.",
        "Anna called 4 of 4 deals and made 4.",
    ]
    nobody = player_course(sheet(), "Anna")
    assert (nobody.place, nobody.shared, nobody.best, nobody.worst) == (1, True, (), ())
    on_paper = player_course(sheet(outside(1, "sheet", (2, 1, -1, -1, -1))), "Anna")
    assert (nobody.since, on_paper.since) == (None, None)  # nobody knows how it ran


def test_a_match_that_goes_on_is_told_of_now() -> None:
    told = friday(finished=False)
    assert story(told)[1] == "Dario has led since penalty 5."
    assert match_lead(told).words() == "Dario leads with +6, 5 ahead of Carla."


def test_who_led_all_along_and_who_only_at_the_end() -> None:
    first, other = deal(1, "Anna", "Bruno", stake=2), deal(2, "Anna", "Carla")
    assert story(sheet(first, other))[:2] == [
        "Anna led after every one of the 2 deals.", "Anna led from deal 1 to the end."
    ]  # fmt: skip
    assert story(sheet(first, other, finished=False))[1] == "Anna has led since deal 1."
    # Carla: -2 + 8, Anna: 4 - 4
    late = story(sheet(first, deal(2, "Carla", "Dario", stake=4)))
    assert late[1] == "Carla took the lead only at the end, with deal 2."
    # Anna: 4, 0, 8; Carla: -2, 6, 2: who led before took the lead again
    again = story(sheet(deal(1, "Anna", "Bruno", stake=2), deal(2, "Carla", "Dario", stake=4),
                        deal(3, "Anna", "Bruno", stake=4)))  # fmt: skip
    assert again[1] == "Anna took the lead for good only with the last record, deal 3."


def test_a_lead_that_is_shared_has_no_turning_deal() -> None:
    told = sheet(deal(1, "Anna", "Bruno"), deal(2, "Carla", "Dario"))  # Anna 2 - 1, Carla -1 + 2
    assert story(told) == ["Anna led after 1 of 2 deals; after 1 the lead was shared."]
    assert match_lead(told).words() == "Anna and Carla ended level with +1."
    nobody = [deal(1, "Anna", "Bruno"), deal(2, "Anna", "Bruno", stake=-1)]  # what was won is lost again
    assert match_lead(sheet(*nobody)).words() == "Everybody ended level."
    assert match_lead(sheet(*nobody, finished=False)).words() == "Nobody is ahead."


def test_a_deal_that_turned_the_match_and_was_the_biggest_is_told_once() -> None:
    told = sheet(deal(1, "Anna", "Bruno"), deal(2, "Carla", "Dario", stake=4), deal(3, "Carla", "Dario"))
    assert story(told)[1:3] == [
        "Carla took the lead for good with deal 2.",
        "That was the biggest deal too: 12 units changed hands.",  # 8 + 4
    ]


def test_of_deals_that_were_all_alike_none_is_the_biggest() -> None:
    assert "biggest" not in " ".join(story(sheet(deal(1, "Anna", "Bruno"), deal(2, "Carla", "Dario"))))


def test_a_run_goes_over_deals_that_somebody_rests_in_and_is_won_against_a_call_too() -> None:
    # Anna makes deal 1, rests in 2, and defends in 3, which fails
    told = sheet(deal(1, "Anna", "Bruno"), deal(2, "Carla", "Dario", out="Anna"), deal(3, "Carla", "Bruno", stake=-1))
    assert story(told)[-1] == "The longest runs, 2 deals won in a row: Anna (1 to 3), Dario (2 to 3)."


@pytest.mark.parametrize("records", [(), (outside(1, "sheet", (2, 1, -1, -1, -1)),)])
def test_of_a_match_without_deals_nothing_is_told(records: tuple[Record, ...]) -> None:
    assert story(sheet(*records)) == []


def test_a_race_is_told_by_what_it_is_played_to() -> None:
    # three deals of sides: Anna and Carla win two, then Anna loses 4 to the others: the deals won still lead
    def of_sides(number: int, winners: str) -> Record:
        units = (1, -1, 1, -1) if winners == "A" else (-1, 1, -1, 1)
        return Record(number=number, kind="deal", seats=FOUR, units=units, dealer="Anna", sides="ABAB",
                      counts=(74, 46) if winners == "A" else (46, 74), winners=winners, outcome="won")  # fmt: skip

    late = Record(number=4, kind="penalty", seats=FOUR, units=(-6, 2, 2, 2), note="late")
    match = replace(sheet().match, variant=VARIANTS.load("brisca"), ending=read_ending("won:2"),
                    sitting=Sitting(FOUR, "Anna", finished=True))  # fmt: skip
    level = Sheet(match, tuple(of_sides(number, won) for number, won in enumerate("ABA", 1)))
    assert match_lead(level).words() == "Anna and Carla won with 2 deals, 1 ahead of Bruno and Dario."
    assert story(level)[0] == "Anna and Carla led after 2 of 3 deals; after 1 the lead was shared."
    fined = Sheet(match, (*level.records, late))  # Anna -5, Carla +3, and both won 2 deals, to which they played
    assert course(fined).leaders == ("Anna", "Carla")
    assert match_lead(fined).words() == match_lead(level).words()
    on_paper = Sheet(match, (replace(late, number=1, kind="sheet", units=(3, -3, 3, -3)),))  # nobody knows of deals
    assert match_lead(on_paper).words() == "Anna and Carla won with +3, 6 ahead of Bruno and Dario."


def test_the_lead_is_the_one_of_the_sheet_after_every_record() -> None:
    told = friday()
    for at in range(1, len(told.records) + 1):
        then = Sheet(told.match, told.records[:at])
        best = max(then.lead.values())
        assert course(then).leaders == tuple(player for player in then.players if then.lead[player] == best)
