"""The names in a scorebook that completion offers: it reads them only, and gives up at once."""

from contextlib import closing

from db.database import open_database

PATIENCE_MILLISECONDS = 200

_SEATS = ", ".join(f"sitting.seat{seat}" for seat in range(1, 8))
_OPEN = "sitting.voided_by IS NULL AND sitting.finished = 0"
SEATED = (
    "SELECT DISTINCT coalesce(target.name, player.name) FROM player"
    " LEFT JOIN player AS target ON target.id = player.merged_into"
    f" JOIN sitting ON player.id IN ({_SEATS}) WHERE {_OPEN} ORDER BY 1"
)
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


def names_at(path: str, statement: str) -> list[str]:
    """The names that a statement of this file finds in the scorebook at `path`; none where that fails or takes long."""
    try:
        with (
            closing(open_database(path, write=False, busy_milliseconds=PATIENCE_MILLISECONDS)) as database,
            database.connection() as connection,
        ):
            return connection.values(statement)
    except Exception:  # noqa: BLE001 - whatever it is, there is nothing to offer
        return []
