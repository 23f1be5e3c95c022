"""Files that are wrong: each names the line and what is wrong in it, and leaves no scorebook behind."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.fixtures import FIVE
from tests.imports import Importer

HEAD = "match,on,variant,number,caller,bid,partner,card_points,outcome,slam,times,seat1,seat2,seat3,seat4,seat5"
GOOD = f"Friday,2026-11-20,chiamata,1,Anna,2/71,Elena,74,,,,{FIVE}"
SECOND = f"Friday,2026-11-20,chiamata,2,Bruno,K,solo,58,,,,{FIVE}"
UNITS = "units1,units2,units3,units4,units5"
EXCEL_97 = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def text(*lines: str) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def good_but(**cells: str) -> bytes:
    """The good deal in line 2, and in line 3 the second one with other cells."""
    columns = HEAD.split(",")
    row = dict(zip(columns, SECOND.split(","), strict=True)) | cells
    return text(HEAD, GOOD, ",".join(row[column] for column in columns))


def with_column(name: str, cell: str) -> bytes:
    return text(f"{HEAD},{name}", f"{GOOD},", f"{SECOND},{cell}")


# name: bytes, what the line must be called, a word of the reason
BROKEN: dict[str, tuple[bytes, str, str]] = {
    # no text at all
    "empty": (b"", "", "empty"),
    "only blank lines": (b"\n\n,,,\n", "", "empty"),
    "only a header": (text(HEAD), "", "not one record"),
    "utf-16 with a mark, cut off": (HEAD.encode("utf-16")[:-1], "line 1", "UTF-16"),
    "random bytes": (b"\0\x93\x07\xfe\x00\x81" * 9, "line 1", "byte 1 of it is NUL: no text file"),
    "half a character at the end": (text(HEAD, GOOD) + "ò".encode()[:1], "line 3", "not UTF-8"),
    "a nul": (text(HEAD, GOOD, SECOND.replace("K", "K\0")), "line 3", "byte 37 of it is NUL"),
    "an old workbook": (EXCEL_97 + bytes(50), "line 1", "Excel"),
    "a database": (b"SQLite format 3\0" + bytes(50), "line 1", "database"),
    "a compressed file": (b"\x1f\x8b\x08" + bytes(50), "line 1", "compressed"),
    # quotes, lines, columns
    "a quote that is not closed": (
        text(HEAD, GOOD, SECOND.replace("Bruno", '"Bruno')), "line 3, column caller", "quotation mark"),
    "a quote inside a quoted cell": (
        text(HEAD, GOOD, SECOND.replace("Bruno", '"Br"uno"')), "line 3, column caller", "quotation mark"),
    "a quote inside a cell between semicolons": (
        text(HEAD, SECOND.replace("chiamata", '"a"').replace("Bruno", '"Br"uno"')).replace(b",", b";"),
        "line 2, column caller", "quotation mark"),
    "a quote that runs on for too long": (
        text(HEAD, GOOD, SECOND.replace("K", '"K, the king'), *["x;y,z"] * 60_000), "line 3, column bid", "128 kB"),
    "a carriage return alone": (text(HEAD, GOOD).replace(b"\n", b"\r"), "line 1", "carriage return"),
    "a line too short": (text(HEAD, GOOD, "Friday,2026-11-20"), "line 3", "2 cells, too few: the header has 16"),
    "a line too long": (text(HEAD, GOOD, SECOND + ",more"), "line 3", "17 cells, too many"),
    "a cell of 200 kB": (good_but(caller="x" * 200_000), "line 3, column caller", "128 kB"),
    "a line of 2 MB": (text(HEAD, GOOD, "x" * 2_000_000), "line 3", "1,000,000 bytes"),
    "a million quotes": (text(HEAD, GOOD, '"' * 900_000), "line 3", "128 kB"),
    "a million columns": (b"," * 900_000 + b"x\n", "line 1", "900001 columns"),
    # the header
    "a column twice": (text(HEAD + ",caller", GOOD + ",Anna"), "line 1, column caller", "twice"),
    "a column twice, side by side": (text(HEAD + ",note,note", GOOD + ",,"), "line 1, column note", "twice"),
    "a foreign column": (text(HEAD + ",weather", GOOD + ",rain"), "line 1, column weather", "no such column"),
    "an eighth seat": (text(f"{HEAD},seat10", f"{GOOD},Fabio"), "line 1, column seat10",
        "there is no such column: seven sit at a table, seat1 to 7"),
    "a misspelt column": (text(HEAD.replace("partner", "partnr"), GOOD), "line 1, column partnr", "mean partner?"),
    "a column without a name": (text("match,,on", "a,b,c"), "line 1, column 2", "no name"),
    "no header": (text(GOOD, SECOND), "line 1", "no names of columns"),
    "no caller": (text("match,on,bid,partner,outcome,seat1", "a,b,c,d,e,f"), "line 1", "no column caller"),
    "no match": (text("on,caller,bid,partner,outcome,seat1", "a,b,c,d,e,f"), "line 1", "--match NAME"),
    "no date": (text("match,caller,bid,partner,outcome,seat1", "a,b,c,d,e,f"), "line 1", "--on DATE"),
    "no seats": (text("match,on,caller,bid,partner,outcome", "a,b,c,d,e,f"), "line 1", "--players"),
    "no result": (text("match,on,caller,bid,partner,seat1", "a,b,c,d,e,f"), "line 1", "card_points or outcome"),
    "a part of a folder": (text(HEAD + ",status", GOOD + ",live"), "line 1, column status", "name the folder"),
    # cells
    "a day that is none": (good_but(on="2026-02-30"), "line 3, column on", "no day"),
    "a day in words": (good_but(on="last Friday"), "line 3, column on", "say 2026-01-13 or 13/1/2026"),
    "a year long ago": (good_but(on="1066-10-14"), "line 3, column on", "not within 1900 to 2100"),
    "a match without a name": (good_but(match=""), "line 3, column match", "missing"),
    "no day": (text(HEAD, GOOD.replace("2026-11-20", "")), "line 2, column on", "missing"),
    "nobody at the table": (
        good_but(seat1="", seat2="", seat3="", seat4="", seat5=""), "line 3, column seat1", "missing: 2 to 7"),
    "one at the table": (
        good_but(seat2="", seat3="", seat4="", seat5=""), "line 3, column seat1", "1 player: 2 to 7 sit at a table"),
    "a deal of two": (good_but(seat3="", seat4="", seat5=""), "line 3, column seat1", "2 players"),
    "a redeal of two": (text("match,on,kind,seat1,seat2", "Friday,2026-11-20,passed-out,Anna,Bruno"), "line 2",
        "2 players at the table: this variant is played by 5"),
    "a penalty of two": (text("match,on,kind,seat1,seat2,units1,note", "Friday,2026-11-20,penalty,Anna,Bruno,-4,late"),
        "line 2, column seat1", "2 players: 3 to 7 sit at a table under this variant"),
    "a match called by a number": (good_but(match="12"), "line 3, column match", "number"),
    "an unknown variant": (good_but(variant="chiamatta"), "line 3, column variant", "did you mean chiamata"),
    "an unknown edition": (good_but(variant="mine@00000000"), "line 3, column variant", "scorer variant add"),
    "a variant by its path": (good_but(variant="/etc/passwd"), "line 3, column variant", "scorer variant add"),
    "two variants in one match": (good_but(variant="brisk"), "line 3, column variant", "one variant"),
    "a number twice": (good_but(number="1"), "line 3, column number", "number 1 stands twice in Friday"),
    "number zero": (good_but(number="0"), "line 3, column number", "from 1"),
    "nobody called": (good_but(caller=""), "line 3, column caller", "missing"),
    "a caller who is not there": (good_but(caller="Fabio"), "line 3, column caller", "'Fabio' does not sit"),
    "a caller who is misspelt": (good_but(caller="Brunno"), "line 3, column caller", "did you mean Bruno?"),
    "no partner": (good_but(partner=""), "line 3, column partner", "a player, or solo"),
    "a number of a thousand digits": (
        good_but(times="9" * 1000), "line 3, column times", f"'{'9' * 40}...': say a whole"),
    "one's own partner": (good_but(partner="Bruno"), "line 3, column partner", "own partner"),
    "no bid": (good_but(bid=""), "line 3, column bid", "missing"),
    "a bid that became a date": (good_but(bid="feb-71"), "line 3, column bid", "makes a date of 2/71"),
    "119 card points": (good_but(card_points="119"), "line 3, column card_points", "count again"),
    "half a card point": (good_but(card_points="60.5"), "line 3, column card_points", "60.5"),
    "two counts that are no 120": (good_but(card_points="74/45"), "line 3, column card_points", "119 card points"),
    "an outcome as a count": (good_but(card_points="made"), "line 3, column card_points",
        "'made' is an outcome: say a count, or leave it empty and say made or failed in outcome"),
    "a word as a count": (good_but(card_points="many"), "line 3, column card_points",
        "'many' is no count: say a count, or leave it empty and say made or failed in outcome"),
    "no result in a line": (good_but(card_points=""), "line 3, column card_points", "missing"),
    "an outcome that is none": (good_but(outcome="perhaps"), "line 3, column outcome", "made, failed or even"),
    "an outcome that the count denies": (good_but(outcome="made"), "line 3, column outcome", "58 card points"),
    "an even deal without a count": (good_but(card_points="", outcome="even", variant="brisk", match="Other"),
        "line 3, column outcome", "60 card"),
    "an even deal that the variant has not": (good_but(card_points="", outcome="even"), "line 3, column outcome",
        "chiamata knows no even deal: 60 of 61 is failed"),
    "an even deal where none is": (good_but(card_points="60", outcome="even"), "line 3, column outcome",
        "chiamata knows no even deal: 60 of 61 is failed"),
    "a slam of 58": (good_but(slam="yes"), "line 3, column slam", "58 card points"),
    "a slam that is neither": (good_but(slam="perhaps"), "line 3, column slam", "yes or no"),
    "times zero": (good_but(times="0"), "line 3, column times", "1 to 1024"),
    "a seat left free": (good_but(seat2=""), "line 3, column seat2", "nobody sits here"),
    "four players": (good_but(seat5=""), "line 3, column seat1", "4 players"),
    "a player twice": (good_but(seat5="anna"), "line 3, column seat5", "Anna sits in seat 1 already"),
    "a player called solo": (good_but(seat5="Solo"), "line 3, column seat5", "cannot be a player's name"),
    "a player with a control character": (good_but(seat5="E\x1blena"), "line 3, column seat5", "control"),
    "two players in one cell": (good_but(seat5='"Elena,Fabio"'), "line 3, column seat5", "comma"),
    "a kind that is none": (with_column("kind", "dael"), "line 3, column kind", "misdeal"),
    "a card that is none": (with_column("called", "2 hats"), "line 3, column called", "not a card"),
    "a card that was not bid": (with_column("called", "3 coins"), "line 3, column called", "here the K is called"),
    "a dealer who is not there": (with_column("dealer", "Fabio"), "line 3, column dealer", "does not sit"),
    "who rests who is not there": (with_column("out", "Fabio"), "line 3, column out", "does not sit"),
    "who rests called": (
        text(f"{HEAD},seat6,out", f"{GOOD},Fabio,Carla", f"{SECOND},Fabio,Bruno"),
        "line 3, column caller", "Bruno rests in this deal",
    ),
    "a note of 501 letters": (with_column("note", "x" * 501), "line 3, column note", "at most 500"),
    "a league without letters": (with_column("league", "\u200b"), "line 3, column league", "no visible"),
    "a redeal with a caller": (with_column("kind", "misdeal"), "line 3, column caller", "has none"),
    "units in half": (text(f"{HEAD},{UNITS}", f"{GOOD},4,-2,-2,-2,2.5"), "line 2, column units5", "whole number"),
    "units of somebody who is not there": (
        text(f"{HEAD},{UNITS},units6", f"{GOOD},4,-2,-2,-2,2,4"), "line 2, column units6", "nobody sits in seat 6"),
    "after a cell of two lines": (
        text(f"{HEAD},note", f'{GOOD},"a note\n"', "", f"{SECOND.replace('K', 'X')},"),
        "line 5, column bid", "not a bid"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_names_its_line_and_writes_nothing(name: str, importer: Importer, tmp_path: Path) -> None:
    contents, line, reason = BROKEN[name]
    path = tmp_path / "deals.csv"
    path.write_bytes(contents)
    before = sorted(tmp_path.iterdir())
    first, *_others = importer.refused(str(path))
    assert (first.startswith(line), reason in first) == (True, True), first
    assert sorted(tmp_path.iterdir()) == before


def test_all_that_is_wrong_is_named_fifty_lines_at_most(importer: Importer, tmp_path: Path) -> None:
    path = tmp_path / "deals.csv"
    path.write_bytes(good_but(caller="Fabio", bid="X", card_points="119"))
    assert [fault.split(":")[0] for fault in importer.refused(str(path))] == [
        "line 3, column bid", "line 3, column card_points", "line 3, column caller"
    ]  # fmt: skip
    lines = [GOOD.replace("2/71", "X").replace(",1,", f",{number},") for number in range(1, 61)]
    path.write_bytes(text(HEAD, *lines))
    *faults, more = importer.refused(str(path))
    assert (len(faults), more) == (50, "10 more")
    assert faults[0].startswith("line 2, column bid: 'X' is not a bid")
    assert faults[49].startswith("line 51, column bid: 'X' is not a bid")


def test_a_hundred_megabytes_in_one_cell_stay_outside(
    scorer: Callable[..., CompletedProcess[str]], tmp_path: Path
) -> None:
    """Under a limit of 300 MB of memory, of which the program itself needs a third."""
    path = tmp_path / "deals.csv"
    with path.open("wb") as file:
        file.write(f"{HEAD}\n".encode() + b'"')
        file.writelines(b"x" * 99 + b"\n" for _ in range(1_000_000))
    done = scorer(["import", str(path)], PYTHONMALLOC="malloc")
    assert (done.returncode, "128 kB" in done.stderr) == (3, True)


def test_what_is_no_file_is_refused(importer: Importer, tmp_path: Path) -> None:
    importer.refused(str(tmp_path), "", "it is not a folder of scorer export all")
    importer.refused("/dev/zero", "", "no text file")
