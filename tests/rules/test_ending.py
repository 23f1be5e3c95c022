import pytest

from scorer.rules.ending import HINT, OPEN_END, End, Ending, leading, read_ending
from scorer.rules.errors import UnreadableError


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("deals:20", Ending(deals=20)),
        ("time:23:30", Ending(bell="23:30")),
        ("time:0:00", Ending(bell="0:00")),
        ("deals:20,units:15,time:23:30", Ending(deals=20, race=("units", 15), bell="23:30")),
        (" deals : 20 , units : 15 + round ", Ending(deals=20, race=("units", 15), finish_round=True)),
        ("units:21+round", Ending(race=("units", 21), finish_round=True)),
        ("won:3", Ending(race=("won", 3))),
        ("taken:500", Ending(race=("taken", 500))),
        ("taken:121,deals:20", Ending(deals=20, race=("taken", 121))),
    ],
)
def test_an_end_is_deals_units_or_a_bell(text: str, ending: Ending) -> None:
    assert read_ending(text) == ending


@pytest.mark.parametrize(
    "text", ["", "deals:20", "units:15+round", "deals:20,units:15,time:23:30+round", "won:3,time:23:30"]
)
def test_an_end_is_written_as_it_is_read(text: str) -> None:
    assert str(read_ending(text) if text else OPEN_END) == text
    assert str(Ending(finish_round=True)) == ""  # a round to finish, and no end


def test_a_paper_sheet_leaves_the_units_and_the_deals_of_an_end() -> None:
    assert read_ending("won:3,time:23:30").on_paper() == Ending(bell="23:30", first=("units",))
    assert read_ending("taken:121,deals:20").on_paper() == Ending(deals=20, first=("units",))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("deals", "deals"),
        ("deals:0", "deals:0"),
        ("units:", "units:"),
        ("won:0", "won:0"),
        ("won:3,won:4", "won:4"),
        ("time:24:00", "time:24:00"),
        ("time:23:60", "time:23:60"),
        ("time:2330", "time:2330"),
        ("hours:3", "hours:3"),
        ("deals:20, units:x", "units:x"),
        ("", ""),
        ("+round", ""),
    ],
)
def test_what_is_no_end_is_refused_by_its_part(text: str, part: str) -> None:
    with pytest.raises(UnreadableError) as error:
        read_ending(text)
    assert str(error.value) == f"until '{text}': '{part}' cannot be read; {HINT}"


@pytest.mark.parametrize("key", ["deals", "units", "won", "taken"])
def test_an_end_too_far_off_was_said_to_be_unreadable(key: str) -> None:
    assert str(read_ending(f"{key}:999999999")) == f"{key}:999999999"
    with pytest.raises(UnreadableError) as error:
        read_ending(f"time:23:30,{key}:1000000000")
    assert str(error.value) == f"until '{key}:1000000000' is too much; the most is {key}:999999999"


def test_only_the_round_can_be_finished() -> None:
    with pytest.raises(UnreadableError) as error:
        read_ending("deals:20+rounds")
    assert str(error.value) == f"until 'deals:20+rounds': '+rounds' is not known; {HINT}"
    with pytest.raises(UnreadableError):
        read_ending("deals:20+")


def due(ending: Ending, deals: int, running: dict[str, int], *, rung: bool = False) -> str | None:
    end = ending.end(deals, {"units": running}, bell_rung=rung)
    return str(end) if end and not end.waits_for else None


@pytest.mark.parametrize(
    ("ending", "deals", "running", "words"),
    [
        (Ending(deals=20), 19, {"Anna": 1}, None),
        (Ending(deals=20), 20, {"Anna": 1}, "20 deals are played"),
        (Ending(deals=1), 1, {"Anna": 1}, "1 deal is played"),
        (Ending(deals=20), 21, {"Anna": 1}, "21 deals are played, 1 more than the 20 agreed"),
        (Ending(race=("units", 15)), 9, {"Anna": 14, "Bruno": -14}, None),
        (Ending(race=("units", 15)), 9, {"Anna": 15, "Bruno": -15}, "Anna reached 15 units"),
        (Ending(race=("units", 15)), 9, {"Anna": 15, "Bruno": 17, "Carla": -32}, "Bruno reached 15 units"),
        (Ending(race=("units", 15)), 9, {"Anna": 16, "Bruno": 16, "Carla": -32}, "Anna and Bruno reached 15 units"),
        # a shared lead plays on where the variant says so
        (Ending(race=("units", 15), play_on=True), 9, {"Anna": 16, "Bruno": 16, "Carla": -32}, None),
        (Ending(race=("units", 15), play_on=True), 9, {"Anna": 16, "Bruno": 15, "Carla": -31}, "Anna reached 15 units"),
        # nothing is due before anybody plays
        (Ending(race=("units", 15), deals=3), 0, {}, None),
        (Ending(bell="23:30"), 9, {"Anna": 0}, None),
    ],
)
def test_when_a_match_is_over(ending: Ending, deals: int, running: dict[str, int], words: str | None) -> None:
    assert due(ending, deals, running) == words


