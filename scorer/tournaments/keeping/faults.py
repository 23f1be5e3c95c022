"""What is wrong with the tournaments of a scorebook: formats that cannot be read, steps that cannot be replayed."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime
from json import loads
from typing import Any

from db.connection import Connection
from scorer.match.names import clean
from scorer.scorebook.check.references import References, complaint, stream
from scorer.scorebook.undoing import REASSIGN, Chain, linked
from scorer.tournaments.keeping.replaying import UNREADABLE, Detail, Log
from scorer.tournaments.keeping.step_kinds import BELL, DRAW, HAPPENINGS, OPENED, people_in_step
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
    stages = 0 if complaint(_format, row) else len(_format(row).stages)
    log, clocked = Log(known.names), _ever_drawn(chains)
    for chain in chains:
        if not chain.undone and chain.step.action in HAPPENINGS:
            for wrong in (*_out_of_turn(log, chain), *_replayed(log, chain, known, stages, clocked)):
                yield f", step {chain.step.id}: {wrong}"
    for (number, table), match in log.matches.items():
        if match not in known.existing:
            yield f": table {table} of round {number} is match {match}, which is not there"
    yield from _together(log)
    yield from _moved(connection, row, log)


def _together(log: Log) -> Found:
    """A stage that is drawn without the cut before it, and a player who has two entries."""
    for stage in {drawn.stage for drawn in log.rounds.values() if drawn.stage} - {cut + 1 for cut in log.cuts}:
        yield f": rounds of stage {stage + 1} are drawn, and nobody was announced to go on to it"
    members: list[str] = []
    for entrant in log.entrants.values():
        goes_on = not log.cuts or entrant.direct or entrant.number in log.cuts[max(log.cuts)].through
        if entrant.left is None and goes_on:  # who was left behind by the last cut may sit for another
            # Of a team everybody may sit for it now, else the last who took over.
            members += set(entrant.members[-1:] if entrant.name in entrant.members else entrant.members)
    for member in sorted({member for member in members if members.count(member) > 1}):
        yield f": {member} plays for two entries"


def _moved(connection: Connection, row: Any, log: Log) -> Found:
    """Tables whose match counts for another league: no command moves one."""
    seated = {match: place for place, match in log.matches.items()}
    for match in connection.values(_OF_OTHER_LEAGUES, matches=list(seated), league=row.league_id):
        number, table = seated[match]
        yield f": table {table} of round {number} is match {match}, which counts for another league"


def _out_of_turn(log: Log, chain: Chain) -> Found:
    """A step on the wrong side of the tournament's end; one at a table is done again from there, whatever the end."""
    reopens = chain.step.action == "resume"
    if reopens and not log.finished:
        yield "it reopens the tournament, which nothing had finished"
    elif log.finished and not reopens and chain.step.match_id is None:
        yield "it was done after the tournament was finished, and nothing reopened it"
        log.finished = False  # one fault is enough


def _ever_drawn(chains: Iterable[Chain]) -> set[int]:
    """The rounds that were ever drawn: in an old scorebook the clock of one that was drawn again stands."""
    drawn = set()
    for chain in chains:
        if chain.step.action == DRAW:
            with suppress(*UNREADABLE):
                drawn.add(loads(chain.step.detail)["round"])
    return drawn


def _replayed(log: Log, chain: Chain, known: References, stages: int, clocked: Collection[int]) -> Found:
    """What is wrong with a step; one with which nothing is wrong is added to the log."""
    action = chain.step.action
    try:
        detail: Detail = loads(chain.step.detail)
        wrong = list(_strangers(action, detail, log, known, stages))
        if action == BELL and detail["round"] not in clocked:
            wrong.append(f"round {detail['round']} is not drawn")
        if action == DRAW and detail.get("again") and detail["round"] not in log.rounds:
            wrong.append(f"round {detail['round']} is drawn again, and was not drawn")
        if action == "cut" and detail.get("again") and detail["stage"] not in log.cuts:
            wrong.append("it announces again who goes on, and nobody was announced before")
        if not wrong:
            log.add(action, detail, datetime.fromisoformat(chain.step.at), chain.step.reason)
    except UNREADABLE:
        wrong = ["what it set cannot be read as a step of a tournament"]
    yield from wrong


def _strangers(action: str, detail: Detail, log: Log, known: References, stages: int) -> Found:
    """Entrants, players, stages and matches that a step refers to and that are not there."""
    for number in dict.fromkeys(_entrants(action, detail)):
        if number not in log.entrants:
            yield f"entrant {number} has not entered"
    for player in people_in_step(action, detail):
        if player not in known.names:
            yield f"player {player} is not there"
    if stages and not 0 <= detail.get("stage", 0) < stages:
        yield f"its format has no stage {detail['stage'] + 1}"
    if action == "result" and detail["match"] not in log.matches.values():
        yield f"match {detail['match']} is no table of it"
    if action == REASSIGN:
        for match in detail["matches"]:
            if match not in log.matches.values():
                yield f"match {match} is no table of it"


def _entrants(action: str, detail: Detail) -> Iterable[int]:
    """The numbers of the entrants that a step names."""
    if action == "draw":
        for table in detail["tables"]:
            yield from (*table["seats"], *(number for pair in table["duels"] for number in pair))
        yield from detail["resting"]
    entering = [entrant["number"] for entrant in detail.get("entrants", ())]
    if "entrant" in detail and detail["entrant"] not in entering:
        yield detail["entrant"]
    if "reserve" in detail:
        yield detail["reserve"]
    yield from (*detail.get("kept", ()), *detail.get("gone", ()))
    yield from detail.get("pair", ())
    yield from (*detail.get("through", ()), *detail.get("order", ()), *detail.get("tied", ()))
    yield from (number for pair in detail.get("pairs", ()) for number in pair)
    yield from map(int, detail.get("tallies", ()))
    yield from (int(number) for sheet in detail.get("sheets", ()) for number in sheet["tallies"])
