"""Which steps of a tournament depend on another: those that could not have been done without it.

A step that would merely have come to something else without it does not depend on it: standings are reckoned again,
and what was announced stays, with a notice of what it would be by now.
"""

from collections.abc import Collection, Sequence
from json import loads
from typing import Final

from scorer.errors import RefusedError
from scorer.language import _, ngettext
from scorer.language.lists_numbers_dates import abridged, listed
from scorer.rules.errors import advice
from scorer.scorebook import rows
from scorer.scorebook.match_lookup import match_by_id
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import KEPT, Chain, linked
from scorer.text.step_words import step_words
from scorer.tournaments.keeping.replaying import Detail, Log
from scorer.tournaments.keeping.snapshot import Tournament
from scorer.tournaments.keeping.step_kinds import DRAW, PEOPLE
from scorer.tournaments.rules import Entrant, Format
from scorer.tournaments.rules.format import BY_STANDING

NAMED: Final = 3
# By the table of its rows: the places that a step wrote or unwrote something at, and the steps that did so there.
_PLACES: Final = {
    "record": "SELECT match_id, number FROM record WHERE made_by = :tip OR voided_by = :tip",
    "sitting": "SELECT match_id, NULL AS number FROM sitting WHERE made_by = :tip OR voided_by = :tip",
}
_TOUCHING: Final = {
    "record": "SELECT made_by, voided_by FROM record WHERE match_id = :match AND number = :number",
    "sitting": "SELECT made_by, voided_by FROM sitting WHERE match_id = :match",
}
_AT_TABLE: Final = f"SELECT * FROM ({rows.STEPS_AT}) AS step WHERE tournament_id IS NULL ORDER BY id"
Lost = Collection[tuple[int, int, int]]  # stage, round and table of the results that are gone


def check_tables_as_left(transaction: Transaction, chains: Sequence[Chain], chain: Chain) -> None:
    """Raise RefusedError where a table was changed, and stands so, since a step wrote or unwrote something at it."""
    if chain.step.action == DRAW:
        return  # whose tables are all looked at when it is reversed
    since = chain.tip.id if chain.undone else chain.step.id
    for table in KEPT:
        for row in transaction.rows(_PLACES[table], tip=chain.tip.id):
            place = {"match": row.match_id, "number": row.number} if table == "record" else {"match": row.match_id}
            touching = transaction.rows(_TOUCHING[table], **place)
            touched = {step for made_and_voided in touching for step in made_and_voided}
            at_the_table = linked(transaction.rows(_AT_TABLE, matches=[row.match_id]))
            later = [other for other in (*chains, *at_the_table) if not other.undone and other.step.id > since]
            if depending := [other for other in later if other.tip.id in touched]:
                if at_desk := [other for other in depending if other.step.tournament_id]:
                    raise depends_on(chains, chain, at_desk)
                match = match_by_id(transaction, row.match_id)
                raise RefusedError(
                    _("{match} was changed since at its table, which stays", match=match.name),
                    advice("tournament_match_history", match=match.id),
                )


def check_possible(
    transaction: Transaction, fmt: Format, chains: Sequence[Chain], chain: Chain, lost: Lost = ()
) -> None:
    """Raise RefusedError where steps that stand could not have been done without one, and the results that it gave."""
    names = rows.player_names(transaction)
    whole, without, depending, lost = Log(names), Log(names), [], set(lost)
    for later in chains:
        if later.undone:
            continue
        step = later.step
        detail = loads(step.detail) if step.detail else {}
        possible = later is not chain and (
            step.id < chain.step.id
            or _possible(without, later, detail, fmt, lost)
            or not _possible(whole, later, detail, fmt, ())
        )
        whole.add(step.action, detail, step.at, step.reason)
        if possible:
            without.add(step.action, detail, step.at, step.reason)
        elif later is not chain:
            depending.append(later)
            at = [place for place, match in whole.matches.items() if match == step.match_id]
            lost |= {(whole.rounds[number].stage, number, table) for number, table in at}  # where it gave a result
    if depending:
        raise depends_on(chains, chain, depending)


def results_of(tournament: Tournament) -> set[tuple[int, int, int]]:
    """Stage, round and table of every result."""
    return {
        (announced.stage, announced.number, table.number)
        for announced in tournament.progress.rounds
        for table in announced.tables
        if table.over
    }


