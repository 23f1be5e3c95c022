"""The keys of a variant file that are of the games of sides: who is on a side, who wins, bonuses, events, trumps."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from scorer.language import N_, _
from scorer.rules.cards import CARD_VALUES, COUNTING, HALF, HIGHEST_COUNT, SUITS, TOTAL_CARD_POINTS, read_suits
from scorer.rules.kinds import CARDS, EVEN_WORDS, OUTCOME_WORDS, OUTCOMES, SAID, SOLO
from scorer.rules.reader import LARGEST, MISSING, Reader
from scorer.rules.variant import BY_COUNT, CONTRACT, Bonus, MadeBy, Variant, Win

WAYS = ("auction", "alternate seats", "each alone")
PAIRS_OR_THREES = (4, 6)
ALONE = (2, 3, 4, 5, 6)
OF_AN_AUCTION = ("auction", "bands", "shares", "named", "at_60")
# Words of a deal; their first letters do, so no event has a word that begins as one of them.
TAKEN_WORDS = (*OUTCOMES, *" ".join((*OUTCOME_WORDS.values(), *EVEN_WORDS.values())).split(), SAID, CARDS, "slam", SOLO)
_NOT_COUNTED = {
    "taken": N_("card points are added up only where no auction makes the sides"),
    "paper": N_("nobody writes card points on paper here, see win.worth"),
}


def read_of_sides(top: Reader, pack: tuple[str, ...]) -> dict[str, Any]:
    """The fields of a variant that these keys give; faults of single keys are in the reader."""
    made_by, numbers, alone = _sides(top)
    card_values = _card_values(top, pack)
    bonuses = tuple(_bonuses(top.table("bonuses"), pack, card_values or CARD_VALUES))
    most = TOTAL_CARD_POINTS + sum(bonus.amount * bonus.most for bonus in bonuses)
    if most > HIGHEST_COUNT:
        facts = {"most": most, "highest": HIGHEST_COUNT}
        top.fault("bonuses", _("one side could have {most}; a count goes up to {highest}, bonuses included", **facts))
    no_trumps: tuple[str, ...] = ()
    return {
        "made_by": made_by,
        "numbers": numbers,
        "alone": alone,
        "card_values": card_values,
        "bonuses": bonuses,
        "win": _win(top.table("win"), made_by, most),
        "events": _events(top.table("events")) or None,
        "trumps": top.attempt("trumps", lambda: read_suits(top.take("trumps", str, "")), default=no_trumps),
    }


def _sides(top: Reader) -> tuple[MadeBy, tuple[int, ...], bool]:
    """How sides are made, among how many where no auction does it, and whether a caller is always alone."""
    read = top.table("sides")
    # a way that is not known is one fault: what is of an auction is missed only where there is one
    made_by: MadeBy = read.choice("made_by", "auction", WAYS)
    if made_by == "auction" and read.mapping.get("made_by", made_by) != made_by and "auction" not in top.mapping:
        made_by = "each alone"
    if made_by == "auction":
        alone = read.choice("partner", "called", ("called", "never")) == "never"
        read.done()
        return made_by, (), alone
    can = PAIRS_OR_THREES if made_by == "alternate seats" else ALONE
    numbers = read.take("players", list, MISSING)
    if numbers is not MISSING and (not numbers or not all(type(number) is int and number in can for number in numbers)):
        facts = {"numbers": numbers, "possible": ", ".join(map(str, can))}
        read.fault("players", _("{numbers!r} must be numbers of players out of {possible}", **facts))
        numbers = MISSING
    read.done()
    for key in OF_AN_AUCTION:
        if key in top.mapping:
            top.taken.add(key)
            top.fault(key, _("is of games with an auction; here sides are made by {way}", way=made_by))
    return made_by, () if numbers is MISSING else tuple(sorted(set(numbers))), False


def _win(read: Reader, made_by: MadeBy, most: int) -> Win:
    """Who wins, and what that is worth; in a game with an auction, the contract decides. `most` is a side's count."""
    if made_by == "auction":
        read.choice("by", "contract", ("contract",))
        worth = read.choice("worth", "bid", ("bid", *BY_COUNT))
        read.done()
        return CONTRACT._replace(worth=worth)
    by = read.choice("by", MISSING, ("most", "at most"))
    limit = read.number("limit", MISSING, 0, TOTAL_CARD_POINTS - 1) if by == "at most" else 0
    tie: Any = read.choice("tie", "even", ("even", "more cards", "shared")) if by != "at most" else "even"
    worth = read.choice("worth", "flat", ("flat", "margin"))
    if worth == "margin" and by == "at most":
        read.fault("worth", _("the margin is that of the most card points"))
    u = read.number("u", 1, 1, LARGEST) if worth == "flat" else 1
    above = read.table("above")
    more: dict[str, Any] = {}
    if "above" in read.mapping and worth == "flat" and by == "most":
        more["above"] = above.number("card_points", MISSING, HALF, most - 1)
        more["above_u"] = above.number("u", MISSING, 1, LARGEST)
        more["above_deals"] = above.number("deals_won", 1, 1, LARGEST)
        above.done()
    elif "above" in read.mapping:
        read.fault("above", _("is of a flat win by the most card points"))
    read.done()
    complete = MISSING not in (by, limit, *more.values())
    return Win(by=by, limit=limit, tie=tie, worth=worth, u=u, **more) if complete else CONTRACT


