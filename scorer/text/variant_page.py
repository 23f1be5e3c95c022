"""A variant written out as a rule page would: plain text, 80 columns or fewer."""

import re
from collections.abc import Iterator
from textwrap import fill

from scorer.language import counts
from scorer.language.forms import listed
from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.cards import RANK_NAMES
from scorer.rules.kinds import EVEN, REDEALS, Outcome
from scorer.rules.sides import shares
from scorer.rules.variant import Band, Shares, TableShares, Variant
from scorer.text.sentences import counted, times_words

WIDTH = 80
FULL = 16 + 3 + 5 * 11  # a payout table with a partner and solo side by side
_NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven"}
_PARTS = {2: "pairs", 3: "threes"}  # sides of so many players each
_MOST = {"units": "most units", "won": "most deals won", "taken": "most card points"}
_TIES = {
    "even": "at equal counts the deal is even",
    "more cards": "at equal counts the side with more cards; with as many cards the deal is even",
    "shared": "several who have most share the win; where all have as many the deal is even",
}
_KINDS = {
    EVEN: "After an even deal",
    "passed-out": "After all passed",
    "thrown-in": "After a thrown-in hand",
    "misdeal": "After a misdeal",
    "annulled": "After an annulled deal",
}


def page(variant: Variant, width: int = WIDTH) -> str:
    """The whole page: title, source, auction or sides, payouts per number of players, slam, redeals, end, notes."""
    parts = [
        item(variant.name, variant.title, width) + item("Source", variant.source, width),
        "".join(item(*rule, width) for rule in (_auction(variant) if variant.has_auction else _sides(variant))),
        *(
            [_payouts(variant, n, width) for n in variant.player_counts]
            if variant.has_auction
            else _wins(variant, width)
        ),
        "".join(item(*rule, width) for rule in _rules(variant)),
        notes(variant.notes, width),
    ]
    return "\n".join(part for part in parts if part)


def proof(variant: Variant) -> str:
    """What was proven when the variant was read, in one line."""
    slams = ", with and without a slam" if variant.slam else ""
    if not variant.has_auction:
        return f"sound: every payout sums to zero, among {players_words(variant)}, whoever wins{slams}"
    solo = " and solo" if any(table.solo is not None for table in variant.shares.values()) else ""
    roles = "the caller alone" if variant.alone else f"with a partner{solo}"
    among = f"among {players_words(variant)}, {roles}, made and failed{slams}"
    return f"sound: every payout of its {counted(len(variant.auction.bids), 'bid')} sums to zero, {among}"


def players_words(variant: Variant) -> str:
    """How many can play it: `five players`, `five or six players`, `two to six players, each alone`."""
    *fewer, most = (_NUMBERS[players].lower() for players in variant.player_counts)
    if len(fewer) > 1 and len(fewer) == variant.player_counts[-1] - variant.player_counts[0]:
        fewer, most = [], f"{fewer[0]} to {most}"
    how = ", each alone" if variant.made_by == "each alone" else ""
    if variant.fixed_partners:
        how = f" in two {' or '.join(_PARTS[players // 2] for players in variant.player_counts)}"
    return f"{', '.join(fewer)}{' or ' if fewer else ''}{most} players{how}"


def summary(variant: Variant) -> str:
    """What sets a variant apart, in one line: who plays it, who wins, the stakes, its bids, slam, redeals and end."""
    slam, ending = variant.slam, variant.ending
    parts = [players_words(variant), *(_bids_summary(variant) if variant.has_auction else _wins_summary(variant))]
    if slam and slam.wins_match:
        parts += ["a slam wins the match"]
    elif slam:
        parts += [f"slams {f'add {slam.add}' if slam.add else f'count {times_words(slam.factor)}'}"]
    elif variant.has_auction:
        parts += ["no slam"]
    parts += ["redeals double"] if any(after.factor > 1 for after in (variant.after or {}).values()) else []
    parts += [f"a race to {counts.units(ending.units)}"] if ending.units else []
    parts += [f"a race to {counts.deals(ending.won)} won"] if ending.won else []
    parts += [f"a race to {ending.taken} {_counts(variant)}"] if ending.taken else []
    return "; ".join(parts)


