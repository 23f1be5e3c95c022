"""What a scorebook on PostgreSQL costs: a deal, and a season that is read, checked and imported."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psycopg

from tests.benchmarks.comparing import Measurement, in_turns
from tests.benchmarks.evening import DEAL, OURS, process, scorebook
from tests.benchmarks.season import EVERY_ROW, ROWS, big_scorebook, check, csv_pass, export_deals, frames_of, import_of
from tests.postgres import new_database, running_server

ROW = "CREATE TABLE deal (caller TEXT, bid TEXT, partner TEXT, card_points INTEGER)"
BARE = """
import sys
import psycopg
with psycopg.connect(sys.argv[1]) as connection:
    connection.execute("INSERT INTO deal VALUES ('Anna', '2/71', 'Elena', 74)")
print("recorded")
"""


def measurements(folder: Path, deals: int) -> Iterator[Measurement]:
    """A deal and a season on a server that runs until all are taken, against the bare driver."""
    file, season = folder / "deals.csv", folder / "season.db"
    big_scorebook(season, deals)
    export_deals(season, file)
    with (
        running_server() as server,
        new_database(server, "evening") as evening,
        new_database(server, "season") as big,
        new_database(server, "bare") as bare,
        psycopg.connect(big) as connection,
    ):
        scorebook(evening).book.close()
        big_scorebook(big, deals)
        with psycopg.connect(bare) as making:
            making.execute(ROW)
        deal, row = process(*OURS, "--db", evening, *DEAL), process("-c", BARE, bare)
        yield Measurement(
            "`scorer deal`, the whole process", "a script of psycopg that commits a row", in_turns(deal, row, 15)
        )
        yield Measurement(
            "both frames, read and built",
            "`fetchall` of the same columns",
            in_turns(frames_of(big), _asked(connection, ROWS), 5),
        )
        yield Measurement(
            "`check`", "`fetchall` of every record", in_turns(check(big), _asked(connection, EVERY_ROW), 3)
        )
        imported = import_of(file, partial(new_database, server, "imported"))
        yield Measurement(
            "`import` into a new scorebook", "a `csv.reader` pass over the file", in_turns(imported, csv_pass(file), 3)
        )


def _asked(connection: psycopg.Connection, query: str) -> Callable[[], None]:
    def once() -> None:
        assert connection.execute(query).fetchall()

    return once
