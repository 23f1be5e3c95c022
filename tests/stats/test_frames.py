"""What the frames hold: live records alone, of the matches that are chosen, with names as they are read now."""

import re
from collections.abc import Callable
from contextlib import closing
from datetime import date
from importlib.resources import files
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest

from scorer.errors import DamagedError, NotFoundError, RefusedError
from scorer.frames import Frames, measured, parts, whole
from tests import core_stats as stats
from tests.figures import figures
from tests.fixtures import FIVE, Ok

DEAL = "deal anna K elena 61"  # Anna +2, Elena +1, the others -1
Read = Callable[..., Frames]


def units(frames: Frames) -> dict[str, int]:
    """Everybody's units."""
    return dict(figures(stats.standings(frames), "player", "units"))


def numbers(frames: Frames) -> list[tuple[int, int]]:
    """Match and number of every deal, in the order of the frame."""
    found: list[tuple[int, int]] = figures(frames.deals, "match_id", "number")
    return found


def start(name: str, *more: str, on: str = "2026-11-20", players: str = FIVE) -> str:
    return " ".join([f"start {name} --players {players} --on {on}", *more])


# What is in


def test_voided_edited_and_undone_records_are_out(table: None, ok: Ok, read: Read) -> None:
    # the table: Anna K Elena 61; a penalty of Anna's, four to the others; a redeal
    ok("deal bruno K carla 61")  # undone below
    ok("undo")
    ok("void 2 --reason 'never happened'")
    ok("edit 1 --result 60 --reason misread")  # failed: Anna -2, Elena -1, the others +1
    assert units(read()) == {"Bruno": 1, "Carla": 1, "Dario": 1, "Elena": -1, "Anna": -2}
    assert numbers(read()) == [(1, 1)]
    ok("undo 3")
    ok("redo")
    # the edit, the voiding and the redeal undone; the redeal is not in the frames, so all is as at the table
    assert units(read()) == {"Anna": 2 - 4, "Bruno": 0, "Carla": 0, "Dario": 0, "Elena": 1 + 1}


def test_a_match_whose_start_was_undone_is_out(friday: None, ok: Ok, read: Read) -> None:
    ok(DEAL)
    assert read().matches["match"].tolist() == ["Friday"]
    ok("undo 2")
    assert [len(frame) for frame in (read().matches, read().deals, read().payouts)] == [0, 0, 0]
    ok("redo 2")
    assert units(read())["Anna"] == 2


def test_hidden_players_are_in_and_merged_ones_are_read_as_their_target(friday: None, ok: Ok, read: Read) -> None:
    ok(DEAL)
    ok("finish")
    ok(start("Saturday", players="Anne,Bruno,Carla,Dario,Elena", on="2026-11-21"))
    ok("deal anne K elena 61")
    ok("player hide carla")
    assert units(read()) == {"Anna": 2, "Anne": 2, "Elena": 2, "Bruno": -2, "Carla": -2, "Dario": -2}
    ok("player merge anne anna")
    assert units(read()) == {"Anna": 4, "Elena": 2, "Bruno": -2, "Carla": -2, "Dario": -2}
    assert figures(stats.standings(read()), "player", "matches", "called")[0] == ("Anna", 2, 2)
    ok("player rename anna Zita")
    assert read().payouts["player"].cat.categories.tolist() == ["Bruno", "Carla", "Dario", "Elena", "Zita"]
    assert read().deals["caller"].tolist() == ["Zita", "Zita"]


def test_paper_sheets_count_as_units_and_as_a_match_and_not_as_deals(
    friday: None, ok: Ok, read: Read, book_path: Path
) -> None:
    ok(DEAL)
    seats = ", ".join(f"seat{seat}" for seat in range(1, 6))
    paid = ", ".join(f"units{seat}" for seat in range(1, 6))
    with closing(connect(book_path)) as connection, connection:
        connection.execute(
            f"INSERT INTO record (match_id, number, kind, slam, times, note, made_by, {seats}, {paid})"
            f" SELECT 1, 2, 'sheet', 0, 1, 'paper', made_by, {seats}, 10, -10, 5, -5, NULL FROM record"
        )
    columns = ("player", "matches", "deals", "units", "units_per_deal")
    assert figures(stats.standings(read()), *columns) == [
        ("Anna", 1, 1, 12, 2.0),
        ("Carla", 1, 1, 4, -1.0),
        ("Elena", 1, 1, 1, 1.0),
        ("Dario", 1, 1, -6, -1.0),
        ("Bruno", 1, 1, -11, -1.0),
    ]
    assert set(read().payouts["role"]) == {"caller", "partner", "defender", "sheet"}
    assert units(measured(read(), "base"))["Anna"] == 2  # the deal alone
    ok("void 1 --reason 'on the sheet already'")
    assert figures(stats.standings(read()), *columns)[0] == ("Anna", 1, 0, 10, None)
    assert figures(stats.running(read().payouts)) == [(10, -10, 5, -5)]  # nothing of Elena's