def _possible(log: Log, chain: Chain, detail: Detail, fmt: Format, lost: Lost) -> bool:
    """Whether a step could have been done after what the log has, and without the results that are `lost`."""
    action, stage = chain.step.action, max(log.cuts, default=-1) + 1
    if log.finished or action == "resume":
        return log.finished and action == "resume"
    if action in PEOPLE:
        return _people_there(log, action, detail)
    match action:
        case "draw":
            return _drawable(log, detail, stage, fmt, lost)
        case "join":
            return detail["round"] == len(log.rounds) > 0 and _join_there(log, detail)
        case "swap":
            announced = log.rounds.get(detail["round"])
            if announced is None:
                return False
            there = {*announced.resting, *(seat for table in announced.tables for seat in table.seats)}
            return all(number in there for number in detail["pair"])
        case "bell":
            return detail["round"] in log.rounds
        case "result" | "finish":
            return chain.step.match_id in log.matches.values()
        case "reassign":
            return all(match in log.matches.values() for match in detail["matches"])
        case "penalise":
            return detail["entrant"] in log.entrants and detail["stage"] == stage
        case "cut":
            comes = detail["stage"] in log.cuts if detail.get("again") else detail["stage"] == stage
            named = log.entrants.keys() >= {*detail["through"]}
            return comes and named and all(stage != detail["stage"] for stage, _round, _table in lost)
        case "play-off":
            named = log.entrants.keys() >= {*detail["order"], *detail.get("tied", ())}
            return named and all(stage != detail["stage"] for stage, _round, _table in lost)
        case _:  # the end
            return True


def _people_there(log: Log, action: str, detail: Detail) -> bool:
    """Whether a step about who takes part could have been done: whom it names is there, and plays or not as it says."""
    who = log.entrants.get(detail.get("entrant", 0))
    match action:
        case "enter":
            return _join_there(log, detail)
        case "withdraw":
            follows = "reserve" not in detail or (detail["stage"] in log.cuts and detail["reserve"] in log.entrants)
            return who is not None and who.left is None and detail["round"] <= len(log.rounds) + 1 and follows
        case "return":
            return who is not None and who.left is not None and who.members[-1] not in _playing(log)
        case "substitute":
            here = detail.get("round", 0) in (0, *log.rounds)
            free = log.names[detail["player"]] not in _playing(log, but=who)
            if who is not None and "for" in detail:  # who is replaced plays for the pair
                here = here and log.names[detail["for"]] in who.present
            return who is not None and who.left is None and here and free
        case _:
            return all(number in log.entrants for pair in detail["pairs"] for number in pair)


def _join_there(log: Log, detail: Detail) -> bool:
    """Whether those whom a step enters could have entered; for a step that only seats somebody, whether they did."""
    if "entrants" not in detail:
        return detail["entrant"] in log.entrants
    new = {log.names[player] for entry in detail["entrants"] for player in entry["players"]}
    return new.isdisjoint(_playing(log))


def _playing(log: Log, but: Entrant | None = None) -> set[str]:
    """Who may sit for an entry that stands, except for the entry `but`: of a team everybody, else the last member."""
    return {
        name
        for entrant in log.entrants.values()
        if entrant.left is None and (but is None or entrant.number != but.number)
        for name in entrant.present
    }


def _drawable(log: Log, detail: Detail, stage: int, fmt: Format, lost: Lost) -> bool:
    """Whether a round could have been drawn: its number and its stage come next, and everybody in it is there."""
    number = detail["round"]
    comes = number in log.rounds if detail.get("again") else number == len(log.rounds) + 1
    there = [*detail["resting"], *(seat for table in detail["tables"] for seat in table["seats"])]
    people = [log.entrants[entrant] for entrant in there if entrant in log.entrants]
    if not comes or detail["stage"] != stage or len(people) < len(there):
        return False
    if detail.get("again"):
        people = [entrant.drawn_again(number) for entrant in people]
    through = detail.get("through") or (log.cuts[stage - 1].through if stage else there)
    waits = fmt.stages[stage].seating in BY_STANDING and any(
        lost_stage == stage and lost_round < number for lost_stage, lost_round, _table in lost
    )
    there_then = all(entrant.plays(number) and (entrant.direct or entrant.number in through) for entrant in people)
    return there_then and not waits


def depends_on(chains: Sequence[Chain], chain: Chain, depending: Sequence[Chain]) -> RefusedError:
    """That a step stays, for what came of it stands: which steps these are, and what takes them back."""
    named = [_named(chains, later) for later in depending]
    facts = {"step": _named(chains, chain), "steps": listed(abridged(named, NAMED))}
    words = ngettext(
        "{step} stays: {steps} depends on it", "{step} stays: {steps} depend on it", len(depending), **facts
    )
    undo = "tournament_undo_last_of_them" if len(depending) > 1 else "tournament_undo_step_first"
    return RefusedError(words, advice(undo, place=chains.index(depending[-1]) + 1))


def _named(chains: Sequence[Chain], chain: Chain) -> str:
    """`step 3 (round 1 drawn with seed 8: 2 tables)`."""
    return _("step {place} ({step})", place=chains.index(chain) + 1, step=desk_step_words(chain))


def desk_step_words(chain: Chain) -> str:
    """What a step of the desk did, in words."""
    words = step_words(loads(chain.step.detail)) if chain.step.detail else ""
    return words or str(chain.step.action)
