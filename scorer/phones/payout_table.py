"""What the next deal at a table brings, whatever it is: for a page that has to say it while the server is away.

Every payout here comes from the engine that reckons deals; the page only looks it up. It is good for one state of a
table: what waits on the page may change what a deal is worth.
"""

from itertools import pairwise
from typing import Any, Final

from scorer.match.deal_options import DealWords
from scorer.match.deal_reading import read_deal
from scorer.match.parsing import read_result
from scorer.match.sheet import Sheet
from scorer.rules.bid import Bid
from scorer.rules.cards import HALF, TOTAL_CARD_POINTS
from scorer.rules.deal import Deal, Result, counted, decided_slam, reckon
from scorer.rules.errors import ScorerError, UndecidedError, UnsaidError
from scorer.rules.sides import needs_counts
from scorer.rules.variant import Variant

Json = dict[str, Any]
ResultPays = list[
    Any
]  # what a result brings: units, or ["asks_slam", [yes], [no], count], ["asks_bonuses"], ["refused"]
CALLER, PARTNER = "caller", "partner"
TWO: Final = 2
DIGITS: Final = 8  # of a variant's digest: it is told from the others of one scorebook
REFUSED: Final[ResultPays] = ["refused"]


def payout_table(sheet: Sheet) -> Json | None:
    """The payouts of the next deal, under their `key`; None where there are too many: with more than two sides, and
    where every count is paid for itself.

    With a caller: of each bid, `alone` or with a `partner`, and of each result, the units of the caller, the partner
    and each other. Of two sides: of the count of each, the units of that side and of the other one. Counts are runs,
    each with the first of them.
    """
    variant = sheet.match.variant
    if variant.has_auction:
        if variant.win.worth != "bid":
            return None
        table: Json = {"bids": _contracts(variant, _players(sheet), sheet.carry)}
    elif len(sheet.sides) == TWO:
        table = {"sides": [_side(sheet, place) for place in range(TWO)]}
    else:
        return None
    return {"key": payouts_key(sheet), **table}


def payouts_key(sheet: Sheet) -> str:
    """A key of all that the payouts of the next deal depend on: deals of a match with the same key pay the same."""
    match = sheet.match
    return f"{match.id}-{match.digest[:DIGITS]}-{_players(sheet)}-{sheet.carry}"


def _players(sheet: Sheet) -> int:
    """How many play the next deal."""
    return len(sheet.seats) - (sheet.resting() is not None)


def _contracts(variant: Variant, players: int, times: int) -> Json:
    """The payouts of every bid, by the bid as it is typed."""
    counts = [_read(str(count), variant) for count in range(variant.most_counted + 1)]
    # Beside its target, a bid turns only where 60 is even, where all or nothing may be a slam, and where no cards make
    # a count.
    turns = {0, 1, HALF, HALF + 1, TOTAL_CARD_POINTS, TOTAL_CARD_POINTS + 1} & set(range(len(counts)))
    turns |= {count for count in range(1, len(counts)) if type(counts[count]) is not type(counts[count - 1])}
    words = {word: _read(word, variant) for word in ("made", "failed")}

    def paid(bid: Bid, partner: str | None) -> Json:
        def brings(result: Result | ScorerError) -> ResultPays:
            if isinstance(result, ScorerError):
                return ["asks_bonuses"] if isinstance(result, UnsaidError) else REFUSED
            return _brings(result, bid, partner, players, times, variant)

        runs = _runs([(count, brings(counts[count])) for count in sorted(turns | {min(bid.target, len(counts) - 1)})])
        return {"counts": runs} | {word: brings(result) for word, result in words.items()}

    return {str(bid): {"alone": paid(bid, None), "partner": paid(bid, PARTNER)} for bid in variant.auction.bids}


def _read(text: str, variant: Variant) -> Result | ScorerError:
    """A result in the words of the table, or why it is none."""
    try:
        result = read_result(text, variant)
        result.check(variant)
    except ScorerError as error:
        return error
    return result


def _brings(result: Result, bid: Bid, partner: str | None, players: int, times: int, variant: Variant) -> ResultPays:
    """What a result of a contract brings, or what has to be asked before."""

    def units(*, slam: bool) -> ResultPays:
        others = (f"other {number}" for number in range(players - TWO))
        deal = Deal(
            players=(CALLER, PARTNER, *others), caller=CALLER, partner=partner, bid=bid, result=counts_as, slam=slam,
            times=times,
        )  # fmt: skip
        return list(reckon(deal, variant).paid)

    try:
        counts_as = counted(result, bid)
        slam, unclear = decided_slam(None, counts_as, variant)
        return ["asks_slam", units(slam=True), units(slam=False), str(counts_as)] if unclear else units(slam=slam)
    except ScorerError:
        return REFUSED


def _side(sheet: Sheet, place: int) -> Json:
    """The payouts of the counts of a side, and of the word that it won."""
    first = sheet.sides[place][0]
    most = sheet.match.variant.most_counted

    def paid(word: str) -> ResultPays:
        return _of_sides(DealWords(sides=(word,)), sheet, place)

    won = DealWords(sides=(first, "won"))
    return {
        "counts": _runs([(count, paid(f"{first}={count}")) for count in range(most + 1)]),
        "won": REFUSED if needs_counts(sheet.match.variant) else _of_sides(won, sheet, place),
    }


def _of_sides(words: DealWords, sheet: Sheet, place: int) -> ResultPays:
    """The units of this side and of the other, or what has to be asked before."""
    try:
        units = read_deal(words, sheet).reckoning.units
    except UndecidedError:
        return ["asks_more_cards"]
    except UnsaidError:
        return ["asks_bonuses"]
    except ScorerError:
        return REFUSED
    return [units[sheet.sides[side][0]] for side in (place, 1 - place)]


def _runs(ways: list[tuple[int, ResultPays]]) -> list[tuple[int, ResultPays]]:
    """What counts bring, without those that bring the same as the count before."""
    return ways[:1] + [way for before, way in pairwise(ways) if way[1] != before[1]]