def test_records_stand_in_the_order_of_day_match_and_number(ok: Ok, read: Read) -> None:
    ok(start("Later", on="2026-11-27"))
    ok(start("Earlier", on="2026-11-13"))
    for match in (1, 2, 1, 2):
        ok(f"{DEAL} --match {match}")
    ok("edit 1 --result 70 --reason misread --match 1")  # written last
    assert numbers(read()) == [(2, 1), (2, 2), (1, 1), (1, 2)]
    assert read().deals["card_points"].tolist() == [61, 61, 70, 61]
    assert read().payouts["match_id"].tolist() == [2] * 10 + [1] * 10
    assert read().matches["match"].tolist() == ["Earlier", "Later"]


# Words and numbers


def test_bids_stand_in_the_order_of_the_auction(friday: None, ok: Ok, read: Read) -> None:
    for bid in ("2/120", "2/71", "2", "7", "J", "A", "2/101", "4"):
        ok(f"deal anna {bid} elena made")
    assert read().deals["bid"].cat.categories.tolist() == ["A", "J", "7", "4", "2", "2/71", "2/101", "2/120"]
    assert read().deals["bid"].tolist() == ["2/120", "2/71", "2", "7", "J", "A", "2/101", "4"]
    bands = stats.bands(read())["band"].tolist()
    assert bands == ["A", "J", "7", "4", "2", "71-80", "101-110", "111-120"]


def highest(frames: Frames, player: str = "Anna") -> str:
    table = stats.records(frames, player)
    return str(figures(table, "highest_bid_made")[0][0])


def test_each_variant_has_its_own_order_of_bids(ok: Ok, read: Read) -> None:
    # chiamata: A 3 K Q J 7 6 5 4 2; with tens: A 10 K Q J 6 5 4 3 2. Whoever came first decides nothing for the other
    for line in (start("One"), "deal anna 3 elena made", "deal anna K elena made", "finish"):
        ok(line)
    ok(start("Two", "--variant tens", on="2026-11-21"))
    for bid in ("3", "K", "6", "10", "2/71"):
        ok(f"deal bruno {bid} elena made")
    for line in ("deal anna 6 elena made", "deal anna 3 elena made", "finish"):
        ok(line)
    order = {part.variants[0]: part.frames.deals["bid"].cat.categories.tolist() for part in parts(read())}
    assert order == {"chiamata": ["3", "K"], "tens": ["10", "K", "6", "3", "2/71"]}
    assert (highest(read(variant="chiamata")), highest(read(variant="tens"))) == ("K", "3")


def test_of_several_variants_in_one_table_that_of_most_matches_has_the_order(ok: Ok, read: Read) -> None:
    for line in (start("One", "--variant tens"), "deal anna 6 elena made", "deal anna 3 elena made", "finish"):
        ok(line)
    ok(start("Two", on="2026-11-21"))
    ok("deal anna 3 elena made")
    # a match each: chiamata comes first by name, where the 6 is above the 3
    assert (read().deals["bid"].cat.categories.tolist(), highest(read())) == (["3", "6"], "6")
    ok("finish")
    ok(start("Three", "--variant tens", on="2026-11-22"))
    assert (read().deals["bid"].cat.categories.tolist(), highest(read())) == (["6", "3"], "3")


def test_a_named_bid_that_is_raised_stands_behind_itself_and_is_in_no_band_of_tens(ok: Ok, read: Read) -> None:
    ok(start("Friday", "--variant briscolone"))
    for bid, partner in (("carichi/81", "solo"), ("carichi/71", "solo"), ("2/71", "elena"), ("carichi", "solo")):
        ok(f"deal anna {bid} {partner} made")
    assert read().deals["bid"].cat.categories.tolist() == ["2/71", "carichi", "carichi/71", "carichi/81"]
    assert read().deals["target"].tolist() == [81, 71, 71, 61]
    # 2u of 2, then four times 1, 2 and 3
    bands = figures(stats.bands(read()), "band", "units_caller")
    assert bands == [("71-80", 4), ("carichi", 4), ("carichi/71", 8), ("carichi/81", 12)]


