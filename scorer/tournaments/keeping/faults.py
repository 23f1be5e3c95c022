"""What is wrong with the tournaments of a scorebook: formats that cannot be read, steps that cannot be replayed."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from db.connection import Connection
from scorer.language import N_, _
from scorer.match.names import clean
from scorer.scorebook.check.references import References, complaint, row_words, stream
from scorer.tournaments.keeping.replaying import Log, chains_as_kept, unfit_steps
from scorer.tournaments.keeping.step_kinds import OPENED
from scorer.tournaments.keeping.tournament_lookup import format_of
from scorer.tournaments.text.rule_files import FORMATS

Found = Iterator[str]
_OF_OTHER_LEAGUES = 'SELECT id FROM "match" WHERE id IN :matches AND league_id <> :league ORDER BY id'


def tournament_faults(connection: Connection, known: References) -> Found:
    """What is wrong with each tournament, a line each that names it and, where it is one, the step."""
    for row in list(stream(connection, "tournament")):
        where = known.named("tournament", row)
        for wrong in _fixed(row):
            yield f"{where}: {wrong}"
        for step, wrong in _happened(connection, known, row):
            yield f"{', '.join([where, row_words('step', step)] if step else [where])}: {wrong}"


def _fixed(row: Any) -> Found:
    """What is wrong with what was fixed when a tournament was opened."""
    if complaint(clean, row.name):
        yield _("that is no name that can be kept")
    if complaint(date.fromisoformat, row.on):
        yield _("'{text}' is no date", text=row.on)
    if wrong := complaint(FORMATS.from_text, row.format, row.text):
        yield _("its format cannot be read: {fault}", fault=wrong)
    elif wrong := complaint(format_of, row):
        yield _("what was said instead of its format does not fit: {fault}", fault=wrong)
    if row.seed < 0:
        yield _("seed {seed} is below 0", seed=row.seed)


def _happened(connection: Connection, known: References, row: Any) -> Iterator[tuple[int, str]]:
    """What is wrong with the steps of a tournament, each with the step where it is one; else with 0."""
    try:
        chains = chains_as_kept(connection, row.id)
    except KeyError as error:
        template = N_("a step of it undoes step {step}, which is none of its own or was undone before")
        yield 0, _(template, step=error)
        return
    if [chain.step.action for chain in chains[:1]] != [OPENED]:
        yield 0, _("its first step does not open it")
    persons = {player: known.names.get(known.persons.get(player, player), name) for player, name in known.names.items()}
    log = Log(persons, None if complaint(format_of, row) else format_of(row))
    yield from unfit_steps(log, chains)
    for (number, table), match in log.matches.items():
        if match not in known.existing:
            template = N_("table {table} of round {round} is match {match}, which is not there")
            yield 0, _(template, table=table, round=number, match=match)
    yield from ((0, wrong) for wrong in _moved(connection, row, log))


def _moved(connection: Connection, row: Any, log: Log) -> Found:
    """Tables whose match counts for another league: no command moves one."""
    seated = {match: place for place, match in log.matches.items()}
    for match in connection.values(_OF_OTHER_LEAGUES, matches=list(seated), league=row.league_id):
        number, table = seated[match]
        template = N_("table {table} of round {round} is match {match}, which counts for another league")
        yield _(template, table=table, round=number, match=match)
