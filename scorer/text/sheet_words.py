"""What stands on a score sheet, wherever one is shown: its columns, and the facts of each record."""

from collections.abc import Sequence
from typing import Final

from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed, signed
from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.rules.cards import bid_shown, suit_shown
from scorer.rules.kinds import CARDS, EVEN, SAID, WON, event_shown
from scorer.text.kind_words import deals_of_sheet, kind_name, result_name

LONGEST_COLUMN = 8
FACTS: Final = ("#", N_("bid"), N_("result"), "x")
FACTS_OF_SIDES: Final = ("#", N_("result"), "x")
FACTS_WITH_TRUMPS: Final = ("#", N_("trumps"), N_("result"), "x")


def short_names(players: Sequence[str], longest: int = LONGEST_COLUMN) -> list[str]:
    """Names short enough for a column and still different: a first word, or as many letters as are left."""
    firsts = [player.split()[0][:longest] for player in players]
    if len(set(firsts)) == len(firsts):
        return firsts
    cut = [player[:longest] for player in players]
    return cut if len(set(cut)) == len(cut) else list(players)


def race_tallies(sheet: Sheet) -> dict[str, dict[str, int]]:
    """What everybody has of what the match is judged by besides units: deals `won`, card points `taken`."""
    return {tally: has for tally, has in sheet.tallies.items() if tally != "units"}


def column_heads(sheet: Sheet) -> tuple[str, ...]:
    """The heads of the columns of a sheet before those of the players."""
    variant = sheet.match.variant
    without_bids = FACTS_WITH_TRUMPS if variant.trumps else FACTS_OF_SIDES
    return tuple(map(_, FACTS if variant.has_auction else without_bids))


def whose_counts(sheet: Sheet) -> list[str]:
    """Whose count stands first in a result, where nobody calls: that of the player who stands first in the row."""
    orders = {tuple(_by_column(record, sheet)) for record in sheet.deals if record.counts}
    if not orders:
        return []
    if not sheet.match.variant.fixed_partners:
        return [_("result: the counts in the order of the columns")]
    if len(orders) == 1:
        first, second = map(listed, orders.pop())
        return [_("result: {first}, then {second}", first=first, second=second)]
    return [_("result: the count of who stands first in the row, or of that side; then of the next")]


def _by_column(record: Record, sheet: Sheet) -> list[tuple[str, ...]]:
    """The sides of a deal without a caller, in the order of the columns."""
    return sorted(record.by_side, key=lambda side: min(map(sheet.players.index, side)))


def record_cells(record: Record, sheet: Sheet) -> list[str]:
    """Bid, result and factor of a record, as a sheet has them; without a bid where nobody calls.

    Where suits take turns as trumps, the suit of a deal stands in place of the bid.
    """
    times = f"x{record.times}" if record.times > 1 else ""
    if sheet.match.variant.has_auction:
        if not record.is_deal:
            residual = _("residual of {units}", units=signed(record.residual)) if record.residual else ""
            return [kind_name(record.kind), ", ".join(filter(None, [deals_of_sheet(record), residual])), ""]
        result = result_name(record.result)
        return [
            bid_shown(record.bid, sheet.match.variant.auction.pack),
            _with_slam(f"{result} ({record.bonuses[0]})" if record.bonuses else result, record),
            times,
        ]
    variant = sheet.match.variant
    trumps = [suit_shown(record.trumps, variant.auction.pack)] if variant.trumps else []
    if record.is_deal:
        return [*trumps, _with_slam(_result(record, sheet), record), times]
    kind = ", ".join(filter(None, [kind_name(record.kind), deals_of_sheet(record)]))
    if record.residual:
        kind = _("{kind}, residual of {units}", kind=kind, units=signed(record.residual))
    return [*trumps, kind, ""]


def _with_slam(result: str, record: Record) -> str:
    return _("{result} slam", result=result) if record.slam else result


def _result(record: Record, sheet: Sheet) -> str:
    """How a deal without a caller ended, `74 46`, the counts in the order of the columns; the marks say who won."""
    if record.counts is None:
        if not record.winners:
            return result_name(EVEN)
        return result_name(WON) if record.decided == SAID else event_shown(record.decided)
    counted = dict(zip(record.by_side, zip(record.counts, record.bonuses or record.counts, strict=True), strict=True))
    in_order = [counted[side] for side in _by_column(record, sheet)]
    counts, bonuses = (" ".join(map(str, numbers)) for numbers in zip(*in_order, strict=True))
    if record.bonuses:
        return f"{counts} ({bonuses})"
    return _("{counts} cards", counts=counts) if record.decided == CARDS and record.winners else counts
