"""Whatever the names, tables fit eighty columns and a narrower terminal; no shortened name can be another's."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from scorer.cli.layout import CUT, NARROW, WIDTH, TextColumn, fitted, shortened, wrapped
from tests import cli_reference
from tests.running import recorded

ROOT = Path(__file__).resolve().parents[2]

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

Say = Callable[..., CompletedProcess[str]]


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


@settings(max_examples=50)
@given(NAMES, st.integers(NARROW, 40))
def test_every_name_is_short_and_can_be_no_other(names: list[str], limit: int) -> None:
    short = shortened(names, limit)
    assert set(short) == set(names)
    assert max(map(cell_len, short.values()), default=0) <= limit
    assert len(set(short.values())) == len(set(names))
    for name, cut in short.items():
        assert cut == name or [other for other in set(names) if could_be(cut, other)] in ([name], [])


@settings(max_examples=50)
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


def test_beside_two_keys_that_leave_a_column_no_room_the_last_of_them_gives_way() -> None:
    # the rows were folded: `biggest comeback  Gine..  from 16 units` and `behind` in a line of its own
    columns = [
        TextColumn("record", ["won in a row", "biggest comeback"], left=True),
        TextColumn("player", ["Ginevra", "Massimiliano Rossi"], names="player", left=True),
        TextColumn("how much", ["8 deals", "from 16 units behind"]),
        TextColumn("on", ["2026-01-16", "2026-06-05"], left=True),
    ]
    assert fitted(columns, keys=2, known={}, widest=40).splitlines() == [
        "record                        how much",
        "won in a row                   8 deals",
        "biggest comeback  from 16 units behind",
        "",
        "record            player      on",
        "won in a row      Ginevra     2026-01-16",
        "biggest comeback  Massimil..  2026-06-05",
    ]


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S"]) | st.just(" "), max_size=300))
@example("\U0001f3fb")  # the colour of a skin, and nobody whose it is: no width
def test_a_long_line_is_wrapped_and_loses_nothing(text: str) -> None:
    lines = wrapped(text).split("\n")
    assert max(map(cell_len, lines)) <= WIDTH
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Three matches of thirteen players with hostile names under two variants, with units of many figures."""
    lines = [["league", "add", "聯" * 40, "--unit-value", "9999999"]]
    for number, seats in enumerate((HOSTILE[:5], HOSTILE[5:10], HOSTILE[8:])):
        match = str(number + 1)
        variant = ("chiamata", "brisk", "chiamata")[number]
        first, second, third, *_ = seats
        players = ",".join(f"={seat}" for seat in seats)  # exactly so
        lines += [["start", "赛" * 39 + match, "--players", players, "--league", "聯" * 40, "--variant", variant]]
        for times in range(1, 13):
            lines += [
                ["deal", first, "2/71", second, "74", "--times", str(times), "--match", match],
                ["deal", third, "K", "solo", "made", "--no-slam", "--times", "1024", "--match", match],
                ["deal", second, "2/101", first, "60", "--match", match],
            ]
        lines += [
            ["adjust", f"{first}=1000000,{second}=-1000000", "--reason", "ruling", "--match", match],
            ["penalty", third, "4", "--reason", "late", "--match", match],
        ]
    return recorded(tmp_path_factory.mktemp("hostile") / "season.db", lines)


NARROW_TERMINAL = 40
COMMANDS = (
    *("standings", "standings --measure money", "bids", "bids --bands", "players", "players --measure money"),
    *("pairs", "matches", f"players {shlex.quote(HOSTILE[12])}"),
)


