"""`scorer export`: where files go, what is refused, what is never replaced."""

import subprocess
import sys
from importlib.resources import files as resources
from pathlib import Path

import pytest

from tests.fixtures import FIVE, Environment, Ok, Say
from tests.folders import files
from tests.mounting import small_disk
from tests.running import refused

REFUSED, NOT_FOUND, TROUBLE = 3, 4, 5
FILES = {
    *("deals.csv", "matches.csv", "players.csv", "leagues.csv", "payouts.csv"),
    *("standings.csv", "bids.csv", "pairs.csv", "player-statistics.csv", "variants"),
}


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir() if not entry.name.endswith("-turn")}  # where writers queue


def test_the_scorebook_itself_is_never_written_over(table: None, say: Say, tmp_path: Path, book_path: Path) -> None:
    before = book_path.read_bytes()
    (tmp_path / "link.csv").symlink_to(book_path)
    for what, path in (("deals", book_path), ("standings", tmp_path / "link.csv")):
        refused(say(f"export {what} --out {path} --force"), REFUSED, "the scorebook itself")
    assert book_path.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("export everything", REFUSED, ["'everything'", "deals, payouts, matches, bids, pairs, players, standings"]),
        ("export deals --excel fr", REFUSED, ["--excel fr", "it"]),
        ("export deals --league Nobody", NOT_FOUND, ["'Nobody'", "main"]),
        ("export deals --measure base", REFUSED, ["no --measure"]),
        ("export payouts --min-deals 3", REFUSED, ["no --min-deals"]),
        ("export matches --variant brisk", REFUSED, ["no --variant"]),
        ("export all --out X --league main", REFUSED, ["no --league", "whole"]),
        ("export all --out X --excel it", REFUSED, ["no --excel"]),
        ("export all", REFUSED, ["--out DIR"]),
        ("export standings --measure money", REFUSED, ["unit value"]),
    ],
)
def test_what_cannot_be_exported_is_refused_in_words(
    table: None, say: Say, words: str, code: int, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(say(words), code, *said)
    assert not (tmp_path / "X").exists()


def test_one_league_and_some_days(ok: Ok) -> None:
    ok("league add Lega")
    for name, day, league in (("A", 18, "main"), ("B", 19, "main"), ("C", 20, "main"), ("D", 19, "Lega")):
        ok(f"start {name} --players {FIVE} --on 2026-11-{day} --league {league}")
        ok(f"deal anna K elena 61 --match {name}")

    def matches(words: str) -> list[str]:
        return [line.split(",")[1] for line in ok(words).splitlines()[1:]]

    for what in ("deals", "matches"):
        assert matches(f"export {what}") == ["D", "A", "B", "C"]
        assert matches(f"export {what} --league LEGA") == ["D"]
        assert matches(f"export {what} --from 2026-11-19") == ["D", "B", "C"]
        assert matches(f"export {what} --league main --to 2026-11-19") == ["A", "B"]
        assert matches(f"export {what} --from 2026-11-19 --to 2026-11-19") == ["D", "B"]
    assert ok("export standings --league Lega").count("\nLega,") == 5


def test_a_statistic_says_by_which_measure_it_counts(ok: Ok) -> None:
    ok(f"start A --players {FIVE} --on 2026-11-19 --unit-value 0.50 --currency CHF")
    ok("deal anna 2/71 elena 74")
    for words in ("export standings", "standings --format csv", "export pairs --min-deals 1", "export bids"):
        plain = ok(words).splitlines()[0].split(",")
        assert {"measure", "currency"}.isdisjoint(plain)
        for measure, said in (("base", ["base"]), ("plain", ["plain"]), ("money", ["money", "CHF"])):
            header, first = (line.split(",") for line in ok(f"{words} --measure {measure}").splitlines()[:2])
            assert header == [*plain[:2], *["measure", "currency"][: len(said)], *plain[2:]]
            assert first[: 2 + len(said)] == ["main", "chiamata", *said]


# The folder of everything


def test_the_folder_holds_everything_and_nothing_else(table: None, ok: Ok, tmp_path: Path) -> None:
    out = tmp_path / "new" / "all"
    out.parent.mkdir()
    assert ok(f"export all --out {out}") == ""
    assert names(out) == FILES
    assert names(out / "variants") == {"chiamata.toml"}
    assert names(out.parent) == {"all"}
    for what in ("payouts", "standings", "bids", "pairs", "players", "matches"):
        file = "player-statistics" if what == "players" else what
        assert (out / f"{file}.csv").read_text(encoding="utf-8") == ok(f"export {what}"), file


def test_an_export_is_replaced_by_the_next_only_when_forced(table: None, say: Say, ok: Ok, tmp_path: Path) -> None:
    out = tmp_path / "all"
    out.mkdir()  # an empty folder takes one
    ok(f"export all --out {out}")
    assert names(out) == FILES
    ok("deal bruno K elena 61")
    before = files(out)
    refused(say(f"export all --out {out}"), REFUSED, "is there already", "--force")
    assert files(out) == before
    ok(f"export all --out {out} --force")
    assert files(out)["deals.csv"].count(b"\n") == before["deals.csv"].count(b"\n") + 1
    assert names(tmp_path) == {"all", "evening.db"}


def test_a_folder_with_anything_else_in_it_is_never_replaced(table: None, say: Say, ok: Ok, tmp_path: Path) -> None:
    out = tmp_path / "all"
    ok(f"export all --out {out}")
    for foreign in ("photo.jpg", "variants/notes.txt", "variants/x/y.toml"):
        (out / foreign).parent.mkdir(exist_ok=True)
        (out / foreign).write_text("mine", encoding="utf-8")
        before = files(out)
        refused(say(f"export all --out {out} --force"), REFUSED, "no export", Path(foreign).parts[0])
        assert files(out) == before
        (out / foreign).unlink()
    other = tmp_path / "other"  # tables by the same names
    other.mkdir()
    (other / "deals.csv").write_text("customer,amount\nx,1\n", encoding="utf-8")
    refused(say(f"export all --out {other} --force"), REFUSED, "no export", "deals.csv")
    assert names(other) == {"deals.csv"}


def test_a_file_or_the_folder_one_is_in_takes_no_export(
    table: None, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    refused(say(f"export all --out {tmp_path}/file --force"), REFUSED, "is a file; name a folder")
    refused(say(f"export all --out {tmp_path}/file/all"), TROUBLE, "cannot be written")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    refused(say("export all --out ."), REFUSED, "the folder you are in")
    assert names(tmp_path) == {"file", "here", "evening.db"}


def test_a_variant_with_a_name_that_no_file_has_stays_in_the_folder(table: None, ok: Ok, tmp_path: Path) -> None:
    house = tmp_path / "Il nostro: 5%.toml"
    house.write_text("# ours\n" + (resources("scorer") / "variants" / "chiamata.toml").read_text("utf-8"), "utf-8")
    ok(["start", "S", "--players", FIVE, "--variant", str(house)])
    ok(f"export all --out {tmp_path}/all")
    assert names(tmp_path / "all" / "variants") == {"chiamata.toml", "Il nostro%3A 5%25.toml"}


def test_a_full_disk_leaves_nothing_and_spares_the_old_file(table: None, say: Say, ok: Ok, tmp_path: Path) -> None:
    for _ in range(40):
        ok(["deal", "bruno", "K", "elena", "61", "--note", "x" * 400])
    small = tmp_path / "small"
    with small_disk(small, "16k"):
        (small / "deals.csv").write_text("old", encoding="utf-8")
        refused(say(f"export deals --out {small}/deals.csv --force"), TROUBLE, "deals.csv", "No space left")
        refused(say(f"export all --out {small}/all"), TROUBLE, f"{small}/all", "No space left")
        assert files(small) == {"deals.csv": b"old"}
        assert names(small) == {"deals.csv"}


# The real program


def test_the_bytes_are_utf_8_whatever_the_terminal_knows(environment: Environment, ok: Ok, tmp_path: Path) -> None:
    ok(f"start 'Venerdì' --players Zoë,{FIVE} --on 2026-11-20")
    ok("redeal misdeal")
    done = subprocess.run(
        [sys.executable, "-m", "scorer", "export", "deals", "--excel", "en"],
        env=environment() | {"PYTHONIOENCODING": "ascii"}, capture_output=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("\ufeffleague,".encode())
    assert "main,Venerdì,2026-11-20".encode() in done.stdout
    assert b"\r\n" in done.stdout
    assert b"\r\r" not in done.stdout


def test_who_leafs_through_an_export_keeps_nobody_from_recording(
    table: None, environment: Environment, ok: Ok, tmp_path: Path
) -> None:
    long = tmp_path / "long.csv"
    long.write_text("caller,bid,partner,outcome\n" + "Bruno,K,Elena,made\n" * 600, encoding="utf-8")
    ok(f'import {long} --match Long --on 2026-11-19 --players "{FIVE}"')
    words = [sys.executable, "-m", "scorer", "export", "payouts"]
    with subprocess.Popen(words, env=environment(), stdout=subprocess.PIPE) as export:
        assert export.stdout is not None
        assert export.stdout.read(1) == b"l"  # the rest waits: a pipe holds 64 kB at most
        ok("deal anna K elena 61")
        assert export.stdout.read().count(b"\n") == 1 + 5 + 5 + 600 * 5
    assert export.returncode == 0


def test_a_reader_who_goes_away_is_no_trouble(table: None, environment: Environment) -> None:
    line = f"{sys.executable} -m scorer export deals | head -c 1"
    done = subprocess.run(line, shell=True, env=environment(), capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("l", "")
