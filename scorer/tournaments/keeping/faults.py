"""What is wrong with the tournaments of a scorebook: formats that cannot be read, steps that cannot be replayed."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime
from json import loads
from typing import Any

from db.connection import Connection
from scorer.language import N_, _
from scorer.match.names import clean
from scorer.scorebook.check.references import References, complaint, row_words, stream
from scorer.scorebook.undoing import Chain, linked
from scorer.tournaments.keeping.replaying import UNREADABLE, Detail, Log, not_drawn
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
    elif wrong := complaint(_format, row):
        yield _("what was said instead of its format does not fit: {fault}", fault=wrong)
    if row.seed < 0:
        yield _("seed {seed} is below 0", seed=row.seed)


def _format(row: Any) -> Format:
    """The format as it is played; raises where it cannot be read."""
    return FORMATS.from_text(row.format, row.text).with_settings(read_settings(row.settings))


def _happened(connection: Connection, known: References, row: Any) -> Iterator[tuple[int, str]]:
    """What is wrong with the steps of a tournament, each with the step where it is one; else with 0."""
    try:
        chains = linked(connection.raw_rows(_STEPS, tournament=row.id))
    except KeyError as error:
        template = N_("a step of it undoes step {step}, which is none of its own or was undone before")
        yield 0, _(template, step=error)
        return
    if [chain.step.action for chain in chains[:1]] != [OPENED]:
        yield 0, _("its first step does not open it")
    persons = {player: known.names.get(known.persons.get(player, player), name) for player, name in known.names.items()}
    log, clocked = Log(persons, None if complaint(_format, row) else _format(row)), _ever_drawn(chains)
    for chain in chains:
        if not chain.undone and chain.step.action in HAPPENINGS:
            for wrong in _replayed(log, chain, clocked):
                yield chain.step.id, wrong
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
            wrong = [fault for fault in wrong if fault != not_drawn(detail["round"])]
        if not wrong:
            log.add(action, detail, datetime.fromisoformat(chain.step.at), chain.step.reason)
    except UNREADABLE:
        wrong = [_("what it set cannot be read as a step of a tournament")]
    yield from wrong