def _bonuses(read: Reader, pack: Collection[str], card_values: Mapping[str, int]) -> Iterator[Bonus]:
    """What a side has beside its card points: by name, its amount, how often in a deal, and for which cards."""
    for name, bonus in read.tables():
        amount, most = bonus.number("amount", MISSING, 1, LARGEST), bonus.number("most", 1, 1, SUITS)
        cards = tuple(bonus.take("cards", str, "").split())
        if strange := [card for card in cards if card not in pack]:
            bonus.fault("cards", _("{rank!r} is no rank of this pack: {ranks}", rank=strange[0], ranks=" ".join(pack)))
        if len(set(cards)) < len(cards):
            bonus.fault("cards", _("names a rank twice; these are cards of one suit"))
        if not name.replace("-", "").isalpha():
            read.fault(name, _("the name of a bonus is letters and hyphens"))
        bonus.done()
        if amount is not MISSING:
            yield Bonus(name, amount, most, cards, tuple(card_values[card] for card in cards if card in card_values))


def _events(read: Reader) -> dict[str, str]:
    """The events that decide a deal at once: a word for each, and what happened."""
    events = {}
    for word in read.mapping:
        if not word.replace("-", "").isalpha() or word != word.casefold():
            read.fault(word, _("the word for an event is small letters and hyphens"))
        if taken := next((known for known in TAKEN_WORDS if known.startswith(word) or word.startswith(known)), None):
            read.fault(word, _("begins like '{word}', another word of a deal", word=taken))
        events[word] = read.prose(word, MISSING)
    return events


def _card_values(top: Reader, pack: Collection[str]) -> dict[str, int] | None:
    """The card points of the ranks that count, where a region has its own; printed beside the cards."""
    read = top.table("card_points")
    if "card_points" not in top.mapping:
        return None
    values = {rank: read.number(rank, MISSING, 1, TOTAL_CARD_POINTS) for rank in read.mapping}
    if sorted(values.values(), key=str) != sorted(COUNTING, key=str) or not values.keys() <= set(pack):
        top.fault(
            "card_points", _("must give {numbers} to five ranks of the pack", numbers=", ".join(map(str, COUNTING)))
        )
    return values


def check_sides(top: Reader, variant: Variant) -> None:
    """Faults of these keys that only show when all parts are put together."""
    faults = _with_auction(variant) if variant.has_auction else _without_auction(variant)
    for key, wrong, why in faults:
        if wrong:
            top.fault(key, why)
    race, _agreed = variant.ending.race or ("", 0)
    for key, tallies in (("end.until", (race,)), ("end.first", variant.ending.first)):
        for tally in tallies:
            if not variant.has_tally(tally):
                top.fault(key, _(_NOT_COUNTED[tally]))


def _without_auction(variant: Variant) -> Iterator[tuple[str, object, str]]:
    """Keys, whether they are wrong, and why: those that go with one way of winning only, or with an auction."""
    win, slam = variant.win, variant.slam
    among_more = variant.made_by == "each alone" and any(number > 2 for number in variant.numbers)  # noqa: PLR2004 - one and one
    of_two = _("the margin is that of two sides that are counted: no events, and two players alone")
    yield "win.worth", win.worth == "margin" and (variant.events or among_more), of_two
    cards = _("more cards decide between two sides for a flat win: sides.made_by = 'alternate seats'")
    yield "win.tie", win.tie == "more cards" and not (variant.fixed_partners and win.worth == "flat"), cards
    yield "slam.side", slam and slam.side == "calling", _("there is no calling side without an auction")
    yield "slam", slam and win.by == "at most", _("who takes every trick has not won here")
    counts = [rank for rank in variant.card_values or CARD_VALUES if rank not in variant.auction.pack]
    yield (
        "pack",
        counts,
        _("has no {ranks}: then a deal has not {total} card points", ranks=", ".join(counts), total=TOTAL_CARD_POINTS),
    )
    yield "after.passed-out", "passed-out" in (variant.after or {}), _("nobody passes without an auction")


def _with_auction(variant: Variant) -> Iterator[tuple[str, object, str]]:
    """Keys, whether they are wrong, and why: those that say nothing where an auction makes the sides."""
    slam, without = variant.slam, _("is of games without an auction")
    yield "events", variant.events, without
    yield "trumps", variant.trumps, without
    # a caller's count of 1 is taken for a slip everywhere
    yield "bonuses", any(bonus.amount == 1 for bonus in variant.bonuses), _("in an auction a bonus is 2 or more")
    alone = _("in an auction only a caller who is always alone has them: sides.partner = 'never'")
    yield "bonuses", variant.bonuses and not variant.alone, alone
    yield "slam.wins_match", slam and slam.wins_match, without
    yield "slam", slam and variant.bonuses, _("the count of a caller does not show it")
