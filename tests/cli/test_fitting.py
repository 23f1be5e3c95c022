"""Whatever the names, the tables fit eighty columns, and no shortened name can be taken for another."""

import io
import shlex
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from scorer.cli.context import Settings
from scorer.cli.fitting import CUT, NARROW, WIDTH, TextColumn, fitted, shortened, wrapped
from tests.running import run

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
HOSTILE = [
    "a" * 40,
    "a" * 39 + "b",
    "a" * 20 + "b" + "a" * 19,
    "a" * 20 + "c" + "a" * 19,
    "日本" * 20,
    "日本" * 19 + "日日",
    "Massimiliano Rossi",
    "Massimiliano Rossini",
    "Massimi..si",
    FAMILY * 5 + "x",
    FAMILY * 5 + "y",
    "e\u0301" * 20,
    "=SUM(A1)",
]
NAMES = st.lists(st.text(st.characters(categories=["L", "M", "N", "P", "S"]), min_size=1, max_size=40), max_size=12)


def could_be(short: str, name: str) -> bool:
    """Whether a person may take the short name for this name."""
    if short == name:
        return True
    head, cut, tail = short.rpartition(CUT)
    return bool(cut) and not tail.startswith("#") and name.startswith(head) and name.endswith(tail)


def test_a_name_keeps_its_beginning() -> None:
    assert shortened(["Massimiliano", "Anna"], 11) == {"Massimiliano": "Massimili..", "Anna": "Anna"}


def test_names_that_begin_alike_keep_their_end() -> None:
    assert shortened(["Massimiliano Rossi", "Massimiliano Rossini"], 11) == {
        "Massimiliano Rossi": "Massimi..si",
        "Massimiliano Rossini": "Massimi..ni",
    }


def test_names_that_differ_in_the_middle_are_numbered() -> None:
    assert list(shortened(HOSTILE[2:4], 11).values()) == ["aaaaaaa..#1", "aaaaaaa..#2"]


def test_a_shortened_name_is_no_other_name() -> None:
    short = shortened(HOSTILE, NARROW)
    assert short["Massimi..si"] == "Massimi..si"
    assert short["Massimiliano Rossi"] != "Massimi..si"


@given(NAMES, st.integers(NARROW, 40))
def test_every_name_is_short_and_can_be_no_other(names: list[str], limit: int) -> None:
    short = shortened(names, limit)
    assert set(short) == set(names)
    assert max(map(cell_len, short.values()), default=0) <= limit
    assert len(set(short.values())) == len(set(names))
    for name, cut in short.items():
        assert cut == name or [other for other in set(names) if could_be(cut, other)] in ([name], [])


@given(NAMES, st.lists(st.integers(1, 30), max_size=12))
def test_every_table_fits(names: list[str], widths: list[int]) -> None:
    columns = [
        TextColumn("player", names, names="player", left=True),
        TextColumn("other", names, names="player", left=True),
    ]
    columns += [TextColumn("n", ["9" * width] * len(names)) for width in widths]
    shown = fitted(columns, keys=2, known={})
    assert max(map(cell_len, shown.splitlines())) <= WIDTH
    assert shown.count("9" * 30) == widths.count(30) * len(names)


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S"]) | st.just(" "), max_size=300))
@example("\U0001f3fb")  # the colour of a skin, and nobody whose it is: no width
def test_a_long_line_is_wrapped_and_loses_nothing(text: str) -> None:
    lines = wrapped(text).split("\n")
    assert max(map(cell_len, lines)) <= WIDTH
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Three matches of thirteen players with hostile names under two variants, with units of many figures."""
    path = tmp_path_factory.mktemp("hostile") / "season.db"
    shared = Settings(db=str(path), no_input=True)

    def say(*words: str) -> None:
        assert run(words, shared) == 0, words

    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), pytest.MonkeyPatch.context() as patch:
        patch.delenv("SCORER_MATCH", raising=False)
        say("league", "add", "聯" * 40, "--unit-value", "9999999")
        for number, seats in enumerate((HOSTILE[:5], HOSTILE[5:10], HOSTILE[8:])):
            match = str(number + 1)
            variant = ("chiamata", "brisk", "chiamata")[number]
            first, second, third, *_ = seats
            say("start", "赛" * 39 + match, "--players", ",".join(seats), "--league", "聯" * 40, "--variant", variant)
            for times in range(1, 13):
                say("deal", first, "2/71", second, "74", "--times", str(times), "--match", match)
                say("deal", third, "K", "solo", "made", "--no-slam", "--times", "1024", "--match", match)
                say("deal", second, "2/101", first, "60", "--match", match)
            say("adjust", f"{first}=1000000,{second}=-1000000", "--reason", "ruling", "--match", match)
            say("penalty", third, "4", "--reason", "late", "--match", match)
    shared.book.close()
    return path.read_bytes()


COMMANDS = [
    "standings",
    "bids",
    "bids --bands",
    "players",
    "pairs",
    "matches",
    *(f"players NAME{n}" for n in range(13)),
]


@pytest.mark.parametrize("measure", ["", "--measure base", "--measure money", "--match 1"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_table_of_a_hostile_season_fits(
    hostile: bytes, book_path: Path, ok: Callable[..., str], command: str, measure: str
) -> None:
    book_path.write_bytes(hostile)
    head, name, number = command.partition("NAME")
    words = shlex.split(head) + ([HOSTILE[int(number)]] if name else [])
    if command == "matches":
        measure = ""
    lines = ok([*words, *measure.split()]).splitlines()
    assert {line for line in lines if cell_len(line) > WIDTH} == set()
    assert len(lines) > 3 or "No deal of" in lines[0]