def test_numbers_are_whole_and_large_ones_stay_exact(friday: None, ok: Ok, read: Read) -> None:
    ok("adjust Anna=1000000,Bruno=-1000000 --reason 'a debt of old'")
    ok(f"{DEAL} --times 1024")
    assert units(read()) == {
        "Anna": 1000000 + 2048, "Elena": 1024, "Carla": -1024, "Dario": -1024, "Bruno": -1000000 - 1024,
    }  # fmt: skip
    assert figures(read().deals, "times", "stake") == [(1024, 1024)]


# Which matches


@pytest.fixture
def season(ok: Ok) -> None:
    """Four matches of a deal each: Anna's units tell them apart, 2, 4 (stake 2), 6 (doubled, then stake 3) and 8."""
    ok("league add Lega --variant brisk")
    for line in (
        start("One", on="2026-01-09"), "deal anna K elena 61", "finish",
        start("Two", on="2026-01-16"), "deal anna 2/71 elena 71", "finish",
        start("Three", "--league Lega", on="2026-01-16"), "deal anna K elena 61 --times 3", "finish",
        start("Four", "--variant brisk", on="2026-01-23"), "deal anna K elena 61 --times 4", "finish",
    ):  # fmt: skip
        ok(line)


SELECTIONS: list[tuple[dict[str, Any], list[int]]] = [
    ({}, [2, 4, 6, 8]),
    ({"league": "main"}, [2, 4, 8]),
    ({"league": "LEGA"}, [6]),
    ({"first": date(2026, 1, 16)}, [4, 6, 8]),
    ({"last": date(2026, 1, 16)}, [2, 4, 6]),
    ({"first": date(2026, 1, 10), "last": date(2026, 1, 20)}, [4, 6]),
    ({"variant": "Brisk"}, [6, 8]),
    ({"match_id": 2}, [4]),
    ({"league": "main", "variant": "brisk"}, [8]),
    ({"league": "Lega", "variant": "chiamata"}, []),
    ({"match_id": 99}, []),
]


