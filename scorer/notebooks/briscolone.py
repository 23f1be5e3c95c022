"""The JSON backup of the program Briscolone as a table."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import RowWord
from scorer.language import N_, _
from scorer.match.names import shown
from scorer.notebooks.table import Grid
from scorer.notebooks.workbooks import as_text

GAME = "briscolone"  # the variant of the program that exports GAME_COLUMNS
GAME_COLUMNS = ("Raggio", "Data", "Chiamante", "Socio", "Tipo", "Soglia", "Cappotto", "Esito")


def read_briscolone(contents: bytes) -> Grid:
    """The JSON of Briscolone as the table that the same program writes for Excel; its newest deal comes first."""
    try:
        backup = json.loads(contents)
        players = [(player, str(player["name"]).strip()) for player in backup["players"]]
        people = {str(player["id"]): name for player, name in players}
        games = [_game(game, people) for game in backup["allGames"]]
        before = {name: int(as_text(player.get("storiciPunti") or 0)) for player, name in players}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise RefusedError(_("this JSON is not what Briscolone exports: it has players and allGames")) from error
    if len(set(people.values())) < len(people):
        raise RefusedError(_("two players of this file have the same name: give one of them another in Briscolone"))
    rows = [(0, [*GAME_COLUMNS, *people.values()]), *enumerate(games, 1)]
    return Grid(rows, RowWord(N_("deal {number}")), before={name: had for name, had in before.items() if had})


def _game(game: Mapping[str, Any], people: Mapping[str, str]) -> list[str]:
    units = {str(player): as_text(given) for player, given in (game.get("pm") or {}).items()}
    if strange := [player for player, got in units.items() if player not in people and got not in {"", "0"}]:
        template = N_("a deal has units of {player}, who is none of the players of this file")
        raise RefusedError(_(template, player=shown(strange[0])))
    facts: Iterable[Any] = (
        game.get("raggio"),
        game.get("date"),
        people.get(str(game.get("callerId"))),
        people.get(str(game.get("partnerId"))),
        game.get("callType"),
        game.get("soglia") or 61,
        bool(game.get("cappotto")),
        "vince" if game.get("callerWon") else "perde",
    )
    return [*map(as_text, facts), *(units.get(player, "") for player in people)]
