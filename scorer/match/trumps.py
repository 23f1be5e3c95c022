"""Which suit was trumps in each deal, where the suits take turns: it follows from the order in which all was recorded.

A deal keeps the suit that it was played with, also where an earlier one is struck out. Next comes the suit that was
trumps in the fewest deals that count; of several the first in the order of the turns. So a deal that is struck out
gives its suit back, and whoever plays it again plays it with that one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scorer.match.values import Record


def suit_due(turns: Sequence[str], played: Iterable[str]) -> str:
    """The suit that is trumps in the next deal, after deals with these as trumps; empty where none takes turns."""
    counts = Counter(played)
    return min(turns, key=lambda suit: counts[suit], default="")


def suits_of(
    editions: Sequence[Record], turns: Sequence[str], undoes: Mapping[int | None, int | None]
) -> dict[int, str]:
    """The suit of every edition of every deal by its id, voided ones too; `editions` as they were written.

    A record that is written anew, by an edit, an undo or a redo, keeps its suit. `undoes` tells by the id of a step
    which one it took back.
    """
    suits: dict[int, str] = {}
    deals = [record for record in editions if record.is_deal]
    for at, deal in enumerate(deals):
        step, before = deal.made_by or 0, deals[:at]
        makers = {step, undoes.get(step) or step}
        anew = [suits[old.id or 0] for old in before if old.number == deal.number and old.voided_by in makers]
        standing = [old for old in before if old.voided_by is None or old.voided_by >= step]
        suits[deal.id or 0] = anew[-1] if anew else suit_due(turns, [suits[old.id or 0] for old in standing])
    return suits
