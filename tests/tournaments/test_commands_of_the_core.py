"""What the commands of an evening say and refuse where a tournament is in the scorebook, or a word means one."""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixtures import Ok, Say
from tests.imports import Csv
from tests.running import refused

FIVE = "Anna,Bruno,Carla,Dario,Elena"
NOT_FOUND, REFUSED, USAGE = 4, 3, 2


def test_nothing_had_happened_in_a_scorebook_with_a_tournament_alone(ok: Ok, say: Say) -> None:
    ok("tournament new Cup --format ten-deals --on 2026-12-05")
    assert [line[18:] for line in ok("history").splitlines()] == ["Cup: tournament Cup opened"]
    for name, day in (("Friday", 4), ("Saturday", 5)):
        ok(f"start {name} --players {FIVE} --on 2026-12-0{day}")
    ok("redeal misdeal --match Saturday")
    ok("league add Casa")
    ok("undo --match Saturday")
    whole = [
        "Cup: tournament Cup opened",
        "Friday (match 1): match started",
        "Saturday (match 2): match started",
        "Saturday (match 2): 1: A misdeal: nobody pays  [undone]",
        "league Casa added",
        "Saturday (match 2): undo: 1: A misdeal: nobody pays",
    ]
    assert [line[18:] for line in ok("history").splitlines()] == whole  # several matches are open, it said, and refused
    ok("finish Friday")
    assert [line[18:] for line in ok("history --all").splitlines()] == [*whole, "Friday (match 1): match finished"]
    assert say("history Friday --all").returncode == 2


def test_a_table_of_a_tournament_is_what_its_tournament_makes_it(ok: Ok, say: Say) -> None:
    ok("tournament new Cup --format ten-deals --on 2026-12-05")
    ok("tournament enter Ada,Bea,Cia,Dea,Eva")
    ok("tournament draw --on 2026-12-05")
    assert say('match edit 1 --on 2026-12-06 --reason "a day later"').stderr == (
        "scorer: R1 T1 is a table of a tournament, which decides its name, day, league, variant, money and end; "
        "scorer tournament redraw --on DATE draws it for another day\n"
    )


def test_what_the_desk_of_a_tournament_did_last_is_refused_with_its_command(ok: Ok, say: Say) -> None:
    ok("tournament new Cup --format ten-deals")
    refused(say("undo"), 3, "this was done at the desk of Cup: tournament Cup opened; scorer tournament drop takes")
    ok(f"tournament enter {FIVE}")
    command = 'scorer tournament undo --tournament "Cup" takes it back'
    refused(say("undo"), 3, "this was done at the desk of Cup: entered 5 players; ", command)
    ok(f"start Bar --players {FIVE}")
    ok("deal anna K bruno 70")
    ok("tournament draw")
    refused(say("undo"), 3, command, "; scorer undo --match 1 takes back what was done last at Bar\n")
    ok("tournament undo")
    refused(say("redo"), 3, 'scorer tournament redo --tournament "Cup" does it again')
    assert ok("undo").startswith("Undone: 1: Anna called")


def test_a_tournament_that_was_dropped_comes_back_by_redo(ok: Ok) -> None:
    ok("tournament new Cup --format ten-deals")
    ok("tournament drop")
    assert ok("redo") == "Done again: tournament Cup opened\n"
    assert "Cup" in ok("tournament show")


def test_a_list_of_entrants_and_a_table_of_an_evening_read_a_name_alike(ok: Ok, csv: Csv) -> None:
    people = ("Rossi;Anna", "Bianchi;Anna", "De Luca;Bruno", "Neri;Carla", "Verdi;Dario")
    ok("tournament new Natale --format ten-deals --on 2026-12-05")
    ok(f"tournament enter --from {csv('Cognome;Nome', *people, name='entries.csv')}")
    ok("tournament draw --on 2026-12-05")
    units = (f"16/01/2026;{who};{won}" for who, won in zip(people, (4, -1, -1, -1, -1), strict=True))
    assert "new player" not in ok(f"import {csv('Data;Cognome;Nome;Punti', *units)} --as evenings")
    assert "Bruno De Luca" in ok("player list")


def test_a_page_that_is_made_to_be_shared_follows_the_umask(ok: Ok, tmp_path: Path) -> None:
    ok("tournament new Natale --format scighera")
    page = tmp_path / "podium.html"
    ok(f"tournament print podium --out {page}")
    assert f"{page.stat().st_mode & 0o777:o}" == "644"


def test_a_variant_is_meant_by_its_first_letters_and_kept_by_its_whole_name(
    ok: Ok, rows: Callable[[str], list[tuple[str]]]
) -> None:
    ok("tournament new Day --format ten-deals --variant chiamat")
    assert rows("SELECT name FROM variant") == [("chiamata",)]
    assert '"chiamata"' in rows("SELECT settings FROM tournament")[0][0]


REFUSALS = (
    (
        "ranking --on 03-11-26", REFUSED,
        "--on '03-11-26' could be 2003-11-26 or 2026-11-03: say the one that is meant",
    ),
    ("tournament new N --format ten", NOT_FOUND, "ten-deals or ten-deals-placement"),
    ("tournament swap Hugo", USAGE, "ENTRANT is missing, as in scorer tournament swap ENTRANT ENTRANT"),
    ("tournament print sheets --blank 6 --variant gingo", REFUSED, "a score sheet for 6: Gingo is played by 5\n"),
    (
        "tournament new Natale --format scighera --variant gingo", REFUSED,
        "gingo has no payouts for a table of 6; choose another --variant, or other sizes in a format of your own",
    ),
    *(
        ([*line.split(), option, ""], REFUSED, f"{option} is empty: say something behind it, or leave it out")
        for line, option in (
            ("tournament new Natale --format scighera", "--on"), ("tournament draw", "--on"),
            ("tournament enter", "--from"), ("ranking", "--on"), ("chances", "--tournament"), ("chances", "--deals"),
        )
    ),
)  # fmt: skip


@pytest.mark.parametrize(("words", "code", "says"), REFUSALS)
def test_bad_input_is_refused_in_one_line(
    friday: None, say: Say, book_path: Path, words: str | list[str], code: int, says: str
) -> None:
    before = book_path.read_bytes()
    refused(say(words), code, says)
    assert book_path.read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [
        "tournament new Natale --format elite-2024 --variant 'briscola pazza'",
        "tournament print sheets --blank 5 --variant 'briscola pazza'",
    ],
)
def test_a_name_of_two_games_is_refused_with_a_command_for_either(say: Say, tmp_path: Path, line: str) -> None:
    done = say(line)
    refused(done, NOT_FOUND, "is a name of two games, Briscola Chiamata and Gingo: say scorer ")
    commands = done.stderr.removesuffix("\n").split(": say ")[1].split(" or ")
    assert [command.replace("gingo", "chiamata") for command in commands] == [commands[0]] * 2
    for at, command in enumerate(commands):
        _scorer, *typed = shlex.split(command)
        assert say(typed, db=str(tmp_path / f"{at}.db")).returncode == 0, command


def test_a_slip_in_the_path_of_a_scorebook_makes_no_folder(say: Say, tmp_path: Path) -> None:
    refused(say("tournament new Natale --format scighera", db=f"{tmp_path}/saeson/book.db"), 3, "saeson is not there")
    assert not (tmp_path / "saeson").exists()
