"""Matches under several texts of one variant: one table where they mean the same, else several, told apart in words."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.rule_files import VARIANTS

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
FOUR = "Anna,Bruno,Carla,Dario"
TODAY = VARIANTS.read_text("brisca")[1]
OLDER = "# as it was shipped a week ago\n" + TODAY.replace("Decision: the table says", "Decision: the players say")
TO_TWO = TODAY.replace("won:3", "won:2")  # a match ended at 2 deals won
assert len({TODAY, OLDER, TO_TWO}) == 3


def digest8(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*.*")}


@pytest.fixture
def played(tmp_path: Path, ok: Ok) -> Callable[..., None]:
    """A finished match of one deal, 74 to 46 for the first player's side, under a text of this name."""

    def play(match: str, text: str, name: str = "brisca", first: str = "anna") -> None:
        file = tmp_path / f"{name}.toml"
        file.write_text(text, encoding="utf-8")
        ok(f"start {match} --players {FOUR} --variant {file} --on 2026-11-20")
        ok(f"deal {first} 74")
        ok("finish")

    return play


@pytest.fixture
def upgraded(played: Callable[..., None]) -> None:
    """Anna and Carla won under the older text; Bruno and Dario under that of today, twice."""
    played("Before", OLDER)
    played("After", TODAY, first="bruno")
    played("Later", TODAY, first="bruno")


def units(text: str) -> dict[str, int]:
    """The units of each player in a short table of standings."""
    return {line.split()[1]: int(line.split()[2]) for line in text.splitlines() if line[:1].isdigit()}


def test_an_upgrade_split_a_season_over_a_comment(upgraded: None, ok: Ok) -> None:
    # one deal for Anna and Carla, two for Bruno and Dario
    season = {"Anna": -1, "Bruno": 1, "Carla": -1, "Dario": 1}
    for words in ("", "--variant brisca", f"--variant brisca@{digest8(OLDER)}", f"--variant brisca@{digest8(TODAY)}"):
        shown = ok(f"standings --short {words}")
        assert shown.startswith("League main, brisca, 3 deals, 2026-11-20\n"), words
        assert units(shown) == season, words
    for statistic in ("players", "records"):
        assert ok(statistic).count("League main") == 1, statistic
        assert "@" not in ok(statistic), statistic
    assert {line.split(",")[3] for line in ok("export deals").splitlines()[1:]} == {"brisca"}
    assert "@" not in ok("matches") + ok("export payouts") + ok("export standings")
    assert ok("check") == ""


def test_one_text_of_a_meaning_goes_out_and_comes_in_as_it_was(upgraded: None, ok: Ok, tmp_path: Path) -> None:
    new = str(tmp_path / "new.db")
    ok(f"export all --out {tmp_path}/one")
    ok(f"import {tmp_path}/one", db=new)
    ok(f"export all --out {tmp_path}/two", db=new)
    one = contents(tmp_path / "one")
    assert one == contents(tmp_path / "two")
    assert {name: text for name, text in one.items() if name.startswith("variants")} == {"variants/brisca.toml": TODAY}


def test_an_export_from_before_the_upgrade_comes_in_and_only_its_label_is_another(
    played: Callable[..., None], ok: Ok, tmp_path: Path
) -> None:
    played("Before", OLDER)
    ok(f"export all --out {tmp_path}/kept")
    old, label = tmp_path / "old", f"brisca@{digest8(OLDER)}"
    (old / "variants").mkdir(parents=True)
    for name, text in contents(tmp_path / "kept").items():  # as the program wrote it that had another text
        (old / name.replace("brisca", label)).write_text(text.replace(",brisca,", f",{label},"), encoding="utf-8")
    new = str(tmp_path / "new.db")
    ok(f"import {old}", db=new)
    ok(f"export all --out {tmp_path}/again", db=new)
    again = contents(tmp_path / "again")
    assert again == contents(tmp_path / "kept")
    assert again["variants/brisca.toml"] == OLDER