def test_a_shared_lead_waits_for_the_tie_to_be_broken() -> None:
    units = {"Anna": 16, "Bruno": 16, "Carla": -32}
    tied = Ending(race=("units", 15), play_on=True).end(9, {"units": units}, bell_rung=False)
    assert tied == End("units", 15, 9, ("Anna", "Bruno"), waits_for="tie")


def test_an_open_round_is_waited_for_where_that_was_agreed() -> None:
    lead = {"units": {"Anna": 1, "Bruno": -1}}
    end = Ending(deals=3, finish_round=True).end(4, lead, bell_rung=False, round_open=True)
    assert end == End("deals", 3, 4, ("Anna",), waits_for="round")
    end = Ending(deals=3).end(4, lead, bell_rung=False, round_open=True)
    assert end == End("deals", 3, 4, ("Anna",))
    end = Ending(bell="23:30", finish_round=True).end(4, {"units": {"Anna": 1}}, bell_rung=True, round_open=True)
    assert end == End("time", "23:30", 4, ("Anna",), waits_for="round")


def test_the_bell_ends_a_match_that_has_one() -> None:
    assert due(Ending(bell="23:30"), 9, {"Anna": 0}, rung=True) == "it is past 23:30"
    assert due(OPEN_END, 9, {"Anna": 0}, rung=True) is None


# Deals won, card points taken

PAIRS = (("Anna", "Carla"), ("Bruno", "Dario"))


def ended(ending: Ending, deals: int = 5, **tallies: dict[str, int]) -> End | None:
    return ending.end(deals, tallies, sides=PAIRS, bell_rung=False)


def of_sides(anna: int, bruno: int) -> dict[str, int]:
    """What Anna and Carla, and Bruno and Dario have together."""
    return {"Anna": anna, "Bruno": bruno, "Carla": anna, "Dario": bruno}


def test_deals_won_are_over_when_a_side_has_them() -> None:
    ending = Ending(race=("won", 3), play_on=True)
    assert ended(ending, won=of_sides(2, 2)) is None
    end = ended(ending, units=of_sides(-9, 9), won=of_sides(3, 2))
    assert end == End("won", 3, 5, ("Anna", "Carla"))  # partners lead together, and it is no tie
    assert str(end) == "Anna and Carla won 3 deals"
    assert str(ended(Ending(race=("won", 1)), won={"Anna": 1, "Bruno": 0})) == "Anna won 1 deal"
    # a win that counts two jumps over the limit
    assert ended(ending, won=of_sides(2, 4)) == End("won", 3, 5, ("Bruno", "Dario"))


def test_both_may_reach_their_card_points_in_one_deal() -> None:
    ending = Ending(race=("taken", 500), play_on=True)
    assert ended(ending, taken=of_sides(499, 431)) is None
    assert ended(ending, taken=of_sides(500, 431)) == End("taken", 500, 5, ("Anna", "Carla"))
    assert ended(ending, taken=of_sides(509, 521)) == End("taken", 500, 5, ("Bruno", "Dario"))  # the higher
    everybody = ("Anna", "Bruno", "Carla", "Dario")
    assert ended(ending, taken=of_sides(512, 512)) == End("taken", 500, 5, everybody, waits_for="tie")  # play on
    assert ended(ending, taken=of_sides(590, 610)) == End("taken", 500, 5, ("Bruno", "Dario"))
    assert str(ended(ending, taken=of_sides(500, 431))) == "Anna and Carla took 500 card points"
    assert str(ended(Ending(race=("taken", 1)), taken={"Anna": 1, "Bruno": 0})) == "Anna took 1 card point"
    assert ended(Ending(race=("taken", 500)), taken=of_sides(512, 512)) == End("taken", 500, 5, everybody)  # shared


