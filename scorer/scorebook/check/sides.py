"""A deal without a caller judged again: do its facts give who won, and the units that are kept."""

from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Row

from db.columns import SEAT_NUMBERS
from scorer.rules.deal import letters
from scorer.rules.errors import ScorerError
from scorer.rules.judge import MOST_KNOWN, Units
from scorer.rules.kinds import SIDE_LETTERS
from scorer.rules.sides import SidesDeal, reckon_sides, sides_of
from scorer.rules.variant import Variant
from scorer.scorebook import rows

GIVE = "the facts and the frozen variant give"
SEATS = tuple(map(str, SEAT_NUMBERS))


class JudgedSides(NamedTuple):
    """What a deal says of itself that its facts do not give, and the units that they give at all seven seats.

    No units where the facts give none.
    """

    faults: tuple[str, ...]
    units: Units = ()


class SidesJudge:
    """Judges the deals of a variant without an auction; facts that were seen before cost one look-up."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._known = lru_cache(MOST_KNOWN)(self._judged)

    def deal(self, row: Row[Any], seated: int) -> JudgedSides:
        """What is wrong with a deal at a table of so many seats."""
        return self._known(seated, row.resting, row.outcome, row.slam, row.times, *row[rows.SIDES])

    def _judged(
        self,
        seated: int,
        resting: int | None,
        outcome: str,
        slam: int,
        times: int,
        sides: str,
        counts: str | None,
        bonuses: str | None,
        winners: str | None,
        decided: str | None,
    ) -> JudgedSides:
        playing = [seat for at, seat in enumerate(SEATS[:seated], 1) if at != resting]
        made = sides_of(playing, self._variant.made_by)
        if sides != (due := letters(SEATS[:seated], made)):
            return JudgedSides((f"sides is {sides}, the seats give {due}",))
        try:
            numbers = [rows.read_numbers(text) for text in (counts, bonuses)]
            said = tuple(map(SIDE_LETTERS.index, winners or "")) if decided else None
            deal = SidesDeal(
                sides=made, counts=numbers[0], bonuses=numbers[1], said=said,
                decided=decided, slam=bool(slam), times=times,
            )  # fmt: skip
            reckoned = reckon_sides(deal, self._variant)
        except ScorerError as error:
            return JudgedSides((str(error),))
        except ValueError:  # what are no numbers or no letters: a law is broken, and that is told
            return JudgedSides(())
        won = "".join(SIDE_LETTERS[place] for place in reckoned.winners) or None
        told = {
            "outcome": (outcome, str(reckoned.outcome)),
            "winners": (winners, won),
            "counts": (counts, rows.numbers_text(numbers[0])),  # written in another way
            "bonuses": (bonuses, rows.numbers_text(numbers[1])),
        }
        wrong = (f"{fact} is {has}, {GIVE} {gives}" for fact, (has, gives) in told.items() if has != gives)
        return JudgedSides(tuple(wrong), tuple(reckoned.units.get(seat) for seat in SEATS))


def against_caller(seated: int, caller: int, resting: int | None) -> str:
    """The letters of a deal that the caller plays alone with bonuses, at a table of so many seats."""
    others = [seat for at, seat in enumerate(SEATS[:seated], 1) if at not in (caller, resting)]
    return letters(SEATS[:seated], ([str(caller)], others))