def test_a_selection_holds_the_matches_meant_and_no_others(season: None, read: Read) -> None:
    for selection, anna in SELECTIONS:
        frames = read(**selection)
        won = frames.payouts[frames.payouts["player"] == "Anna"]["units"].tolist()
        assert won == anna, selection
        assert frames.deals["stake"].tolist() == [caller // 2 for caller in anna]
        assert len(frames.matches) == len(anna)


def test_an_unknown_league_or_variant_is_not_found(season: None, read: Read) -> None:
    with pytest.raises(NotFoundError, match="no league 'nowhere': there are Lega and main"):
        read(league="nowhere")
    with pytest.raises(
        NotFoundError, match="nothing was played under a variant 'monte': what was played is brisk and chiamata"
    ):
        read(variant="monte")


def test_categories_are_those_that_occur(season: None, read: Read) -> None:
    frames = read(league="Lega")
    for table in (frames.matches, frames.deals, frames.payouts):
        assert table["league"].cat.categories.tolist() == ["Lega"]
        assert table["variant"].cat.categories.tolist() == ["brisk"]
    assert frames.deals["match"].cat.categories.tolist() == ["Three"]
    assert frames.deals["bid"].cat.categories.tolist() == ["K"]


def test_the_matches_say_what_was_agreed(ok: Ok, read: Read) -> None:
    ok(start("Friday", "--unit-value 0.50 --currency CHF --until deals:20,units:15"))
    assert figures(read().matches) == [(1, "main", "Friday", "2026-11-20", "chiamata", 50, "CHF", False, 15, "units")]
    ok("finish")
    assert read().matches["finished"].tolist() == [True]


def shipped(name: str) -> str:
    return (files("scorer") / "variants" / f"{name}.toml").read_text(encoding="utf-8")


def test_editions_of_a_variant_are_told_apart_by_their_labels(tmp_path: Path, ok: Ok, read: Read) -> None:
    folder = tmp_path / "variants"
    folder.mkdir()
    for name, slam, times in (("One", 2, 1), ("Two", 3, 5)):
        text = shipped("chiamata").replace("factor = 2", f"factor = {slam}")
        (folder / "mine.toml").write_text(text, encoding="utf-8")
        ok(start(name, "--variant mine"))
        ok(f"{DEAL} --match {name} --times {times}")
    labels = read().matches["variant"].tolist()
    assert all(re.fullmatch("mine@[0-9a-f]{8}", label) for label in labels)
    assert len(set(labels)) == 2
    assert [units(read(variant=label))["Anna"] for label in labels] == [2, 10]
    assert units(read(variant="mine"))["Anna"] == 12
    assert [part.variants for part in parts(read())] == [(label,) for label in sorted(labels)]


# What may be added up


def test_parts_hold_one_league_and_one_variant_each(season: None, read: Read) -> None:
    cut = [(part.league, part.variants, units(part.frames).get("Anna")) for part in parts(read())]
    assert cut == [("Lega", ("brisk",), 6), ("main", ("brisk",), 8), ("main", ("chiamata",), 6)]
    together = [(part.league, part.variants, units(part.frames)["Anna"]) for part in whole(read())]
    assert together == [("Lega", ("brisk",), 6), ("main", ("brisk", "chiamata"), 14)]
    main = whole(read())[1].frames
    assert main.deals["match"].tolist() == ["One", "Two", "Four"]
    assert main.payouts["league"].cat.categories.tolist() == ["main"]
    assert main.matches["match_id"].tolist() == [1, 2, 4]


def test_measures_make_variants_comparable(season: None, read: Read) -> None:
    # the caller of five gets two stakes in every deal; times: 1, 1, 3, 4
    anna = {measure: measured(read(), measure).payouts for measure in ("units", "base", "plain")}
    found = {measure: table[table["player"] == "Anna"]["units"].tolist() for measure, table in anna.items()}
    assert found == {"units": [2, 4, 6, 8], "base": [2, 2, 2, 2], "plain": [2, 4, 2, 2]}


def test_money_is_in_one_currency(ok: Ok, read: Read) -> None:
    ok(start("Friday", "--unit-value 0.50"))
    ok(DEAL)
    assert units(measured(read(), "money")) == {"Anna": 100, "Elena": 50, "Bruno": -50, "Carla": -50, "Dario": -50}
    ok(start("Saturday", "--unit-value 0.20", on="2026-11-21"))
    ok(f"{DEAL} --match Saturday")
    assert units(measured(read(), "money"))["Anna"] == 2 * 50 + 2 * 20
    ok(start("Monday", "--currency CHF", on="2026-11-23"))  # for no money: its currency does not matter
    ok(f"{DEAL} --match Monday")
    assert units(measured(read(), "money"))["Anna"] == 140
    ok(start("Sunday", "--unit-value 1 --currency CHF", on="2026-11-22"))
    with pytest.raises(RefusedError, match="money in CHF and EUR cannot be added up"):
        measured(read(), "money")


def test_money_needs_a_unit_value(table: None, read: Read) -> None:
    with pytest.raises(RefusedError, match="no match here has a unit value"):
        measured(read(), "money")
    with pytest.raises(RefusedError, match="'euros' is not a measure: say units, base, plain, money"):
        measured(read(), "euros")


def test_a_player_who_is_not_there(table: None, read: Read) -> None:
    frames = read()
    (of_nobody,) = figures(stats.records(frames, "Zoe"))
    assert {*of_nobody} == {"", 0, None}
    assert stats.companions(frames, "Zoe").empty
    assert figures(stats.compared(frames, "Zoe"), "band", "called", "share", "league_called") == [("K", 0, None, 1)]


def test_large_ids_are_read_as_they_are(the_evening: None, book_path: Path, read: Read) -> None:
    before, more = read(), 2**40
    with closing(connect(book_path)) as file, file:
        file.execute("UPDATE record SET id = id + :more", {"more": more})
    after = read()
    assert (after.deals["deal_id"] - more).tolist() == before.deals["deal_id"].tolist()
    assert units(after) == units(before)


def test_a_file_whose_texts_are_in_utf_16_is_read_as_any_other(
    the_evening: None, book_path: Path, tmp_path: Path, read: Read
) -> None:
    other = tmp_path / "utf16.db"
    with closing(connect(book_path)) as file, closing(connect(other)) as copy:
        copy.execute("PRAGMA encoding = 'UTF-16'")
        copy.executescript("\n".join(file.iterdump()))
        for number in ("application_id", "user_version"):
            copy.execute(f"PRAGMA {number} = {file.execute(f'PRAGMA {number}').fetchone()[0]}")
        copy.commit()
    assert figures(read(str(other)).payouts) == figures(read().payouts)


@pytest.mark.parametrize("changed", ["target = 317", "dealer = 9", "times = 2049"])
def test_a_fact_out_of_its_bounds_is_not_cut_to_one_within(
    table: None, book_path: Path, read: Read, changed: str
) -> None:
    with closing(connect(book_path)) as file, file:
        file.execute("PRAGMA ignore_check_constraints=ON")
        file.execute(f"UPDATE record SET {changed} WHERE kind = 'deal'")
    with pytest.raises(DamagedError):
        read()
