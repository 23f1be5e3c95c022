"""What is wrong with the tournaments of a scorebook: formats that cannot be read, steps that cannot be replayed."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime
from json import loads
from typing import Any

from db.connection import Connection
from scorer.match.names import clean
from scorer.scorebook.check.references import References, complaint, stream
from scorer.scorebook.undoing import Chain, linked
from scorer.tournaments.keeping.replaying import UNREADABLE, Detail, Log
from scorer.tournaments.keeping.step_kinds import BELL, DRAW, HAPPENINGS, OPENED
from scorer.tournaments.keeping.tournament_lookup import read_settings
from scorer.tournaments.rules import Format
from scorer.tournaments.text.rule_files import FORMATS

Found = Iterator[str]
_STEPS = "SELECT * FROM step WHERE tournament_id = :tournament ORDER BY id"
_OF_OTHER_LEAGUES = 'SELECT id FROM "match" WHERE id IN :matches AND league_id <> :league ORDER BY id'


def tournament_faults(connection: Connection, known: References) -> Found:
    """What is wrong with each tournament, a line each that names it and, where it is one, the step."""
    for row in list(stream(connection, "tournament")):
        where = known.named("tournament", row)
        for wrong in (*_fixed(row), *_happened(connection, known, row)):
            yield f"{where}{wrong}"


def _fixed(row: Any) -> Found:
    """What is wrong with what was fixed when a tournament was opened."""
    if complaint(clean, row.name):
        yield ": that is no name that can be kept"
    if complaint(date.fromisoformat, row.on):
        yield f": '{row.on}' is no date"
    if wrong := complaint(FORMATS.from_text, row.format, row.text):
        yield f": its format cannot be read: {wrong}"
    elif wrong := complaint(_format, row):
        yield f": what was said instead of its format does not fit: {wrong}"
    if row.seed < 0:
        yield f": seed {row.seed} is below 0"


def _format(row: Any) -> Format:
    """The format as it is played; raises where it cannot be read."""
    return FORMATS.from_text(row.format, row.text).with_settings(read_settings(row.settings))


def _happened(connection: Connection, known: References, row: Any) -> Found:
    """What is wrong with the steps of a tournament."""
    try:
        chains = linked(connection.raw_rows(_STEPS, tournament=row.id))
    except KeyError as error:
        yield f": a step of it undoes step {error}, which is none of its own or was undone before"
        return
    if [chain.step.action for chain in chains[:1]] != [OPENED]:
        yield ": its first step does not open it"
    persons = {player: known.names.get(known.persons.get(player, player), name) for player, name in known.names.items()}
    log, clocked = Log(persons, None if complaint(_format, row) else _format(row)), _ever_drawn(chains)
    for chain in chains:
        if not chain.undone and chain.step.action in HAPPENINGS:
            for wrong in _replayed(log, chain, clocked):
                yield f", step {chain.step.id}: {wrong}"
    for (number, table), match in log.matches.items():
        if match not in known.existing:
            yield f": table {table} of round {number} is match {match}, which is not there"
    yield from _moved(connection, row, log)


def _moved(connection: Connection, row: Any, log: Log) -> Found:
    """Tables whose match counts for another league: no command moves one."""
    seated = {match: place for place, match in log.matches.items()}
    for match in connection.values(_OF_OTHER_LEAGUES, matches=list(seated), league=row.league_id):
        number, table = seated[match]
        yield f": table {table} of round {number} is match {match}, which counts for another league"


def _ever_drawn(chains: Iterable[Chain]) -> set[int]:
    """The rounds that were ever drawn: in an old scorebook the clock of one that was drawn again stands."""
    drawn = set()
    for chain in chains:
        if chain.step.action == DRAW:
            with suppress(*UNREADABLE):
                drawn.add(loads(chain.step.detail)["round"])
    return drawn


def _replayed(log: Log, chain: Chain, clocked: Collection[int]) -> Found:
    """What is wrong with a step; one with which nothing is wrong is added to the log."""
    action = chain.step.action
    try:
        detail: Detail = loads(chain.step.detail)
        wrong = list(log.unfit(action, detail, chain.step.match_id, even_finished=chain.step.match_id is not None))
        if action == BELL and detail["round"] in clocked:
            wrong = [fault for fault in wrong if fault != f"round {detail['round']} is not drawn"]
        if not wrong:
            log.add(action, detail, datetime.fromisoformat(chain.step.at), chain.step.reason)
    except UNREADABLE:
        wrong = ["what it set cannot be read as a step of a tournament"]
    yield from wrong
