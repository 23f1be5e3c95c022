"""A glance at the names in a scorebook, for shell completion: the standard library's driver alone, since loading
SQLAlchemy would take longer than a person waits for a Tab. Reads only, gives up at once, knows ten queries.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

PATIENCE_SECONDS = 0.2

_SEATS = ", ".join(f"sitting.seat{seat}" for seat in range(1, 8))
_OPEN = "sitting.voided_by IS NULL AND sitting.finished = 0"
_NAME = "SELECT DISTINCT coalesce(target.name, player.name) FROM player LEFT JOIN player AS target"
SEATED = f"{_NAME} ON target.id = player.merged_into JOIN sitting ON player.id IN ({_SEATS}) WHERE {_OPEN} ORDER BY 1"
PLAYERS = "SELECT name FROM player WHERE merged_into IS NULL AND hidden = 0 ORDER BY name"
# By name, and by name and day where several have it.
_MATCH = (
    'SELECT CASE WHEN count(*) OVER (PARTITION BY lower("match".name)) > 1'
    """ THEN "match".name || ' ' || "match"."on" ELSE "match".name END"""
    ' FROM "match" JOIN sitting ON sitting.match_id = "match".id'
)
MATCHES = f"{_MATCH} WHERE {_OPEN}"
ALL_MATCHES = f"{_MATCH} WHERE sitting.voided_by IS NULL"
LEAGUES = "SELECT name FROM league WHERE removed = 0 ORDER BY name"
PLAYED = 'SELECT DISTINCT variant.name FROM variant JOIN "match" ON "match".variant = variant.digest ORDER BY 1'
TOURNAMENTS = (
    "SELECT name FROM tournament WHERE NOT EXISTS (SELECT 1 FROM step AS opened JOIN step AS dropped"
    " ON dropped.undoes = opened.id WHERE opened.tournament_id = tournament.id AND opened.action = 'tournament')"
    " ORDER BY id DESC"
)
REASONS = "SELECT reason FROM step WHERE reason <> '' GROUP BY reason ORDER BY count(*) DESC, max(id) DESC LIMIT 12"
CALLED = f"SELECT call_bid FROM sitting WHERE {_OPEN} AND call_caller IS NOT NULL"
VARIANTS = (
    'SELECT DISTINCT variant.text FROM variant JOIN "match" ON "match".variant = variant.digest'
    f' JOIN sitting ON sitting.match_id = "match".id WHERE {_OPEN}'
)


def peek(path: str, query: str) -> list[str]:
    """The first column of a query on the scorebook at `path`; nothing when it cannot be had at once."""
    where = f"file:{quote(str(Path(path).absolute()))}?mode=ro"
    try:
        with closing(sqlite3.connect(where, uri=True, timeout=PATIENCE_SECONDS)) as connection:
            return [row[0] for row in connection.execute(query)]
    except (sqlite3.Error, OSError, ValueError):
        return []
