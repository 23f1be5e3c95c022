"""The lossless form that somebody has put a hand to: each fault is named with its file and line, nothing is written."""

import os
import shutil
from pathlib import Path

import pytest

from tests.fixtures import FIVE, Ok, Say
from tests.folders import same
from tests.running import recorded

HOUSE_FILE = Path(__file__).parents[1] / "rules" / "house" / "the-two.toml"
EVENING = (
    "deal bruno 2/71 elena 74",
    "edit 4 --result 60 --reason 'counted again'",
    "deal carla K solo 58",
    "undo",
    "redeal misdeal",
    "void 2 --reason 'was no fault'",
    f"seats {FIVE},Fabio --out Carla",
    "call dario 2/82",
    f"start Other --players {FIVE} --on 2026-11-21",
    "finish Other",
    "player hide Fabio",
)


@pytest.fixture(scope="module")
def made(fridays: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Path]:
    """Friday with everything that can become of a record, and the folder that is exported of it, made once."""
    place = tmp_path_factory.mktemp("folder")
    (place / "evening.db").write_bytes(fridays["begun"])
    lines = [line if "Other" in line or line.startswith("player") else f"{line} --match Friday" for line in EVENING]
    return recorded(place / "evening.db", [*lines, f"export all --out {place / 'all'}"]), place / "all"


@pytest.fixture
def folder(made: tuple[bytes, Path], book_path: Path, tmp_path: Path) -> Path:
    """That scorebook as the one of a test, and a copy of its folder."""
    book_path.write_bytes(made[0])
    return Path(shutil.copytree(made[1], tmp_path / "all"))


def change(path: Path, old: str, new: str, times: int = 1) -> None:
    before = path.read_text(encoding="utf-8")
    assert old in before
    path.write_text(before.replace(old, new, times), encoding="utf-8")


@pytest.fixture
def new(tmp_path: Path) -> str:
    """Where the scorebook is that a folder comes into."""
    return str(tmp_path / "new.db")


def refused(say: Say, folder: Path, new: str) -> str:
    """Assert that a folder is refused and that nothing is written; the first line of the answer."""
    before = Path(new).read_bytes() if Path(new).exists() else b""
    done = say(["import", str(folder)], db=new)
    assert (done.returncode, done.stdout) == (3, ""), done
    assert (Path(new).read_bytes() if Path(new).exists() else b"") == before
    return done.stderr.splitlines()[0].removeprefix("scorer: ")


def test_a_folder_comes_back_to_the_last_voided_row_and_goes_again_with_one_undo(
    folder: Path, ok: Ok, say: Say, new: str, tmp_path: Path
) -> None:
    looked = say(["import", str(folder), "--dry-run"], db=new)
    assert looked.stdout.startswith("Would import 7 records of 2 matches from all; 6 new players")
    assert not Path(new).exists()
    done = say(["import", str(folder)], db=new)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "Imported 7 records of 2 matches from all; 6 new players (Anna, Bruno, Carla, Dario, Elena, Fabio). "
        "scorer --yes undo takes it back.\n"
    )
    ok(f"export all --out {tmp_path / 'again'}", db=new)
    same(folder, tmp_path / "again")
    for shown in ("sheet Friday", "matches --format csv", "player list"):
        assert ok(shown) == ok(shown, db=new)
    ok("--yes undo", db=new)  # Friday is open, and this brought more than Friday
    assert "nothing to undo" in say("undo", db=new).stderr
    ok("redo", db=new)
    assert "edited 4: result 74 -> 60" in ok("history --match Friday", db=new)
    # the same next deal: number 6, Dario's call pending, the dealer due
    assert ok("deal solo 85", db=new) == ok("deal solo 85 --match Friday")
    ok("undo --match Friday", db=new)
    ok("undo --match Friday")
    assert ok("sheet Friday", db=new) == ok("sheet Friday")


def test_a_folder_joins_what_is_there(folder: Path, ok: Ok, say: Say, new: str) -> None:
    ok(f"start Old --players {FIVE} --on 2020-01-01", db=new)
    assert say(["import", str(folder)], db=new).returncode == 0
    assert ok("standings --match Friday", db=new).replace("match 2", "match 1") == ok("standings --match Friday")
    again = say(["import", str(folder)], db=new)
    assert again.returncode == 3
    assert "2026-11-20: Friday is there already, as Friday (Anna +4, Carla +1, " in again.stderr


