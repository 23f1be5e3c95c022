"""A line that is being typed into the pad where nobody calls: what it still needs, and what Enter would do."""

from collections.abc import Sequence

from scorer.cli import render
from scorer.cli.layout import folded
from scorer.match.parsing import DealWords, deal_words
from scorer.match.reading import read_deal
from scorer.match.sides import MissingError, examples
from scorer.match.values import Sheet
from scorer.rules.errors import IllegalDealError, ScorerError, UndecidedError


def waits(sheet: Sheet) -> str:
    """What the pad waits for while nothing is typed."""
    return (
        f"who took how much, as in {' or '.join(examples(len(sheet.sides), sheet.match.variant))}; help lists the rest"
    )


def sides_preview(sheet: Sheet, facts: Sequence[str], options: DealWords, width: int, *, typing: bool) -> str:
    """Everybody's units: of the deal when it is whole, of both ways it can end while one side is named.

    Raises ScorerError for what cannot be meant. `typing`: the last word may not be finished.
    """
    try:
        read = read_deal(deal_words(facts, options, sheet.match), sheet)
    except UndecidedError as equal:
        return folded(f"{equal.counts}: --more-cards PLAYER or nobody; else Enter asks who has more", width, 0)
    except MissingError as error:
        return _both_ways(sheet, facts, options, width) or folded(f"{error.missing} is still to say", width, 0)
    except IllegalDealError:
        raise
    except ScorerError:  # its last word may be the beginning of another
        if typing and (missing := _missing(sheet, facts[:-1], options)):
            return folded(f"{missing} is still to say", width, 0)
        raise
    paid = render.units_table({str(read.reckoning.outcome): read.reckoning.units}, sheet.seats, width)
    return "\n".join([paid, *(folded(notice, width, 0) for notice in read.notices)])


def _missing(sheet: Sheet, facts: Sequence[str], options: DealWords) -> str:
    """What these words still need to be a deal; empty where they are none, or one already."""
    try:
        read_deal(deal_words(facts, options, sheet.match), sheet)
    except MissingError as error:
        return error.missing
    except ScorerError:
        return ""
    return ""


def _both_ways(sheet: Sheet, facts: Sequence[str], options: DealWords, width: int) -> str:
    """The units when this side has won, and when it has lost; empty where that is not enough, or not clear."""
    try:
        ends = {end: read_deal(deal_words([*facts, end], options, sheet.match), sheet) for end in ("won", "lost")}
    except ScorerError:
        return ""
    return render.units_table({end: read.reckoning.units for end, read in ends.items()}, sheet.seats, width)
