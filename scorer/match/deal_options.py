"""The facts of a deal in the words of the table, each with the option that says it.

Which facts there are is asked here by commands, the pad, corrections, the API and its description.
"""

from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from scorer.match.names import refuse_control


def _fact(metavar: str | None, new: str = "", *, recorded: str = "", empty: object = "") -> Any:
    """A fact: what stands behind its option, and the help of it for a `new` deal and for a `recorded` one.

    Without help there is no option.
    """
    return field(default=empty, metadata={"metavar": metavar, "new": new, "recorded": recorded or new})


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWords:
    """A deal in the words of the table, as typed. Empty or None where nothing was typed; an edit clears an empty note.

    `sides` are the words for who took how much, in a game without a caller; `bonus` and `more_cards` go with them.
    """

    caller: str = _fact("PLAYER", recorded="Who called.")
    bid: str = _fact("BID", recorded="What won the auction.")
    called: str | None = _fact("CARD", "The card called, as in '2 coins'.", empty=None)
    partner: str = _fact("PLAYER", recorded="A player, or solo.")
    result: str = _fact("RESULT", recorded="74, 74/46, 31+43, made or failed; 'anna 74'.")
    slam: bool | None = _fact(None, "One side took everything, or it did not.", empty=None)
    dealer: str = _fact("PLAYER", "Who dealt, if not whose turn it was.", recorded="Who dealt.")
    out: str = _fact("PLAYER", "Who rests, if not the dealer.", recorded="Who rested.")
    times: str = _fact("N", "What the deal counts, if not the carry.", recorded="What the deal counted.")
    bonus: str = _fact("BONUSES", "What of the counts is bonuses, as in anna=40.")
    more_cards: str = _fact("PLAYER", "At equal counts, whose side has more cards; or nobody.")
    note: str | None = _fact("TEXT", "Anything worth remembering.", empty=None)
    deals: str = _fact("N", recorded="How many deals a paper sheet holds.")
    sides: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for words in (self.caller, self.bid, self.partner, self.result, self.called, *self.sides, self.bonus):
            refuse_control(words or "")

    @property
    def typed(self) -> dict[str, Any]:
        """The facts of which something was typed, by name."""
        return {name: words for name, fact in FACTS.items() if (words := getattr(self, name)) != fact.default}

    def over(self, recorded: "DealWords") -> "DealWords":
        """These words, and the recorded ones where nothing was typed."""
        return replace(recorded, **self.typed)


FACTS: Final = {fact.name: fact for fact in fields(DealWords)}
OF_A_REDEAL: Final = {"dealer", "out", "note"}  # nobody's cards
OF_A_SHEET: Final = {"deals", "note"}