@pytest.mark.parametrize("columns", [WIDTH, NARROW_TERMINAL])
def test_every_table_of_a_hostile_season_fits_a_narrow_terminal_too(
    hostile: bytes, book_path: Path, ok: Callable[..., str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    book_path.write_bytes(hostile)
    if columns != WIDTH:
        monkeypatch.setenv("COLUMNS", str(columns))
    for command in COMMANDS:
        lines = ok(command).splitlines()
        assert {line for line in lines if cell_len(line) > columns} == set(), command
        assert len(lines) > 3, command


LONG_NAMES = "Anna,Bruno,Massimiliano Rossi,Massimiliano Verdi,Maria Antonietta,Flavia,Gina"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An evening of seven with every kind of record, and an open call."""
    evening = [
        f"start Friday --players '{LONG_NAMES}' --variant monte --unit-value 0.10 --until deals:20+round",
        "deal gina 75 'massimiliano r' 74",
        "deal anna 91 'massimiliano v' 120 --slam --note 'the first slam of the year, and with seven at the table'",
        "penalty gina 5 --reason 'showed a card to the whole table, twice'",
        "adjust 'Anna=-13,Bruno=13' --reason 'opening balances'",
        "redeal passed-out",
        "edit 1 --result 90 --reason 'counted again by two of us'",
        "call flavia 91",
    ]
    return recorded(tmp_path_factory.mktemp("club") / "club.db", evening)


LOOKING = (
    *("", "sheet 1", "settle 1", "history --match 1", "explain 2 --match 1", "seats --match 1", "matches", "check"),
    "records",
    *("standings", "standings --short", "bids", "bids --bands", "players", "players gina", "pairs --min-deals 1"),
    *("variant show briscola-p", "variant show rematada-p", "variant check muerte-al-tres-alone"),
    *("variant list", "variant show six", "league list", "player list"),
    *("deal flavia 80", "deal solo 130 --match 1", "variant show b", "finish 1"),
    *("undo --match 1", "void 2 --reason wrong --match 1", "deal anna 82 --match 1", "reopen 1"),
)


@pytest.fixture(scope="module")
def other_games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Tables of long names where nobody calls: pairs of whom one rests, six alone, two with bonuses; and Rematada."""
    names = LONG_NAMES.split(",")
    evening = [
        f"start Pairs --players '{','.join(names[:5])}' --variant brisca-hundred",
        "deal bruno 104 --match 1",
        "deal anna 60 --more-cards 'massimiliano v' --note 'twenty cards and one, which was counted twice' --match 1",
        "deal bruno 80 --match 1",
        "redeal misdeal --match 1",
        f"start Alone --players '{LONG_NAMES}' --variant mexican --until won:5",
        "deal bruno=10 flavia=11 gina=0 maria=40 'massimiliano r=50' --match 2",
        "start Duel --players 'Massimiliano Rossi,Maria Antonietta' --variant cinquecento",
        "deal maria 124 --bonus maria=40,massim=20 --match 3",
        f"start Rematada --players '{','.join(names[2:5])}' --variant rematada-points",
        "deal maria 110 125 --bonus 60 --match 4",
    ]
    return recorded(tmp_path_factory.mktemp("others") / "others.db", evening)


LOOKING_AT_SIDES = (
    *("", "sheet 1", "sheet 2", "sheet 3", "sheet 4", "settle 1", "history --match 1", "history --match 2"),
    *("explain 1 --match 1", "explain 2 --match 1", "explain 1 --match 2", "explain 1 --match 3"),
    *("explain 1 --match 4", "deal bruno 74 --match 1", "deal bruno 60 --match 1", "deal gina won --match 2"),
    *("deal maria 400 --match 3", "seats --match 1", "finish 2", "undo --match 2", "call gina 110 --match 2"),
    *("edit 1 --result 'bruno 60' --more-cards anna --reason recount --match 1", "deal maria 110 99 --match 4"),
)

LANGUAGES = ("accented", "italian", "spanish")  # fixtures that speak them


@pytest.fixture
def fits(book_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes, Sequence[str], int], None]:
    """Assert that what commands say of a scorebook fits so wide a terminal.

    Every figure that a wide terminal shows is there; a word is whole, but for names, which may be shortened.
    """

    def look(book: bytes, commands: Sequence[str], widest: int) -> None:
        def said(columns: int) -> str:
            book_path.write_bytes(book)
            monkeypatch.setenv("COLUMNS", str(columns))
            done = say(command)
            return done.stdout + done.stderr

        for command in commands:
            wide, narrow = words_of(said(500)), said(widest)
            assert wide or command == "check"
            assert {line for line in narrow.splitlines() if cell_len(line) > widest} == set(), command
            cut = {word for word in words_of(narrow) - wide if CUT not in word and not is_beginning(word)}
            if cut:  # a table may have other titles where it stands below another
                assert cut <= words_of(said(80)), command
            figures = {word for word in wide - words_of(narrow) if any(sign.isdecimal() for sign in word)}
            assert figures == set(), command

    return look


def test_whatever_is_said_fits_a_narrow_terminal_and_cuts_no_word(
    club: bytes, fits: Callable[[bytes, Sequence[str], int], None]
) -> None:
    fits(club, LOOKING, NARROW_TERMINAL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_is_a_third_longer_fits_a_narrow_terminal_too(
    language: str,
    request: pytest.FixtureRequest,
    club: bytes,
    other_games: bytes,
    fits: Callable[[bytes, Sequence[str], int], None],
) -> None:
    request.getfixturevalue(language)
    fits(club, LOOKING, 60)
    fits(other_games, LOOKING_AT_SIDES, 60)


def words_of(text: str) -> set[str]:
    """The words of a text, without the stops and brackets beside them."""
    return {word.strip(".,;:()") for word in text.split()}


def is_beginning(word: str) -> bool:
    """Whether a word is how a name begins, short enough for a column."""
    return any(name.startswith(word) for name in LONG_NAMES.replace(",", " ").split())


def test_help_fits_a_narrow_terminal_and_speaks_no_python() -> None:
    for name, _ in cli_reference.commands():
        shown = cli_reference.help_text(name, 60)
        assert [line for line in shown.splitlines() if len(line) > 60] == [], name
        assert not re.search(r"<(bool|str|list)", shown), name


def test_a_pipe_keeps_its_lines(club: bytes, book_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal, and without COLUMNS, nothing is folded; what is pasted into a chat never is."""
    book_path.write_bytes(club)
    monkeypatch.delenv("COLUMNS")
    history = say("history --match 1").stdout
    assert max(map(len, history.splitlines())) > 150
    plain = say("sheet 1 --plain").stdout
    monkeypatch.setenv("COLUMNS", "40")
    assert say("sheet 1 --plain").stdout == plain
    assert max(map(len, say("history --match 1").stdout.splitlines())) <= 40


def test_a_terminal_says_how_wide_it_is(
    club: bytes, book_path: Path, environment: Callable[[], dict[str, str]]
) -> None:
    import fcntl
    import pty
    import struct
    import termios

    book_path.write_bytes(club)
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    env = {name: text for name, text in environment().items() if name != "COLUMNS"}
    with subprocess.Popen([sys.executable, "-m", "scorer", "history", "--match", "1"], stdout=side, env=env) as running:
        os.close(side)
        shown = b""
        try:
            while piece := os.read(main, 65536):
                shown += piece
        except OSError:  # the other side is closed
            pass
    os.close(main)
    lines = shown.decode().splitlines()
    assert running.returncode == 0
    assert 40 < max(map(len, lines)) <= 60


def test_what_people_read_is_said_in_one_way() -> None:
    """`say`, `notice` and `confirm` of scorer/cli/context.py fold; past them goes only what must not be folded."""
    raw = {
        "app.py": "the version",
        "context.py": "say and notice themselves",
        "dashboard.py": "an address to click on",
        "demo.py": "what a command said already",
        "housekeeping.py": "a path",
        "sheets.py": "a sheet for a chat, CSV and JSON",
        "statistics_text.py": "standings for a chat",
        "rule_files.py": "a TOML file",
    }
    others = [path for path in (ROOT / "scorer").rglob("*.py") if not {"phones", "tournaments"} & {*path.parts}]
    found = {path.name for path in others if "typer.echo" in path.read_text(encoding="utf-8")}
    assert found == set(raw)
