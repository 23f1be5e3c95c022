"""Steps of a tournament are reversed at its desk: what the core's undo and redo say of them."""

from typing import Final

from scorer.errors import RefusedError
from scorer.language import _
from scorer.rules.errors import Advice, advice
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import Chain
from scorer.tournaments.keeping.step_kinds import OPENED

_NAME: Final = "SELECT name FROM tournament WHERE id = :tournament"
_PLACE: Final = "SELECT count(*) FROM step WHERE tournament_id = :tournament AND undoes IS NULL AND id <= :step"


def refuse_elsewhere(transaction: Transaction, chain: Chain, sentence: str) -> None:
    """Raise RefusedError with the command of the desk for a step, `sentence` in words.

    A tournament that was taken back itself has no desk, and is done again anywhere.
    """
    opened = chain.step.action == OPENED
    if opened and chain.undone:
        return
    name = transaction.value(_NAME, tournament=chain.step.tournament_id)
    named = advice("tournament_redo_named" if chain.undone else "tournament_undo_named", tournament=name)
    at_desk = _("this was done at the desk of {tournament}: {step}", tournament=name, step=sentence)
    raise RefusedError(at_desk, advice("tournament_drop") if opened else named)


def undo_advice(transaction: Transaction, chain: Chain) -> Advice:
    """Which command takes a step of a tournament back first: by its place in the history, counted from 1."""
    place = int(transaction.value(_PLACE, tournament=chain.step.tournament_id, step=chain.step.id))
    return advice("tournament_undo_step_first", place=place)