def _bids_summary(variant: Variant) -> Iterator[str]:
    auction, stakes = variant.auction, [band.u for band in variant.bands]
    if variant.alone:
        yield "the caller plays alone"
    if not stakes:
        yield "units by the count"
    elif min(stakes) == max(stakes):
        yield f"stake {stakes[0]} whatever the bid"
    else:
        yield f"stakes {min(stakes)} to {max(stakes)} by the bid"
    if not auction.by_rank:
        yield "bids in card points and bonuses" if variant.bonuses else "bids in card points alone"
    if auction.called:
        yield f"the {RANK_NAMES[auction.called]} is always called"
    if auction.named:
        yield f"{auction.named[0].bid.name} can be bid"


def _wins_summary(variant: Variant) -> Iterator[str]:
    win = variant.win
    yield f"at most {win.limit} {_counts(variant)} win" if win.by == "at most" else f"most {_counts(variant)} win"
    above = f", {win.above_u} above {win.above}" if win.above is not None else ""
    yield "units by the margin" if win.worth == "margin" else f"stake {win.u}{above}"
    if variant.events:
        words = "' or '".join(variant.events)
        yield f"'{words}' wins at once"
    if variant.trumps:
        yield "trumps by turns"


def _counts(variant: Variant) -> str:
    """What is counted: card points, and bonuses where there are any."""
    return "card points and bonuses" if variant.bonuses else "card points"


def _auction(variant: Variant) -> Iterator[tuple[str, str]]:
    auction = variant.auction
    yield "Auction", auction.describe()
    if variant.alone:
        yield "Partner", "never; the caller plays alone, against all"
    if auction.called:
        yield "Called card", f"always a {auction.called}"
    if auction.solo_from:
        yield "Solo", f"from {auction.solo_from} on"
    if set(auction.pack) != set(auction.ranks) or not auction.by_rank:
        yield "Pack", " ".join(auction.pack)
    yield from _cards(variant)


def _sides(variant: Variant) -> Iterator[tuple[str, str]]:
    """How the sides of a game without an auction are made, who wins, and what the cards are."""
    seats = "; every second of those who play is on the same side" if variant.fixed_partners else ""
    yield "Sides", f"{players_words(variant)}{seats}"
    alone, win = variant.made_by == "each alone", variant.win
    if win.by == "at most":
        few = f"{'everybody' if alone else 'the side'} with at most {win.limit} {_counts(variant)}"
        yield "Win", f"{few}; where all or none have so few the deal is even"
    else:
        yield "Win", f"most {_counts(variant)}; {_TIES[win.tie]}"
    for word, happened in (variant.events or {}).items():
        yield word.capitalize(), f"{happened}; that side has won at once, and nothing is counted"
    yield "Pack", " ".join(variant.auction.pack)
    yield from _cards(variant)
    if variant.trumps:
        yield "Trumps", f"{', '.join(variant.trumps)} by turns, a deal each"


def _cards(variant: Variant) -> Iterator[tuple[str, str]]:
    """What the cards count where that is not as everywhere, and what counts beside them."""
    if variant.card_values:
        yield "Card points", ", ".join(f"{rank} {count}" for rank, count in variant.card_values.items())
    for bonus in variant.bonuses:
        cards = f" for {' and '.join(bonus.cards)} of one suit" if bonus.cards else ""
        often = "once" if bonus.most == 1 else f"at most {bonus.most} times"
        yield f"Bonus {bonus.name}", f"{bonus.amount}{cards}, {often} in a deal"


def _wins(variant: Variant, width: int) -> Iterator[str]:
    """What a win brings and costs each player, by how many play and how many of them win."""
    win = variant.win
    if win.worth == "margin":
        yield paragraph("Units: each winner gets the margin of the counts, each loser pays it: 74 to 46 is 28.", width)
        return
    yield paragraph("Units of each player for a win:", width) + _by_winners(variant, win.u)
    if win.above is not None:
        deals = f", which counts as {counts.deals(win.above_deals)} won" if win.above_deals > 1 else ""
        heading = f"Units for a win with more than {win.above} {_counts(variant)}{deals}:"
        yield paragraph(heading, width) + _by_winners(variant, win.above_u)


