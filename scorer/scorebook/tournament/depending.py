"""Which steps of a tournament depend on another: those that could not have been done without it.

What they would have come to without it is another matter: a standing is reckoned again, and what was announced stays
and is said.
"""

from collections.abc import Collection, Sequence
from json import loads

from sqlalchemy import or_, select

from scorer.errors import RefusedError
from scorer.language.forms import listed
from scorer.rules.tournament import Entrant, Format
from scorer.rules.tournament.format import BY_STANDING
from scorer.scorebook import rows
from scorer.scorebook.finding import match_by_id
from scorer.scorebook.tournament.log import PEOPLE, Detail, Log
from scorer.scorebook.tournament.snapshot import Tournament
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import DRAW, KEPT, Chain, linked
from scorer.text.sentences import plural

NAMED = 3
Lost = Collection[tuple[int, int, int]]  # stage, round and table of the results that are gone


def check_tables_as_left(transaction: Transaction, chains: Sequence[Chain], chain: Chain) -> None:
    """Raise RefusedError where a table was changed, and stands so, since a step wrote or unwrote something at it."""
    if chain.step.action == DRAW:
        return  # whose tables are all looked at when it is reversed
    since = chain.tip.id if chain.undone else chain.step.id
    for table in KEPT:
        changed = or_(table.c.made_by == chain.tip.id, table.c.voided_by == chain.tip.id)
        for row in rows.read(transaction, select(table).where(changed)):
            same = table.c.match_id == row.match_id
            same = same if table is rows.SITTING else same & (table.c.number == row.number)
            touching = rows.read(transaction, select(table.c.made_by, table.c.voided_by).where(same))
            touched = {step for each in touching for step in each}
            at_table = rows.STEP.c.match_id == row.match_id, rows.STEP.c.tournament_id.is_(None)
            others = linked(rows.read(transaction, select(rows.STEP).where(*at_table).order_by(rows.STEP.c.id)))
            later = [each for each in (*chains, *others) if not each.undone and each.step.id > since]
            if depending := [each for each in later if each.tip.id in touched]:
                if at_desk := [each for each in depending if each.step.tournament_id]:
                    raise RefusedError(depends_words(chains, chain, at_desk))
                match = match_by_id(transaction, row.match_id)
                shows = f"scorer history --match {match.id} shows how"
                raise RefusedError(f"{match.name} was changed since at its table, which stays: {shows}")


def check_possible(
    transaction: Transaction, fmt: Format, chains: Sequence[Chain], chain: Chain, lost: Lost = ()
) -> None:
    """Raise RefusedError where steps that stand could not have been done without one, and the results that it gave."""
    names = rows.player_names(transaction)
    whole, without, depending, lost = Log(names), Log(names), [], set(lost)
    for each in chains:
        if each.undone:
            continue
        happened = each.step.action, loads(each.step.detail) if each.step.detail else {}, each.step.at, each.step.reason
        detail = happened[1]
        possible = each is not chain and (
            each.step.id < chain.step.id
            or _possible(without, each, detail, fmt, lost)
            or not _possible(whole, each, detail, fmt, ())
        )
        whole.add(*happened)
        if possible:
            without.add(*happened)
        elif each is not chain:
            depending.append(each)
            at = [place for place, match in whole.matches.items() if match == each.step.match_id]
            lost |= {(whole.rounds[number].stage, number, table) for number, table in at}  # where it gave a result
    if depending:
        raise RefusedError(depends_words(chains, chain, depending))


def results_of(tournament: Tournament) -> set[tuple[int, int, int]]:
    """Stage, round and table of every result."""
    rounds = tournament.progress.rounds
    return {(each.stage, each.number, table.number) for each in rounds for table in each.tables if table.over}


def _possible(log: Log, chain: Chain, detail: Detail, fmt: Format, lost: Lost) -> bool:
    """Whether a step could have been done where everything before it is in the log, and these results are missing."""
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
            there = (
                {*announced.resting, *(seat for each in announced.tables for seat in each.seats)} if announced else ()
            )
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
            return comes and named and all(each[0] != detail["stage"] for each in lost)
        case "play-off":
            named = log.entrants.keys() >= {*detail["order"], *detail.get("tied", ())}
            return named and all(each[0] != detail["stage"] for each in lost)
        case _:  # the end
            return True


def _people_there(log: Log, action: str, detail: Detail) -> bool:
    """Whether a step about who takes part could have been done: all it names are there, and play or not as it says."""
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
    """Whether those could have entered whom a step enters; whether somebody is there whom it only seats."""
    if "entrants" not in detail:
        return detail["entrant"] in log.entrants
    new = {log.names[player] for each in detail["entrants"] for player in each["players"]}
    return new.isdisjoint(_playing(log))


def _playing(log: Log, but: Entrant | None = None) -> set[str]:
    """Who may sit for an entry that stands: of a team everybody, else the last who took over."""
    return {
        name
        for each in log.entrants.values()
        if each.left is None and (but is None or each.number != but.number)
        for name in each.present
    }


def _drawable(log: Log, detail: Detail, stage: int, fmt: Format, lost: Lost) -> bool:
    """Whether a round could have been drawn: its number and its stage come next, and everybody in it is there."""
    number = detail["round"]
    comes = number in log.rounds if detail.get("again") else number == len(log.rounds) + 1
    there = [*detail["resting"], *(seat for table in detail["tables"] for seat in table["seats"])]
    people = [log.entrants[each] for each in there if each in log.entrants]
    if not comes or detail["stage"] != stage or len(people) < len(there):
        return False
    if detail.get("again"):
        people = [each.drawn_again(number) for each in people]
    through = detail.get("through") or (log.cuts[stage - 1].through if stage else there)
    waits = fmt.stages[stage].seating in BY_STANDING and any(at == stage and each < number for at, each, _ in lost)
    return not waits and all(each.plays(number) and (each.direct or each.number in through) for each in people)


def depends_words(chains: Sequence[Chain], chain: Chain, depending: Sequence[Chain]) -> str:
    """That a step stays, for what came of it stands: which steps these are."""
    named = [_named(chains, each) for each in depending[:NAMED]]
    more = [f"{len(depending) - NAMED} more"] if len(depending) > NAMED else []
    verb = plural(len(depending), "depends", "depend")
    what = "the last of them" if len(depending) > 1 else "that"
    how = f"scorer tournament undo --step {chains.index(depending[-1]) + 1} takes {what} back first"
    return f"{_named(chains, chain)} stays: {listed([*named, *more])} {verb} on it; {how}"


def _named(chains: Sequence[Chain], chain: Chain) -> str:
    """`step 3 (round 1 drawn with seed 8: 2 tables)`."""
    return f"step {chains.index(chain) + 1} ({step_words(chain)})"


def step_words(chain: Chain) -> str:
    """What a step of the desk did, in its words."""
    return str(loads(chain.step.detail).get("what", chain.step.action)) if chain.step.detail else chain.step.action