def test_what_is_reached_is_said_in_numbers() -> None:
    three = {"Anna": 1, "Bruno": 1, "Carla": 1, "Dario": -3}
    assert str(ended(Ending(race=("units", 1)), units=three)) == "Anna, Bruno and Carla reached 1 unit"


def test_what_nobody_has_is_not_reached() -> None:
    assert ended(Ending(race=("won", 1)), units=of_sides(4, -4)) is None
    assert ended(Ending(race=("won", 1)), won={}) is None
    waited = Ending(race=("won", 1), finish_round=True).end(1, {"won": of_sides(1, 0)}, bell_rung=False)
    assert waited == End("won", 1, 1, ("Anna", "Carla"))  # the round is not open


def test_who_leads_has_most_and_of_those_the_most_of_what_comes_next() -> None:
    assert (leading([]), leading([{}])) == ((), ())
    assert leading([{"Anna": -1, "Bruno": -2}]) == ("Anna",)
    # who is not in a tally has nothing of it
    assert leading([{"Anna": 1, "Bruno": 1, "Carla": 0}, {"Bruno": -1}]) == ("Anna",)
    assert leading([{"Anna": 1, "Bruno": 1}, {"Bruno": 1}]) == ("Bruno",)


def test_each_alone_shares_a_lead_with_nobody() -> None:
    ending = Ending(race=("won", 3), play_on=True)
    tied = ending.end(5, {"won": {"Anna": 3, "Bruno": 3, "Carla": 1}}, sides=(("Anna",), ("Bruno",)), bell_rung=False)
    assert tied == End("won", 3, 5, ("Anna", "Bruno"), waits_for="tie")


def test_of_several_limits_the_first_that_is_reached_ends_the_match() -> None:
    ending = read_ending("deals:6,won:3,time:23:30")
    some = {"units": of_sides(4, -4), "won": of_sides(2, 1)}
    assert ended(ending, 5, **some) is None
    assert ended(ending, 6, **some) == End("deals", 6, 6, ("Anna", "Carla"))
    assert ended(ending, 5, **some | {"won": of_sides(3, 1)}) == End("won", 3, 5, ("Anna", "Carla"))
    assert ended(ending, 6, **some | {"won": of_sides(3, 3)}) == End("won", 3, 6, ("Anna", "Bruno", "Carla", "Dario"))


def test_a_match_is_played_to_units_deals_won_or_card_points_and_not_to_two_of_them() -> None:
    for text, races in (("taken:121,won:3", "won or taken"), ("deals:6,units:9,won:3", "units or won")):
        with pytest.raises(
            UnreadableError, match=f"^until '{text}': a match is played to {races}, not to both; say one"
        ):
            read_ending(text)


def test_the_lead_goes_by_what_the_variant_puts_first() -> None:
    ending = Ending(deals=4, first=("won", "taken"))
    tied = {"units": of_sides(9, -9), "won": of_sides(2, 2)}
    assert ended(ending, 4, **tied, taken=of_sides(230, 250)) == End("deals", 4, 4, ("Bruno", "Dario"))
    assert ended(ending, 4, **tied) == End("deals", 4, 4, ("Anna", "Bruno", "Carla", "Dario"))  # nobody counted
    assert ended(Ending(deals=4), 4, **tied) == End("deals", 4, 4, ("Anna", "Carla"))
    assert ended(Ending(deals=4, race=("won", 3)), 4, **tied) == End("deals", 4, 4, ("Anna", "Bruno", "Carla", "Dario"))


@pytest.mark.parametrize(
    ("ending", "race"),
    [
        (Ending(deals=9), None),
        (Ending(deals=9, race=("units", 15)), ("units", 15)),
        (Ending(race=("won", 3), bell="23:30"), ("won", 3)),
        (Ending(race=("taken", 500)), ("taken", 500)),
    ],
)
def test_a_race_is_what_somebody_can_reach(ending: Ending, race: tuple[str, int] | None) -> None:
    assert (ending.race, ending.is_open) == (race, False)


def test_nothing_agreed_is_an_open_end() -> None:
    assert (OPEN_END.race, OPEN_END.is_open) == (None, True)