def _by_winners(variant: Variant, u: int) -> str:
    several = variant.win.by == "at most" or variant.win.tie == "shared"
    rows: list[tuple[str, ...]] = [("", "", "each", "each"), ("players", "winners", "winner", "loser")]
    for players in variant.player_counts:
        sides = 2 if variant.fixed_partners else players
        for winners in range(1, sides if several else 2):
            paid = shares(sides, range(winners))
            playing, won = (str(number * players // sides) for number in (sides, winners))
            rows.append((playing, won, _units(u, paid[0]), _units(u, paid[-1])))
    return _rows(rows, [9, 9, 8, 8])


def _payouts(variant: Variant, players: int, width: int) -> str:
    """The tables of one number of players: when made, and when failed where that is not simply the reverse."""
    table = variant.shares[players]
    by_count = ", each times the caller's count" if variant.win.worth == "count" else ""
    heading = f"{_NUMBERS[players]} players, units when the contract is made{by_count}"
    blocks = [paragraph(f"{heading}:", width), _block(variant, players, Outcome.MADE, width)]
    if mirrors(table):
        blocks.append(paragraph("A failed contract turns every sign round.", width))
    else:
        blocks += ["When it fails:\n", _block(variant, players, Outcome.FAILED, width)]
    return "".join(blocks)


def mirrors(table: TableShares) -> bool:
    """Whether a failed contract only turns the signs of a made one round."""
    return all(
        made is None or table.shares(Outcome.FAILED, solo=solo) == made.scaled(-1)
        for solo, made in ((False, table.made), (True, table.solo))
    )


def _block(variant: Variant, players: int, outcome: Outcome, width: int) -> str:
    table = variant.shares[players]
    partnered, solo = (table.shares(outcome, solo=alone) for alone in (False, True))
    rows: list[tuple[str, ...]] = [
        ("", "", "", "", f"each of {players - 2}", "solo", f"each of {players - 1}"),
        ("bid", "u", "caller", "partner", "defenders", "caller", "defenders"),
    ]
    for label, u, bids in _bands(variant):
        alone = any(variant.auction.solo_from is None or bid.target >= variant.auction.solo_from for bid in bids)
        rows.append((label, str(u), *_partnered(u, partnered), *_solo(u, solo if alone else None)))
    rows += [
        (str(named.bid), str(named.u), *_partnered(named.u, None), *_solo(named.u, solo))
        for named in variant.auction.named
    ]
    if width >= FULL and not variant.alone:
        return _rows(rows, [16, 3, *[11] * 5])
    below = ""
    with_partner, without = [row[:5] for row in rows], [(*row[:2], *row[5:]) for row in rows]
    for part in [without] if variant.alone else [with_partner, without]:
        first, *others = (max(map(len, column)) for column in zip(*part, strict=True))
        gap = 2 if first + sum(others) + 2 * len(part[0]) <= width else 1
        below += _rows(part, [first + 2, *(cell + gap for cell in others)])
    return below


def _rows(rows: list[tuple[str, ...]], widths: list[int]) -> str:
    """Rows in columns so wide: the first a little in and flush left, the others right."""
    lines = []
    for label, *cells in rows:
        right = (f"{cell:>{wide}}" for cell, wide in zip(cells, widths[1:], strict=True))
        lines.append((f"  {label}".ljust(widths[0]) + "".join(right)).rstrip())
    return "\n".join([*lines, ""])


def _partnered(u: int, shares: Shares | None) -> tuple[str, str, str]:
    if shares is None:
        return "-", "-", "-"
    return _units(u, shares.caller), _units(u, shares.partner), _units(u, shares.defender)


def _solo(u: int, shares: Shares | None) -> tuple[str, str]:
    return (_units(u, shares.caller), _units(u, shares.defender)) if shares else ("-", "-")


def _units(u: int, share: int) -> str:
    return f"{u * share:+d}" if share else "0"


def _bands(variant: Variant) -> Iterator[tuple[str, int, list[Bid]]]:
    """Each band with its bids, and these as a range: "A to 2/70", "71 to 80". Where counts decide, all are one."""
    ordered = [bid for bid in variant.auction.bids if not bid.name]
    bands = variant.bands or (Band(0, 1, ""),)
    ends = [band.place for band in bands[1:]] + [len(ordered)]
    for band, end in zip(bands, ends, strict=True):
        bids = ordered[band.place : end]
        first, last = bids[0], bids[-1]
        plain = first.target > LOWEST_TARGET
        words = [str(bid.target) if plain else str(bid) for bid in (first, last)]
        yield " to ".join(dict.fromkeys(words)), band.u, bids


def _rules(variant: Variant) -> Iterator[tuple[str, str]]:
    if variant.slam:
        yield "Slam", _slam(variant)
    if any(bid.target == LOWEST_TARGET for bid in variant.auction.bids):
        yield "60 card points at a bid of 61", "even, nobody pays" if variant.even_at_60 else "the contract fails"
    for kind in (*REDEALS, EVEN):
        if kind in (variant.after or {}):
            after = variant.after_kind(kind)
            dealer = "the same dealer" if after.same_dealer else "the next dealer"
            counts = times_words(after.factor) if after.factor > 1 else "as ever"
            yield _KINDS[kind], f"{dealer}; the next deal counts {counts}"
    if any(after.factor > 1 for after in (variant.after or {}).values()):
        words = "factors multiply" if variant.accumulates else "only the latest factor counts"
        yield "Carry", f"{words}, at most {variant.cap}" if variant.cap else words
    if end := _end(variant):
        yield "End", end


def _slam(variant: Variant) -> str:
    slam = variant.slam
    assert slam is not None
    what = "every trick" if slam.by == "tricks" else "all 120 card points"
    who = "one side takes" if slam.side == "both" else "the calling side takes"
    if slam.wins_match:
        return f"{who} {what}; it wins the match at once"
    effect = f"adds {slam.add} to u" if slam.add else f"u times {slam.factor}"
    return f"{who} {what}; {effect}, before the shares"


def counting_words(variant: Variant) -> str:
    """When a deal counts more than once: `after a thrown-in hand the next deal counts double`; "" for never."""
    kinds: dict[int, list[str]] = {}
    for kind in (*REDEALS, EVEN):
        if (factor := variant.after_kind(kind).factor) > 1:
            kinds.setdefault(factor, []).append(_KINDS[kind].lower())
    said = []
    for factor, after in kinds.items():
        twice = min(factor**2, variant.cap or factor**2) if variant.accumulates else factor
        again = f", after two in a row times {twice}" if twice > factor else ""
        said.append(f"{listed(after)} the next deal counts {'double' if factor == 2 else f'times {factor}'}{again}")  # noqa: PLR2004
    return "; ".join(said)


def _end(variant: Variant) -> str:
    ending = variant.ending
    won, taken = "deals won", f"{_counts(variant)} taken, added up"
    limits = {"deals": ending.deals, "units of the leader": ending.units, won: ending.won, taken: ending.taken}
    words = [f"{limit} {name}" for name, limit in limits.items() if limit is not None]
    if ending.bell:
        words.append(f"at {ending.bell}")
    if not words:
        return ""
    end = " or ".join(words)
    if ending.finish_round:
        end += ", the round of deals is finished"
    if ending.first != ("units",):
        end += f"; {', then '.join(_MOST[first] for first in ending.first)} wins"
    return f"{end}; a shared lead plays on" if ending.play_on else end


def item(name: str, text: str, width: int) -> str:
    """One thing and what is said of it; further lines are indented."""
    return paragraph(f"{name}: {text}", width, indent="  ")


def paragraph(text: str, width: int, indent: str = "") -> str:
    """Text in lines that fit, with a line end; `indent` stands before all but the first."""
    return fill(text, width, subsequent_indent=indent, break_long_words=True, break_on_hyphens=False) + "\n"


def notes(text: str, width: int) -> str:
    """Notes as a file has them, each of their lines as a paragraph; where the page is narrower, a sentence is one."""
    lines = [line for line in text.strip().split("\n") if line]
    if width < WIDTH:
        lines = re.sub(r"(?<=[^.\n])\n(?!Decision: )", " ", "\n".join(lines)).split("\n")
    return "".join(paragraph(line, width) for line in lines)