def test_every_digest_of_a_meaning_finds_it_in_a_file(upgraded: None, ok: Ok, tmp_path: Path) -> None:
    head = "match,on,variant,seat1,seat2,seat3,seat4,sides,counts"
    for day, text in enumerate((OLDER, TODAY), 1):
        line = f"From a file,2026-12-0{day},brisca@{digest8(text)},{FOUR},ABAB,74 46"
        (tmp_path / "deals.csv").write_text(f"{head}\n{line}\n", encoding="utf-8")
        ok(f"import {tmp_path}/deals.csv")
    assert ok("standings --short").startswith("League main, brisca, 5 deals, ")


@pytest.mark.parametrize("texts", [(OLDER, TODAY), (TODAY, OLDER)])
def test_a_label_does_not_depend_on_which_text_was_played_first(
    texts: tuple[str, str], played: Callable[..., None], ok: Ok
) -> None:
    for text in texts:
        played(f"M{digest8(text)}", text, "house")
    assert ok("standings --short").startswith("League main, house, 2 deals, ")
    played("Short", TO_TWO, "house")
    smallest = min(map(digest8, texts))
    heads = [line for line in ok("standings --short").splitlines() if line.startswith("League")]
    assert sorted(heads) == sorted(
        [
            f"League main, house@{smallest}, 2 deals, 2026-11-20",
            f"League main, house@{digest8(TO_TWO)}, 1 deal, 2026-11-20",
        ]
    )
    for text in texts:
        assert f"house@{smallest}, 2 deals" in ok(f"standings --variant house@{digest8(text)}")


def test_a_house_table_whose_file_is_gone_is_still_one_in_a_file(
    played: Callable[..., None], ok: Ok, tmp_path: Path
) -> None:
    played("One", OLDER, "house")
    played("Two", TODAY, "house")
    head = "match,on,variant,seat1,seat2,seat3,seat4,sides,counts"
    (tmp_path / "deals.csv").write_text(f"{head}\nThree,2026-12-01,house,{FOUR},ABAB,74 46\n", encoding="utf-8")
    ok(f"import {tmp_path}/deals.csv")
    assert ok("standings --short").startswith("League main, house, 3 deals, ")


def test_where_a_number_changed_two_tables_say_in_words_in_what(
    upgraded: None, played: Callable[..., None], ok: Ok
) -> None:
    played("Short", TO_TWO)
    label = f"brisca@{digest8(TO_TWO)}"
    words = f"{label} differs from brisca. End: 2 deals won, not 3 deals won."
    shown = ok("standings")
    assert "League main, brisca, 3 deals, 2026-11-20\nplace" in shown
    assert f"League main, {label}, 1 deal, 2026-11-20\n{words}\nplace" in shown
    for also in ("standings --measure base", "players anna", "records", "report"):
        assert words in " ".join(ok(also).split()), also
    assert ok("standings --variant brisca").count("League main") == 2  # a name is all that have it


def test_a_text_of_a_newer_program_harms_only_what_reads_it(upgraded: None, ok: Ok, say: Say, book_path: Path) -> None:
    newer = f"{TODAY}\n[a_key_of_tomorrow]\nx = 1\n"
    with closing(sqlite3.connect(book_path)) as connection:
        row = (sha256(newer.encode()).hexdigest(), "brisca", newer)
        connection.execute("INSERT INTO variant (digest, name, text) VALUES (?, ?, ?)", row)
        connection.commit()
    assert {line.split(",")[3] for line in ok("export deals").splitlines()[1:]} == {"brisca"}
    assert "74" in ok("sheet After --plain")
    refused = say("standings")
    assert (refused.returncode, "is damaged" in refused.stderr) == (5, True)
    assert f"variant {row[0][:8]} (brisca): it is no sound variant any more" in say("check").stdout
