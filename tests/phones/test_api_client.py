"""A client generated from the description records and reads at a real server, as a program of somebody else would."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from scorer.phones.description import description
from tests.phones.clients import grant


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a package that was generated from the description."""
    made = tmp_path_factory.mktemp("client") / "generated_client"
    served = made.with_name("openapi.json")
    served.write_text(json.dumps(description()), encoding="utf-8")
    words = [sys.executable, "-m", "openapi_python_generator", str(served), str(made)]
    subprocess.run(words, check=True, capture_output=True)
    return str(made)


def test_a_generated_client_records_a_deal_and_reads_the_standings(
    client: str, port: int, book_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(client).parent))
    name = Path(client).name
    asks, service = import_module(f"{name}.api_config"), import_module(f"{name}.services.default_service")
    who = asks.APIConfig(base_path=f"http://127.0.0.1:{port}", access_token=grant(book_path, "all", ""))
    entry = {"id": "c1", "match": 1, "deal": {"caller": "Anna", "bid": "2/71", "partner": "Elena", "result": "74"}}
    done = service.postDeal(who, data=entry)
    # 74 of 71: the band from 71 pays 2, so caller +4, partner +2, three defenders -2 each
    assert [(player.name, player.units) for player in done.table.players] == [
        ("Anna", 4), ("Elena", 2), ("Bruno", -2), ("Carla", -2), ("Dario", -2)
    ]  # fmt: skip
    (standings,) = service.readStatisticsStandings(who)
    assert [(row["player"], row["units"]) for row in standings.rows][:2] == [("Anna", 4), ("Elena", 2)]
    (step,) = service.readChanges(who, since=done.table.step - 1).changes
    assert [(step.action, edition.match, edition.number) for edition in step.records] == [("deal", 1, 1)]
    with pytest.raises(asks.HTTPException, match="404"):
        service.readTable(who, match=9)