WRONG = {
    "a column is missing": ("matches.csv", "started_at", "begun", "matches.csv: line 1", "no such column"),
    "an unknown status": ("deals.csv", ",undone,", ",lost,", "deals.csv: line 7, column status", "live, edited"),
    "live twice": ("deals.csv", ",edited,", ",live,", "deals.csv: line 6", "no edited or undone edition 1"),
    "edited by nobody": ("deals.csv", ",live,1,,", ",live,,,", "deals.csv: line 5, column status", "no line of"),
    "replaces what is not there": ("deals.csv", ",live,1,", ",live,3,", "deals.csv: line 6", "edition 3 of number 4"),
    "replaces in words": ("deals.csv", ",live,1,", ",live,one,", "deals.csv: line 6, column replaces", "whole number"),
    "no moment": ("deals.csv", "Z\n", "\n", "deals.csv: line 2, column recorded_at", "no moment"),
    "units moved": ("deals.csv", "2,-1,-1,-1,1", "2,-1,-1,-2,2", "deals.csv: line 2, column units4", "gives -1"),
    "no number": ("deals.csv", "chiamata,1,", "chiamata,,", "deals.csv: line 2, column number", "missing"),
    "another match": ("deals.csv", "main,Friday", "main,Fryday", "deals.csv: line 2, column match", "not in matches"),
    "a state that is none": ("matches.csv", ",open,", ",over,", "matches.csv: line 2, column state", "finished"),
    "an end that is none": ("matches.csv", ",open,,", ",open,soon,", "matches.csv: line 2, column until", "soon"),
    "a caller from elsewhere": ("matches.csv", ",Dario,2/82", ",Zoe,2/82", "matches.csv: line 2, column call_c", "Zoe"),
    "money in words": ("leagues.csv", ",0,", ",much,", "leagues.csv: line 2, column unit_value_cents", "much"),
    "no such league": ("leagues.csv", "main", "Lega", "matches.csv: line 2, column league", "not in leagues.csv"),
    "neither hidden nor not": ("players.csv", "Anna,no", "Anna,maybe", "players.csv: line 2, column hidden", "yes or"),
    "a player twice": (
        "players.csv", "Bruno,no,", "anna,no,", "players.csv: line 3, column player", "Anna stands twice"),
    "a player who is no other": (
        "players.csv", "Bruno,no,", "Bruno,no,\nBruno,yes,Anna", "players.csv: line 4", "Bruno stands twice"),
    "a league twice": (
        "leagues.csv", "EUR\n", "EUR\nMAIN,brisk,0,EUR\n", "leagues.csv: line 3, column league", "MAIN stands twice"),
    "a league of what no variant can be called": (
        "leagues.csv", "chiamata", "No One", "leagues.csv: line 2, column variant", "No One"),
    "two of one table are one": ("players.csv", "Bruno,no,", "Bruno,no,Anna", "matches.csv: line 2, column seat1",
        "Bruno and Anna sit at one table here, and Bruno is merged into Anna: they are two people"),
    "two of one table are a third": (
        "players.csv", "Anna,no,\nBruno,no,", "Anna,no,Zoe\nBruno,no,Zoe\nZoe,no,", "matches.csv: line 2, column seat1",
        "both are merged into Zoe: they are two people"),
    "deals that are cut off": ("matches.csv", "chiamata,2,", "chiamata,12,", "matches.csv: line 2, column deals",
        "Friday has 12 deals here, and 2 that are live in deals.csv"),
    "deals in words": ("matches.csv", "chiamata,2,", "chiamata,two,", "matches.csv: line 2, column deals", "whole"),
    "merged into nobody": ("players.csv", "Anna,no,", "Anna,no,Zoe", "players.csv: column merged_into", "Anna"),
    "merged into oneself": ("players.csv", "Anna,no,", "Anna,no,Anna", "players.csv: column merged_into", "Anna"),
    "a variant that leaves a rest": (
        "variants/chiamata.toml", "caller = 2", "caller = 3", "variants/chiamata.toml: ", "residual"),
    "a variant that is no toml": ("variants/chiamata.toml", "=", "!", "variants/chiamata.toml: ", "TOML"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_broken_folder_names_file_and_line(name: str, folder: Path, say: Say, new: str) -> None:
    file, old, changed, where, reason = WRONG[name]
    change(folder / file, old, changed)
    first = refused(say, folder, new)
    assert (first.startswith(where), reason in first) == (True, True), first


def test_lines_that_stand_elsewhere_twice_or_no_more_are_refused(folder: Path, say: Say, new: str) -> None:
    head, first, *others = (folder / "deals.csv").read_text(encoding="utf-8").splitlines()
    other = first.replace("main,Friday,2026-11-20", "main,Other,2026-11-21")
    apart = "deals.csv: line 4, column match: the lines of Friday do not stand together"
    for lines, says in (
        ((head, first, other, *others), apart),
        ((head, first, first, *others), "deals.csv: line 3, column status: number 1 is live twice in one match"),
        # a file that lost its last lines is no smaller scorebook
        ((head, first, others[0]),
         "matches.csv: line 2, column deals: Friday has 2 deals here, and 1 that is live in deals.csv"),
    ):  # fmt: skip
        (folder / "deals.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        assert refused(say, folder, new).startswith(says)


def test_a_folder_without_a_file_or_with_a_pipe_is_no_export_and_takes_no_options(
    folder: Path, say: Say, new: str
) -> None:
    done = say(["import", str(folder), "--league", "Lega"])
    assert (done.returncode, "leave the options away" in done.stderr) == (3, True)
    for file in ("deals.csv", "matches.csv", "players.csv", "leagues.csv"):
        (folder / file).rename(folder / "away")
        assert refused(say, folder, new).endswith(f"has no {file}: it is not a folder of scorer export all")
        (folder / "away").rename(folder / file)
    for name in ("variants/mine.toml", "players.csv"):  # which is not waited for
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)
        first = refused(say, folder, new)
        assert (name in first, "no regular file" in first) == (True, True), first
        (folder / name).unlink()


def test_the_number_of_deals_need_not_be_said(folder: Path, ok: Ok, new: str) -> None:
    change(folder / "matches.csv", "chiamata,2,", "chiamata,,")
    ok(["import", str(folder)], db=new)


def test_two_who_were_merged_here_did_not_sit_at_one_table_there(folder: Path, ok: Ok, say: Say, new: str) -> None:
    for number, names in enumerate(("Anna,Ugo,Vera,Walter,Zeno", "Bruno,Ugo,Vera,Walter,Zeno")):
        ok(f"start Old{number} --players {names}", db=new)
    ok("player merge Bruno Anna", db=new)
    assert refused(say, folder, new).startswith(
        "matches.csv: line 2, column seat1: Bruno and Anna sit at one table here, and Bruno is merged into Anna"
    )


def test_two_who_sat_in_one_live_record_are_two_though_one_of_them_left(
    folder: Path, ok: Ok, say: Say, new: str, tmp_path: Path
) -> None:
    ok("seats Bruno,Carla,Dario,Elena,Fabio --match Friday")  # Anna is in the records only
    ok("reopen Other")
    ok("seats Bruno,Carla,Dario,Elena,Fabio --match Other")
    ok(f"export all --out {tmp_path / 'later'}")
    change(tmp_path / "later" / "players.csv", "Anna,no,", "Anna,no,Bruno")
    assert refused(say, tmp_path / "later", new).startswith(
        "deals.csv: line 2, column seat1: Anna and Bruno sit at one table here, and Anna is merged into Bruno"
    )


def test_a_league_may_be_played_under_a_variant_of_another_machine(folder: Path, ok: Ok, say: Say, new: str) -> None:
    change(folder / "leagues.csv", "EUR\n", "EUR\nLega,of-the-club,0,EUR\n")
    done = say(["import", str(folder)], db=new)
    how = "scorer variant add of-the-club.toml brings it here"
    assert (done.returncode, done.stderr) == (
        0,
        f"league Lega is played under of-the-club, which is not known here: {how}\n",
    )
    assert ok("check", db=new) == ""
    started = say(f"start Monday --league Lega --players {FIVE}", db=new)
    assert (started.returncode, "of-the-club" in started.stderr) == (4, True)


def test_a_house_variant_that_only_a_league_names_comes_along(
    ok: Ok, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok(f"variant add {HOUSE_FILE} --name casa")
    ok(f"start Friday --players {FIVE}")
    ok("league add Lega --variant casa")
    ok(f"export all --out {tmp_path / 'all'}")
    assert sorted(path.name for path in (tmp_path / "all" / "variants").iterdir()) == ["casa.toml", "chiamata.toml"]
    monkeypatch.setenv("SCORER_VARIANTS", str(tmp_path / "nothing-here"))  # another machine
    ok(f"import {tmp_path / 'all'}", db=new)
    ok(f"export all --out {tmp_path / 'again'}", db=new)
    house = (tmp_path / "again" / "variants" / "casa.toml").read_bytes()
    assert house == (tmp_path / "all" / "variants" / "casa.toml").read_bytes()
    assert ok("check", db=new) == ""


def test_what_the_scorebook_has_otherwise_is_said(folder: Path, ok: Ok, say: Say, new: str) -> None:
    ok("start Old --players Fabio,Tea,Vera,Walter,Zeno", db=new)
    ok("start Older --players Fabio,Tea,Ugo,Walter,Zeno", db=new)
    ok("player merge Ugo Vera", db=new)
    change(folder / "players.csv", "Fabio,yes,", "Fabio,yes,Zoe\nZoe,no,\nUgo,no,")
    change(folder / "leagues.csv", "chiamata,0,", "brisk,50,")
    done = say(["import", str(folder)], db=new)
    assert (done.returncode, done.stderr.splitlines()) == (0, [
        "players.csv merges Fabio into Zoe, and that is not done: Fabio stays a player of their own",
        "players.csv has Ugo as a player of their own; here Ugo stays merged into Vera",
        "league main keeps its variant chiamata; leagues.csv says brisk",
        "league main keeps its unit_value_cents 0; leagues.csv says 50",
    ])  # fmt: skip


def test_the_notice_of_a_residual_names_the_file(folder: Path, ok: Ok, say: Say, new: str, tmp_path: Path) -> None:
    ok("adjust Anna=-3 --reason ruling --match Friday")
    ok(f"export all --out {tmp_path / 'later'}")
    done = say(["import", str(tmp_path / "later")], db=new)
    assert "deals.csv: line 9: the units of this adjustment leave a residual of -3" in done.stderr
