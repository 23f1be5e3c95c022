"""The steps of one match for whoever stands at its table: which is the newest, what came after one, and its undo.

The undo of a command takes back what came last; here the step is named, and nothing but this match is touched.
"""

from scorer.errors import NewerStepError, NotFoundError, RefusedError
from scorer.language import _
from scorer.match.facts import Match, Step
from scorer.scorebook import rows
from scorer.scorebook.last_steps import NEWEST_STEP_AT, newest_first, steps_of, to_undo
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import Chain, hangs_on_a_wing, reverse, to_step, to_steps
from scorer.text.sentences import step_sentence


def newest_step(transaction: Transaction, match: Match) -> int:
    """The newest step that concerns a match: of it, or of several matches with rows in it; undone ones and undo too.

    A step of the whole scorebook, as the rename of a player, concerns none.
    """
    return int(transaction.value(NEWEST_STEP_AT, match=match.id))


def stands_on(transaction: Transaction, match: Match, step: int) -> list[Step]:
    """What came at a match after a step, which an entry stands on, oldest first; empty where the entry may pass.

    Undone steps and what undid them are among them; after 0 came everything. Raises NewerStepError for a step that is
    none of this match.
    """
    if newest_step(transaction, match) == step:
        return []
    steps = steps_of(transaction, match)[::-1]
    if step and step not in {row.id for row in steps}:
        raise NewerStepError(_("the scorebook of {match} is another one now, or an older one", match=match.name))
    return [made for made in to_steps(steps, rows.all_records(transaction, match.id)) if made.id > step]


def undoable(transaction: Transaction, match: Match) -> Step | None:
    """The step that a table may take back now: the newest that stands at the match.

    None where that is its start, or was done at several matches or at the desk of a tournament, or where only a wing
    that is not installed could tell.
    """
    chain = next(to_undo(newest_first(transaction, match)), None)
    if chain is None or _not_of_the_table(chain, match) or hangs_on_a_wing(transaction, match.id):
        return None
    return to_step(chain.step, rows.all_records(transaction, match.id), undone=False)


def undo_step(transaction: Transaction, match: Match, step_id: int) -> Step:
    """Take back this step of a match, and nothing else; returns it as it was.

    Raises NotFoundError for a step that is none of the match, NewerStepError where something newer stands there, and
    RefusedError where the step is undone already, and for the start and what was not done at this table.
    """
    chains = list(newest_first(transaction, match))
    chain = next((chain for chain in chains if chain.step.id == step_id), None)
    if chain is None:
        raise NotFoundError(_("{match} has no step {number}", match=match.name, number=step_id))
    records = rows.all_records(transaction, match.id)
    step = to_step(chain.step, records, undone=chain.undone)
    if refusal := _not_of_the_table(chain, match):
        raise RefusedError(refusal)
    if chain.undone:
        raise RefusedError(_("this is undone already: {step}", step=step_sentence(step, match)))
    newest = next(to_undo(chains), None)
    if newest and newest.step.id != step_id:
        came_after = step_sentence(to_step(newest.step, records, undone=False), match)
        raise NewerStepError(_("something newer stands in {match}: {step}", match=match.name, step=came_after))
    reverse(transaction, chain)
    return step


def _not_of_the_table(chain: Chain, match: Match) -> str:
    """Why a step cannot be taken back at its table; "" where it can."""
    if chain.step.action == "start":
        return _("the start of {match} is not taken back at the table", match=match.name)
    if not chain.step.match_id or chain.step.tournament_id:
        return _("this was not done at the table of {match} alone, and is not taken back there", match=match.name)
    return ""
