"""What stands on a score sheet, wherever one is shown: its columns, and the facts of each record."""

from collections.abc import Sequence

from scorer.language.forms import listed, signed
from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.rules.kinds import CARDS, EVEN, SAID, WON

LONGEST_COLUMN = 8
FACTS, FACTS_OF_SIDES = ("#", "bid", "result", "x"), ("#", "result", "x")
FACTS_WITH_TRUMPS = ("#", "trumps", "result", "x")


def short_names(players: Sequence[str], longest: int = LONGEST_COLUMN) -> list[str]:
    """Names short enough for a column and still different: a first word, or as many letters as are left."""
    firsts = [player.split()[0][:longest] for player in players]
    if len(set(firsts)) == len(firsts):
        return firsts
    cut = [player[:longest] for player in players]
    return cut if len(set(cut)) == len(cut) else list(players)


def race_tallies(sheet: Sheet) -> dict[str, dict[str, int]]:
    """What a match is played to besides units, deals `won` or card points `taken`: what everybody has."""
    return {tally: sheet.running_after(sheet.records, tally) for tally in sheet.judged_by if tally != "units"}


def titles(sheet: Sheet) -> tuple[str, ...]:
    """The columns of a sheet before those of the players."""
    if sheet.match.variant.has_auction:
        return FACTS
    return FACTS_WITH_TRUMPS if sheet.match.variant.trumps else FACTS_OF_SIDES


def whose_counts(sheet: Sheet) -> list[str]:
    """Whose count stands first in a result, where nobody calls: that of who stands first in the row."""
    found = {tuple(_by_column(record, sheet)) for record in sheet.deals if record.counts}
    if not found:
        return []
    if not sheet.match.variant.fixed_partners:
        return ["result: the counts in the order of the columns"]
    if len(found) == 1:
        return [f"result: {', then '.join(map(listed, found.pop()))}"]
    return ["result: the count of who stands first in the row, or of that side; then of the next"]


def _by_column(record: Record, sheet: Sheet) -> list[tuple[str, ...]]:
    """The sides of a deal without a caller, in the order of the columns."""
    return sorted(record.by_side, key=lambda side: min(map(sheet.players.index, side)))


def facts(record: Record, sheet: Sheet) -> list[str]:
    """Bid, result and factor of a record, as a sheet has them; without a bid where nobody calls.

    Where suits take turns as trumps, the suit of a deal stands in place of the bid.
    """
    residual = f"residual of {signed(record.residual)}" if record.residual else ""
    times = f"x{record.times}" if record.times > 1 else ""
    slam = " slam" if record.slam else ""
    if sheet.match.variant.has_auction:
        bonuses = f" ({record.bonuses[0]})" if record.bonuses else ""
        result = f"{record.result}{bonuses}{slam}"
        return [str(record.bid), result, times] if record.is_deal else [record.kind, residual, ""]
    trumps = [record.trumps] if sheet.match.variant.trumps else []
    if not record.is_deal:
        return [*trumps, f"{record.kind}, {residual}" if residual else record.kind, ""]
    return [*trumps, f"{_result(record, sheet)}{slam}", times]


def _result(record: Record, sheet: Sheet) -> str:
    """How a deal without a caller ended, `74 46`, the counts in the order of the columns; the marks say who won."""
    if record.counts is None:
        return (WON if record.decided == SAID else str(record.decided)) if record.winners else EVEN
    of_side = dict(zip(record.by_side, zip(record.counts, record.bonuses or record.counts, strict=True), strict=True))
    ordered = [of_side[side] for side in _by_column(record, sheet)]
    counts, bonuses = (" ".join(map(str, each)) for each in zip(*ordered, strict=True))
    cards = " cards" if record.decided == CARDS and record.winners else ""
    return f"{counts} ({bonuses})" if record.bonuses else f"{counts}{cards}"
