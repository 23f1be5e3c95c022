"""A variant written out as a rule page would: plain text, 80 columns or fewer."""

import re
from collections.abc import Iterator
from textwrap import fill

from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.cards import RANK_NAMES
from scorer.rules.kinds import EVEN, REDEALS, Outcome
from scorer.rules.variant import Shares, TableShares, Variant
from scorer.text.sentences import counted, listed, times_words

WIDTH = 80
FULL = 16 + 3 + 5 * 11  # a payout table with a partner and solo side by side
_NUMBERS = {3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven"}
_KINDS = {
    EVEN: "After an even deal",
    "passed-out": "After all passed",
    "thrown-in": "After a thrown-in hand",
    "misdeal": "After a misdeal",
    "annulled": "After an annulled deal",
}


def page(variant: Variant, width: int = WIDTH) -> str:
    """The whole page: title, source, auction, payouts per number of players, slam, redeals, end, notes."""
    parts = [
        item(variant.name, variant.title, width) + item("Source", variant.source, width),
        "".join(item(*rule, width) for rule in _auction(variant)),
        *(_payouts(variant, players, width) for players in variant.player_counts),
        "".join(item(*rule, width) for rule in _rules(variant)),
        notes(variant.notes, width),
    ]
    return "\n".join(part for part in parts if part)


def proof(variant: Variant) -> str:
    """What was proven when the variant was read, in one line."""
    solo = " and solo" if any(table.solo is not None for table in variant.shares.values()) else ""
    slams = ", with and without a slam" if variant.slam else ""
    among = f"among {players_words(variant)}, with a partner{solo}, made and failed{slams}"
    return f"sound: every payout of its {counted(len(variant.auction.bids), 'bid')} sums to zero, {among}"


def players_words(variant: Variant) -> str:
    """How many can play it: `five players`, `five or six players`."""
    return f"{' or '.join(_NUMBERS[players].lower() for players in variant.player_counts)} players"


def summary(variant: Variant) -> str:
    """What sets a variant apart, in one line: who plays it, the stakes, its bids, slam, redeals and end."""
    auction, slam, ending = variant.auction, variant.slam, variant.ending
    stakes = [band.u for band in variant.bands]
    lowest, highest = min(stakes), max(stakes)
    parts = [players_words(variant)]
    parts += [f"stake {lowest} whatever the bid" if lowest == highest else f"stakes {lowest} to {highest} by the bid"]
    parts += [] if auction.by_rank else ["bids in card points alone"]
    parts += [f"the {RANK_NAMES[auction.called]} is always called"] if auction.called else []
    parts += [f"{auction.named[0].bid.name} can be bid"] if auction.named else []
    parts += [f"slams {f'add {slam.add}' if slam.add else f'count {times_words(slam.factor)}'}" if slam else "no slam"]
    parts += ["redeals double"] if any(after.factor > 1 for after in (variant.after or {}).values()) else []
    parts += [f"a race to {counted(ending.units, 'unit')}"] if ending.units else []
    return "; ".join(parts)


def _auction(variant: Variant) -> Iterator[tuple[str, str]]:
    auction = variant.auction
    yield "Auction", auction.describe()
    if auction.called:
        yield "Called card", f"always a {auction.called}"
    if auction.solo_from:
        yield "Solo", f"from {auction.solo_from} on"
    if set(auction.pack) != set(auction.ranks) or not auction.by_rank:
        yield "Pack", " ".join(auction.pack)


def _payouts(variant: Variant, players: int, width: int) -> str:
    """The tables of one number of players: when made, and when failed where that is not simply the reverse."""
    table = variant.shares[players]
    heading = f"{_NUMBERS[players]} players, units when the contract is made"
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
    if width >= FULL:
        return _rows(rows, [16, 3, *[11] * 5])
    below = ""
    for part in ([row[:5] for row in rows], [(*row[:2], *row[5:]) for row in rows]):  # with a partner; solo
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
    """Each band with its bids, and these as a range: "A to 2/70", "71 to 80"."""
    ordered = [bid for bid in variant.auction.bids if not bid.name]
    ends = [band.place for band in variant.bands[1:]] + [len(ordered)]
    for band, end in zip(variant.bands, ends, strict=True):
        bids = ordered[band.place : end]
        yield _range(bids), band.u, bids


def _range(bids: list[Bid]) -> str:
    first, last = bids[0], bids[-1]
    plain = first.target > LOWEST_TARGET
    words = [str(bid.target) if plain else str(bid) for bid in (first, last)]
    return " to ".join(dict.fromkeys(words))


def _rules(variant: Variant) -> Iterator[tuple[str, str]]:
    if variant.slam:
        yield "Slam", _slam(variant)
    if any(bid.target == LOWEST_TARGET for bid in variant.auction.bids):
        yield "60 card points at a bid of 61", "even, nobody pays" if variant.even_at_60 else "the contract fails"
    for kind in (*REDEALS, EVEN):
        if kind in (variant.after or {}):
            yield _KINDS[kind], _after(variant, kind)
    if any(after.factor > 1 for after in (variant.after or {}).values()):
        yield "Carry", _carry(variant)
    if end := _end(variant):
        yield "End", end


def _slam(variant: Variant) -> str:
    slam = variant.slam
    assert slam is not None
    what = "every trick" if slam.by == "tricks" else "all 120 card points"
    who = "one side takes" if slam.side == "both" else "the calling side takes"
    effect = f"adds {slam.add} to u" if slam.add else f"u times {slam.factor}"
    return f"{who} {what}; {effect}, before the shares"


def _after(variant: Variant, kind: str) -> str:
    after = variant.after_kind(kind)
    dealer = "the same dealer" if after.same_dealer else "the next dealer"
    return f"{dealer}; the next deal counts {times_words(after.factor) if after.factor > 1 else 'as ever'}"


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


def _carry(variant: Variant) -> str:
    words = "factors multiply" if variant.accumulates else "only the latest factor counts"
    return f"{words}, at most {variant.cap}" if variant.cap else words


def _end(variant: Variant) -> str:
    ending = variant.ending
    limits = {"deals": ending.deals, "units of the leader": ending.units}
    words = [f"{limit} {name}" for name, limit in limits.items() if limit is not None]
    words += [f"at {ending.bell}"] if ending.bell else []
    tail = ", the round of deals is finished" * ending.finish_round
    return (" or ".join(words) + tail + ("; a shared lead plays on" if ending.play_on else "")) if words else ""


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
