"""Which steps undo and redo mean: the newest of the whole scorebook, or those of one match.

A step stands since it was done, or done again. What stands since last is taken back first; what was taken back last is
done again first, as long as nothing was recorded since.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from db.connection import Row
from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _, ngettext
from scorer.match.facts import Match, Step
from scorer.rules.errors import advice
from scorer.scorebook import rows
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import IMPORT, KEPT, SEATED_BY, Chain, check_reversible, reverse, to_step
from scorer.text.sentences import step_sentence
from scorer.wings import needed

Revision = tuple[tuple[int, str], ...]  # steps and their moments
# On a server a step may come out after one that was begun later.
_NEWEST = "SELECT id, at FROM step ORDER BY id DESC LIMIT 32"
# Which steps made or struck out rows of a match. Live and voided rows have an index each, and both together have none.
_WROTE = " UNION ".join(
    f"SELECT {column} AS id FROM {table} WHERE match_id = :match AND voided_by IS {voided}"
    for table in KEPT
    for column, voided in (("made_by", "NULL"), ("made_by", "NOT NULL"), ("voided_by", "NOT NULL"))
)
# Of a match since it was seen here, with those of several matches that wrote in it: an import, a draw, a reassignment.
_OWN_STEPS = (
    f"SELECT * FROM ({rows.STEPS_AT} UNION ALL SELECT * FROM step WHERE match_id IS NULL AND id IN ({_WROTE})) AS step"
    " WHERE id >= (SELECT min(made_by) FROM sitting WHERE match_id = :match) ORDER BY id DESC"
)
NEWEST_STEP_AT = (
    f"SELECT max(id) FROM (SELECT id FROM step WHERE match_id = :match AND action <> 'deal' UNION {_WROTE}) AS at_match"
)
_FIRST_SEEN = "SELECT match_id, min(made_by) AS step FROM sitting GROUP BY match_id"
_NEWEST_FIRST = "SELECT id, match_id FROM step ORDER BY id DESC"
_STEP = "SELECT * FROM step WHERE id = :step"
_NONE_LEFT = {
    "undo": (N_("nothing to undo"), N_("nothing to undo in {match}")),
    "redo": (N_("nothing to redo"), N_("nothing to redo in {match}")),
}


def newest_steps(transaction: Transaction) -> Revision:
    """The last steps, newest first: any change to the scorebook changes them, a backup put in its place too."""
    return tuple(map(tuple, transaction.raw_rows(_NEWEST)))


def undo(transaction: Transaction, match: Match | None, steps: int = 1) -> list[Step]:
    """Take back the newest steps that stand, of a match or of the whole scorebook (None); returns them, newest first.

    Raises NotFoundError where there are fewer, and RefusedError for one that another command takes back.
    """
    return _carry_out(transaction, match, "undo", steps)


def redo(transaction: Transaction, match: Match | None, steps: int = 1) -> list[Step]:
    """Do again what was undone last, there or anywhere, unless something was recorded there since; as `undo`."""
    return _carry_out(transaction, match, "redo", steps)


def _carry_out(transaction: Transaction, match: Match | None, action: str, steps: int) -> list[Step]:
    chains = _next_chains(transaction, match, action, steps)
    for chain in chains:
        reverse(transaction, chain)
    return _to_steps(transaction, chains)


def would_reverse(
    transaction: Transaction, match: Match | None, action: str, steps: int
) -> tuple[list[Step], set[int]]:
    """The steps that `undo` or `redo` would reverse, in that order, and the matches that would not exist after it.

    Raises NotFoundError where there are fewer, RefusedError where the first of them cannot be reversed any more.
    """
    chains = _next_chains(transaction, match, action, steps)
    check_reversible(transaction, chains[0])
    gone: set[int] = set()
    for chain in chains if action == "undo" else ():
        if chain.step.action == "start":
            gone.add(chain.step.match_id)
        elif chain.step.action == IMPORT:
            gone |= set(transaction.values(SEATED_BY, step=chain.tip.id))
    return _to_steps(transaction, chains), gone


def _to_steps(transaction: Transaction, chains: Sequence[Chain]) -> list[Step]:
    """The ordinary steps of chains, with their records."""
    at = {chain.step.match_id for chain in chains} - {None}
    records = {match: rows.all_records(transaction, match) for match in at}
    return [to_step(chain.step, records.get(chain.step.match_id, ()), undone=chain.undone) for chain in chains]


def _next_chains(transaction: Transaction, match: Match | None, action: str, steps: int) -> list[Chain]:
    """The chains that come next; NotFoundError for fewer, RefusedError where one is reversed by another command."""
    chains = newest_first(transaction, match)
    chosen = list(islice(to_undo(chains) if action == "undo" else to_redo(chains), steps))
    for chain in chosen:
        if not chain.step.match_id and (chain.step.tournament_id or match):
            _check_command(transaction, chain, match)
    if len(chosen) < steps:
        raise NotFoundError(_too_few_words(action, len(chosen), match))
    return chosen


def newest_first(transaction: Transaction, match: Match | None) -> Iterator[Chain]:
    """The chains of a match, or of the whole scorebook, by their newest step, the newest first.

    What a match did before it was seen here came in with it, and is in none.
    """
    reversed_later = set()
    for tip in steps_of(transaction, match) if match else _all_steps(transaction):
        reversed_later.add(tip.undoes)
        if tip.id not in reversed_later:
            step = tip
            while step.undoes:
                (step,) = transaction.rows(_STEP, step=step.undoes)
            yield Chain(step, tip, undone=tip.action == "undo")


def steps_of(transaction: Transaction, match: Match) -> Sequence[Row]:
    """The steps of a match, newest first, with those of several matches that wrote in it."""
    return transaction.rows(_OWN_STEPS, matches=[match.id], match=match.id)


def _all_steps(transaction: Transaction) -> Iterator[Row]:
    """Every step of this scorebook, newest first, each as it is asked for."""
    first = {row.match_id: row.step for row in transaction.rows(_FIRST_SEEN)}
    for row in transaction.stream(_NEWEST_FIRST):
        if row.id >= first.get(row.match_id, 0):
            yield transaction.rows(_STEP, step=row.id)[0]


def to_undo(chains: Iterable[Chain]) -> Iterator[Chain]:
    """Those of the chains, which come newest first, that can be taken back, one after the other."""
    return (chain for chain in chains if not chain.undone)


def to_redo(chains: Iterable[Chain]) -> Iterator[Chain]:
    """Those of the chains, which come newest first, that can be done again: undone since the newest ordinary step."""
    newest = 0
    for chain in chains:
        newest = max(newest, chain.step.id)
        if chain.tip.id <= newest:
            return
        if chain.undone:
            yield chain


def _check_command(transaction: Transaction, chain: Chain, match: Match | None) -> None:
    """Raise RefusedError for a step that is reversed at the desk of its tournament, or without naming a match."""
    sentence = step_sentence(to_step(chain.step, undone=False), match)
    if chain.step.tournament_id:
        needed("refuse_elsewhere")(transaction, chain, sentence)
        return
    unnamed = advice("redo_unnamed" if chain.undone else "undo_unnamed")
    raise RefusedError(_("this was done in several matches: {step}", step=sentence), unnamed)


def _too_few_words(action: str, steps: int, match: Match | None) -> str:
    """That there are only so many steps to undo or to redo, in a match or in the whole scorebook."""
    name = match.name if match else ""
    if not steps:
        return _(_NONE_LEFT[action][bool(match)], match=name)
    if action == "undo" and match:
        return ngettext(
            "only {count} step to undo in {match}", "only {count} steps to undo in {match}", steps, match=name
        )
    if action == "undo":
        return ngettext("only {count} step to undo", "only {count} steps to undo", steps)
    if match:
        return ngettext(
            "only {count} step to redo in {match}", "only {count} steps to redo in {match}", steps, match=name
        )
    return ngettext("only {count} step to redo", "only {count} steps to redo", steps)
