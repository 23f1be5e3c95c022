import pytest

from scorer.rules.ending import HINT, OPEN_END, End, Ending, read_ending
from scorer.rules.errors import UnreadableError


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("deals:20", Ending(deals=20)),
        ("units:15", Ending(units=15)),
        ("time:23:30", Ending(bell="23:30")),
        ("time:0:00", Ending(bell="0:00")),
        ("time:9:05", Ending(bell="9:05")),
        ("time:19:59", Ending(bell="19:59")),
        ("deals:20,units:15,time:23:30", Ending(deals=20, units=15, bell="23:30")),
        (" deals : 20 , units : 15 + round ", Ending(deals=20, units=15, finish_round=True)),
        ("units:21+round", Ending(units=21, finish_round=True)),
    ],
)
def test_an_end_is_deals_units_or_a_bell(text: str, ending: Ending) -> None:
    assert read_ending(text) == ending


@pytest.mark.parametrize("text", ["", "deals:20", "units:15+round", "deals:20,units:15,time:23:30+round"])
def test_an_end_is_written_as_it_is_read(text: str) -> None:
    assert str(read_ending(text) if text else OPEN_END) == text


def test_playing_on_is_kept() -> None:
    assert read_ending("units:15", play_on=True) == Ending(units=15, play_on=True)


def test_a_round_to_finish_without_an_end_is_nothing_to_write() -> None:
    assert str(Ending(finish_round=True)) == ""


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("deals", "deals"),
        ("deals:0", "deals:0"),
        ("deals:-1", "deals:-1"),
        ("deals:x", "deals:x"),
        ("units:", "units:"),
        ("time:24:00", "time:24:00"),
        ("time:23:60", "time:23:60"),
        ("time:23:301", "time:23:301"),
        ("time:2330", "time:2330"),
        ("hours:3", "hours:3"),
        ("deals:20,deals:21", "deals:21"),
        ("deals:20, units:x", "units:x"),
        ("deals:20,", ""),
        ("", ""),
        ("+round", ""),
    ],
)
def test_what_is_no_end_is_refused_by_its_part(text: str, part: str) -> None:
    with pytest.raises(UnreadableError) as error:
        read_ending(text)
    assert str(error.value) == f"until '{text}': '{part}' cannot be read; {HINT}"


def test_only_the_round_can_be_finished() -> None:
    with pytest.raises(UnreadableError) as error:
        read_ending("deals:20+rounds")
    assert str(error.value) == f"until 'deals:20+rounds': '+rounds' is not known; {HINT}"
    with pytest.raises(UnreadableError):
        read_ending("deals:20+")


def due(ending: Ending, deals: int = 0, *, rung: bool = False, **running: int) -> str | None:
    end = ending.end(deals, {"units": running}, bell_rung=rung)
    return str(end) if end and not end.waits_for else None


def test_deals_are_over_when_they_are_played() -> None:
    ending = Ending(deals=20)
    assert due(ending, 19, Anna=1) is None
    assert due(ending, 20, Anna=1) == "20 deals are played"
    assert due(Ending(deals=1), 1, Anna=1) == "1 deal is played"
    assert due(Ending(deals=2), 2, Anna=1) == "2 deals are played"
    assert due(ending, 21, Anna=1) == "21 deals are played, 20 were agreed"


def test_units_are_those_of_the_leader() -> None:
    ending = Ending(units=15)
    assert due(ending, 9, Anna=14, Bruno=-14) is None
    assert due(ending, 9, Anna=15, Bruno=-15) == "Anna reached 15 units"
    assert due(ending, 9, Anna=15, Bruno=17, Carla=-32) == "Bruno reached 15 units"
    assert due(ending, 9, Anna=16, Bruno=16, Carla=-32) == "Anna and Bruno reached 15 units"


def test_a_shared_lead_plays_on_where_the_variant_says_so() -> None:
    ending = Ending(units=15, play_on=True)
    assert due(ending, 9, Anna=16, Bruno=16, Carla=-32) is None
    assert due(ending, 9, Anna=16, Bruno=15, Carla=-31) == "Anna reached 15 units"
    tied = ending.end(9, {"units": {"Anna": 16, "Bruno": 16, "Carla": -32}}, bell_rung=False)
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
    assert due(Ending(bell="23:30"), 9, rung=True, Anna=0) == "it is past 23:30"
    assert due(Ending(bell="23:30"), 9, rung=False, Anna=0) is None
    assert due(OPEN_END, 9, rung=True, Anna=0) is None


def test_nothing_is_due_before_anybody_plays() -> None:
    assert due(Ending(units=15, deals=3)) is None
