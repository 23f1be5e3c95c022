"""What the program Briscolone exports: its Excel file, known by its columns, and its JSON with units from before."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorer.match.sheet import Sheet
from tests.fixtures import FIVE, Say
from tests.imports import Csv, Importer

Match = Callable[..., Sheet]
PEOPLE = FIVE.split(",")
GAME = ["Raggio", "Data", "Chiamante", "Socio", "Tipo", "Soglia", "Cappotto", "Esito"]
# newest first within a day, days in the order of their letters: so does Briscolone write them
GAMES: list[list[Any]] = [
    ["Raggio101", "12/10/2025", "Elena", "", "carichi", 71, "no", "perde", 2, 2, 2, 2, -8],  # u 2 alone: -8
    ["Raggio100", "5/9/2025", "Bruno", "", "mano", 81, "sì", "vince", -6, 24, -6, -6, -6],  # u 3 x 2 alone: 24
    ["Raggio100", "5/9/2025", "Anna", "Elena", "normale", 61, "no", "vince", 2, -1, -1, -1, 1],
    ["Raggio100", "8/9/2025", "Carla", "Dario", "normale", 71, "no", "perde", 2, 2, -4, -2, 2],  # u 2 lost
]


def briscolone_json(tmp_path: Path) -> str:
    """The same deals as its backup has them: the newest first, players by their marks."""
    mark = {name: f"id{at}" for at, name in enumerate(PEOPLE)}
    before = {"Anna": 7, "Bruno": "-3"}
    games = [
        {
            "id": "x", "raggio": raggio, "date": on, "callerId": mark[caller], "partnerId": mark.get(partner),
            "callType": kind, "soglia": target, "cappotto": slam == "sì", "callerWon": outcome == "vince",
            "pids": list(mark.values()), "pm": dict(zip(mark.values(), units, strict=True)),
        }
        for raggio, on, caller, partner, kind, target, slam, outcome, *units in GAMES
    ]  # fmt: skip
    players = [{"id": mark[name], "name": name, "storiciPunti": before.get(name, 0)} for name in PEOPLE]
    path = tmp_path / "briscolone_5-9-2025.json"
    path.write_text(json.dumps({"players": players, "allGames": games, "raggi": []}, indent=2), encoding="utf-8")
    return str(path)


def deals(match: Sheet) -> list[tuple[str | None, str | None, str | None, str | None]]:
    """Who called with whom what, and how it went."""
    return [(record.caller, record.partner, record.bid, record.outcome) for record in match.records]


BRISCOLONE_DEALS = [
    ("Anna", "Elena", "A", "made"), ("Bruno", None, "2/81", "made"), ("Carla", "Dario", "2/71", "failed")
]  # fmt: skip


def test_the_excel_file_of_briscolone_is_known_by_its_columns(say: Say, workbook: Csv, sheet: Match) -> None:
    done = say(["import", workbook({"Partite": [[*GAME, *PEOPLE], *GAMES]})])
    assert (done.returncode, done.stdout[:33]) == (0, "Imported 4 records of 2 matches f"), done.stderr
    lap = sheet("Raggio100")
    assert lap.match.variant.name == "briscolone"
    assert str(lap.match.ending) == "units:15"
    assert deals(lap) == BRISCOLONE_DEALS
    # a lap is a match, and this deal of it was played three days later
    assert (str(lap.match.on), [record.note for record in lap.records]) == ("2025-09-05", ["", "", "2025-09-08"])
    # Anna 2 - 6 + 2, Bruno -1 + 24 + 2
    assert (lap.running["Anna"], lap.running["Bruno"], lap.records[1].slam) == (-2, 25, True)
    assert deals(sheet("Raggio101")) == [("Elena", None, "carichi/71", "failed")]


def test_the_json_of_briscolone_brings_units_from_before(say: Say, tmp_path: Path, sheet: Match) -> None:
    done = say(["import", briscolone_json(tmp_path)])
    assert (done.returncode, done.stdout[:33]) == (0, "Imported 5 records of 3 matches f"), done.stderr
    assert "the units of this adjustment leave a residual of +4: units from before" in done.stderr
    assert sheet("Before").records[0].payouts == {"Anna": 7, "Bruno": -3, "Carla": 0}
    assert str(sheet("Before").match.on) == "2025-09-04"
    assert deals(sheet("Raggio100")) == BRISCOLONE_DEALS


def test_units_of_briscolone_that_its_facts_do_not_give_are_a_fault(workbook: Csv, importer: Importer) -> None:
    lost = [*GAMES[2][:3], "", *GAMES[2][4:-1], -1]  # its editor may lose the partner
    assert importer.refused(workbook({"P": [[*GAME, *PEOPLE], GAMES[0], [*GAMES[1][:-1], -7], lost]})) == [
        "row 4: these units sum to -2: those of a deal or an evening sum to 0",
        "row 3, column Elena: Elena has -7 here, the deal gives -6 (2/81 made, slam)",
    ]


def test_a_json_of_something_else_or_with_units_of_nobody_is_refused(
    csv: Csv, importer: Importer, tmp_path: Path
) -> None:
    path = briscolone_json(tmp_path)
    good = Path(path).read_text(encoding="utf-8")
    points, units = '"storiciPunti": 7', '"pm": {'
    assert points in good
    assert units in good
    none = "this JSON is not what Briscolone exports"
    for wrong, message in (
        ('{"a": 1}', none),
        ("{" * 100_000, none),
        (good.replace(points, f"{points}.5"), none),
        (good.replace(points, '"storiciPunti": 1e400'), none),
        (
            good.replace(units, f'{units}"gone": 4,'),
            "a deal has units of gone, who is none of the players of this file",
        ),
    ):
        importer.refused(csv(wrong, name="b.json"), "", message)
