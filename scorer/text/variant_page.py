"""A variant written out as a rule page would: plain text, 80 columns or fewer."""

import re
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Final

from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import either, in_turn, listed, signed
from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.kinds import EVEN, REDEALS, Outcome
from scorer.rules.sides import shares
from scorer.rules.variant import Band, Bonus, Shares, TableShares, Variant
from scorer.text.sentences import THE_RANKS, times_words

WIDTH: Final = 80
NUMBERS: Final = {
    2: N_("two"),
    3: N_("three"),
    4: N_("four"),
    5: N_("five"),
    6: N_("six"),
    7: N_("seven"),
    8: N_("eight"),
}
_HEADINGS: Final = {
    2: N_("Two players, units when the contract is made"),
    3: N_("Three players, units when the contract is made"),
    4: N_("Four players, units when the contract is made"),
    5: N_("Five players, units when the contract is made"),
    6: N_("Six players, units when the contract is made"),
    7: N_("Seven players, units when the contract is made"),
}
_SIDES_OF: Final = {2: N_("pairs"), 3: N_("threes")}  # by how many players a side has
_MOST: Final = {"units": N_("most units"), "won": N_("most deals won"), "taken": N_("most card points")}
_TIES: Final = {
    "even": N_("at equal counts the deal is even"),
    "more cards": N_("at equal counts the side with more cards; with as many cards the deal is even"),
    "shared": N_("several who have most share the win; where all have as many the deal is even"),
}
_AFTER: Final = {
    EVEN: N_("After an even deal"),
    "passed-out": N_("After all passed"),
    "thrown-in": N_("After a thrown-in hand"),
    "misdeal": N_("After a misdeal"),
    "annulled": N_("After an annulled deal"),
}
_AFTER_WITHIN: Final = {  # the same within a sentence
    EVEN: N_("after an even deal"),
    "passed-out": N_("after all passed"),
    "thrown-in": N_("after a thrown-in hand"),
    "misdeal": N_("after a misdeal"),
    "annulled": N_("after an annulled deal"),
}
_SLAMS: Final = {  # by which side may take it, and by what
    (True, True): N_("one side takes every trick"),
    (True, False): N_("one side takes all 120 card points"),
    (False, True): N_("the calling side takes every trick"),
    (False, False): N_("the calling side takes all 120 card points"),
}


def page(variant: Variant, width: int = WIDTH) -> str:
    """The whole page: title, source, auction or sides, payouts per number of players, slam, redeals, end, notes."""
    parts = [
        item(variant.name, variant.title, width) + item(_("Source"), variant.source, width),
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
    among = players_words(variant)
    if not variant.has_auction:
        sound = _("sound: every payout sums to zero, among {players}, whoever wins", players=among)
    else:
        if variant.alone:
            template = N_(
                "sound: every payout of its {bids} sums to zero, among {players}, the caller alone, made and failed"
            )
        elif any(table.solo is not None for table in variant.shares.values()):
            template = N_(
                "sound: every payout of its {bids} sums to zero, among {players},"
                " with a partner and solo, made and failed"
            )
        else:
            template = N_(
                "sound: every payout of its {bids} sums to zero, among {players}, with a partner, made and failed"
            )
        sound = _(template, bids=ngettext("{count} bid", "{count} bids", len(variant.auction.bids)), players=among)
    return _("{sound}, with and without a slam", sound=sound) if variant.slam else sound


def players_words(variant: Variant) -> str:
    """How many can play it: `five players`, `five or six players`, `two to six players, each alone`."""
    numbers = [_(NUMBERS[players]) for players in variant.player_counts]
    fewest, most = variant.player_counts[0], variant.player_counts[-1]
    if len(numbers) > 2 and len(numbers) == most - fewest + 1:  # noqa: PLR2004 - a range
        number = _("{first} to {last}", first=numbers[0], last=numbers[-1])
    else:
        number = either(numbers)
    if variant.fixed_partners:
        sides = either([_(_SIDES_OF[players // 2]) for players in variant.player_counts])
        return _("{number} players in two {sides}", number=number, sides=sides)
    if variant.made_by == "each alone":
        return _("{number} players, each alone", number=number)
    return _("{number} players", number=number)


def summary(variant: Variant) -> str:
    """What sets a variant apart, in one line: who plays it, who wins, the stakes, its bids, slam, redeals and end."""
    slam, ending = variant.slam, variant.ending
    clauses = [players_words(variant), *(_bids_summary(variant) if variant.has_auction else _wins_summary(variant))]
    if slam and slam.wins_match:
        clauses.append(_("a slam wins the match"))
    elif slam and slam.add:
        clauses.append(_("slams add {units}", units=slam.add))
    elif slam:
        clauses.append(_("slams count {times}", times=times_words(slam.factor)))
    elif variant.has_auction:
        clauses.append(_("no slam"))
    if any(after.factor > 1 for after in (variant.after or {}).values()):
        clauses.append(_("redeals double"))
    if ending.units:
        clauses.append(_("a race to {units}", units=counts.units(ending.units)))
    if ending.won:
        clauses.append(_("a race to {deals} won", deals=counts.deals(ending.won)))
    if ending.taken:
        clauses.append(_("a race to {number} {counted}", number=ending.taken, counted=_counted(variant)))
    return "; ".join(clauses)


def _bids_summary(variant: Variant) -> Iterator[str]:
    auction, stakes = variant.auction, [band.u for band in variant.bands]
    if variant.alone:
        yield _("the caller plays alone")
    if not stakes:
        yield _("units by the count")
    elif min(stakes) == max(stakes):
        yield _("stake {units} whatever the bid", units=stakes[0])
    else:
        yield _("stakes {lowest} to {highest} by the bid", lowest=min(stakes), highest=max(stakes))
    if not auction.by_rank:
        yield _("bids in card points and bonuses") if variant.bonuses else _("bids in card points alone")
    if auction.called:
        yield _("{card} is always called", card=_(THE_RANKS[auction.called]))
    if auction.named:
        yield _("{bid} can be bid", bid=auction.named[0].bid.name)


def _wins_summary(variant: Variant) -> Iterator[str]:
    win, counted = variant.win, _counted(variant)
    if win.by == "at most":
        yield _("at most {number} {counted} win", number=win.limit, counted=counted)
    else:
        yield _("most {counted} win", counted=counted)
    if win.worth == "margin":
        yield _("units by the margin")
    elif win.above is not None:
        yield _("stake {units}, {more} above {number}", units=win.u, more=win.above_u, number=win.above)
    else:
        yield _("stake {units}", units=win.u)
    if variant.events:
        yield _("{events} wins at once", events=either([f"'{word}'" for word in variant.events]))
    if variant.trumps:
        yield _("trumps by turns")


def _counted(variant: Variant) -> str:
    """What is counted: card points, and bonuses where there are any."""
    return _("card points and bonuses") if variant.bonuses else _("card points")


def _auction(variant: Variant) -> Iterator[tuple[str, str]]:
    auction = variant.auction
    yield _("Auction"), auction.describe()
    if variant.alone:
        yield _("Partner"), _("never; the caller plays alone, against all")
    if auction.called:
        yield _("Called card"), _("always a {rank}", rank=auction.called)
    if auction.solo_from:
        yield _("Solo"), _("from {target} on", target=auction.solo_from)
    if set(auction.pack) != set(auction.ranks) or not auction.by_rank:
        yield _("Pack"), " ".join(auction.pack)
    yield from _cards(variant)


def _sides(variant: Variant) -> Iterator[tuple[str, str]]:
    """How the sides of a game without an auction are made, who wins, and what the cards are."""
    players, counted, win = players_words(variant), _counted(variant), variant.win
    if variant.fixed_partners:
        players = _("{players}; every second of those who play is on the same side", players=players)
    yield _("Sides"), players
    limit = {"number": win.limit, "counted": counted}
    if win.by != "at most":
        rule = _("most {counted}; {ties}", counted=counted, ties=_(_TIES[win.tie]))
    elif variant.made_by == "each alone":
        rule = _("everybody with at most {number} {counted}; where all or none have so few the deal is even", **limit)
    else:
        rule = _("the side with at most {number} {counted}; where all or none have so few the deal is even", **limit)
    yield _("Win"), rule
    for word, event in (variant.events or {}).items():
        yield word.capitalize(), _("{event}; that side has won at once, and nothing is counted", event=event)
    yield _("Pack"), " ".join(variant.auction.pack)
    yield from _cards(variant)
    if variant.trumps:
        yield _("Trumps"), _("{suits} by turns, a deal each", suits=", ".join(variant.trumps))


def _cards(variant: Variant) -> Iterator[tuple[str, str]]:
    """What the cards count where that is not as everywhere, and what counts beside them."""
    if variant.card_values:
        yield _("Card points"), ", ".join(f"{rank} {count}" for rank, count in variant.card_values.items())
    for bonus in variant.bonuses:
        yield _("Bonus {name}", name=bonus.name), _bonus(bonus)


def _bonus(bonus: Bonus) -> str:
    """How much a bonus is, for which cards, and how often a deal may have it."""
    facts = {"amount": bonus.amount, "cards": listed(bonus.cards)}
    if not bonus.cards:
        return ngettext("{amount}, once in a deal", "{amount}, at most {count} times in a deal", bonus.most, **facts)
    return ngettext(
        "{amount} for {cards} of one suit, once in a deal",
        "{amount} for {cards} of one suit, at most {count} times in a deal",
        bonus.most,
        **facts,
    )


def _wins(variant: Variant, width: int) -> Iterator[str]:
    """What a win brings and costs each player, by how many play and how many of them win."""
    win = variant.win
    if win.worth == "margin":
        margin = _("Units: each winner gets the margin of the counts, each loser pays it: 74 to 46 is 28.")
        yield paragraph(margin, width)
        return
    yield paragraph(_("Units of each player for a win:"), width) + _by_winners(variant, win.u)
    if win.above is None:
        return
    more = {"number": win.above, "counted": _counted(variant), "deals": counts.deals(win.above_deals)}
    if win.above_deals > 1:
        heading = _("Units for a win with more than {number} {counted}, which counts as {deals} won:", **more)
    else:
        heading = _("Units for a win with more than {number} {counted}:", **more)
    yield paragraph(heading, width) + _by_winners(variant, win.above_u)


def _by_winners(variant: Variant, u: int) -> str:
    several = variant.win.by == "at most" or variant.win.tie == "shared"
    heads = (_("players"), _("winners"), _("winner"), _("loser"))
    rows: list[tuple[str, ...]] = [("", "", _("each"), _("each")), heads]
    for players in variant.player_counts:
        sides = 2 if variant.fixed_partners else players
        for winners in range(1, sides if several else 2):
            paid = shares(sides, range(winners))
            playing, won = (str(number * players // sides) for number in (sides, winners))
            rows.append((playing, won, signed(u * paid[0]), signed(u * paid[-1])))
    return _rows(rows, _widths(rows[:2], [9, 9, 8, 8]))


def _payouts(variant: Variant, players: int, width: int) -> str:
    """The tables of one number of players: when made, and when failed where that is not simply the reverse."""
    table = variant.shares[players]
    heading = _(_HEADINGS[players])
    if variant.win.worth == "count":
        heading = _("{heading}, each times the caller's count", heading=heading)
    blocks = [paragraph(f"{heading}:", width), _block(variant, players, Outcome.MADE, width)]
    if mirrors(table):
        blocks.append(paragraph(_("A failed contract turns every sign round."), width))
    else:
        blocks += [_("When it fails:") + "\n", _block(variant, players, Outcome.FAILED, width)]
    return "".join(blocks)


def mirrors(table: TableShares) -> bool:
    """Whether a failed contract only turns the signs of a contract that is made."""
    return all(
        made is None or table.shares(Outcome.FAILED, solo=solo) == made.scaled(-1)
        for solo, made in ((False, table.made), (True, table.solo))
    )


def _block(variant: Variant, players: int, outcome: Outcome, width: int) -> str:
    table = variant.shares[players]
    partnered, solo = (table.shares(outcome, solo=alone) for alone in (False, True))
    among = [_("each of {count}", count=count) for count in (players - 2, players - 1)]
    heads = (_("u"), _("caller"), _("partner"), _("defenders"), _("caller"), _("defenders"))
    rows: list[tuple[str, ...]] = [("", "", "", "", among[0], _("solo"), among[1]), (_("bid"), *heads)]
    for label, u, bids in _bands(variant):
        alone = any(variant.auction.solo_from is None or bid.target >= variant.auction.solo_from for bid in bids)
        rows.append((label, str(u), *_partnered(u, partnered), *_solo(u, solo if alone else None)))
    rows += [
        (str(named.bid), str(named.u), *_partnered(named.u, None), *_solo(named.u, solo))
        for named in variant.auction.named
    ]
    widths = _widths(rows[:2], [16, 3, *[11] * 5])
    if width >= sum(widths) and not variant.alone:
        return _rows(rows, widths)
    below = ""
    with_partner, without = [row[:5] for row in rows], [(*row[:2], *row[5:]) for row in rows]
    for part in [without] if variant.alone else [with_partner, without]:
        first, *cells = (max(map(len, column)) for column in zip(*part, strict=True))
        gap = 2 if first + sum(cells) + 2 * len(part[0]) <= width else 1
        below += _rows(part, [first + 2, *(cell + gap for cell in cells)])
    return below


def _widths(heads: Sequence[Sequence[str]], least: Sequence[int]) -> list[int]:
    """How wide the columns are: at least so wide, and two blanks more than the heads."""
    return [max(fewest, *(len(head) + 2 for head in column)) for fewest, *column in zip(least, *heads, strict=True)]


def _rows(rows: list[tuple[str, ...]], widths: list[int]) -> str:
    """Rows in columns of these widths: the first indented by two and flush left, the others right."""
    lines = []
    for label, *cells in rows:
        right = (cell.rjust(wide) for cell, wide in zip(cells, widths[1:], strict=True))
        lines.append((f"  {label}".ljust(widths[0]) + "".join(right)).rstrip())
    return "\n".join([*lines, ""])


def _partnered(u: int, shares: Shares | None) -> tuple[str, str, str]:
    if shares is None:
        return "-", "-", "-"
    return signed(u * shares.caller), signed(u * shares.partner), signed(u * shares.defender)


def _solo(u: int, shares: Shares | None) -> tuple[str, str]:
    return (signed(u * shares.caller), signed(u * shares.defender)) if shares else ("-", "-")


def _bands(variant: Variant) -> Iterator[tuple[str, int, list[Bid]]]:
    """Each band: its bids as a range, `A to 2/70`, its u, its bids. Where counts decide, one band has all bids."""
    ordered = [bid for bid in variant.auction.bids if not bid.name]
    bands = variant.bands or (Band(0, 1, ""),)
    ends = [band.place for band in bands[1:]] + [len(ordered)]
    for band, end in zip(bands, ends, strict=True):
        bids = ordered[band.place : end]
        plain = bids[0].target > LOWEST_TARGET
        first, last = (str(bid.target) if plain else str(bid) for bid in (bids[0], bids[-1]))
        yield first if first == last else _("{first} to {last}", first=first, last=last), band.u, bids


def _rules(variant: Variant) -> Iterator[tuple[str, str]]:
    if variant.slam:
        yield _("Slam"), _slam(variant)
    if any(bid.target == LOWEST_TARGET for bid in variant.auction.bids):
        even = _("even, nobody pays") if variant.even_at_60 else _("the contract fails")
        yield _("60 card points at a bid of 61"), even
    for kind in (*REDEALS, EVEN):
        if kind in (variant.after or {}):
            after = variant.after_kind(kind)
            dealer = _("the same dealer") if after.same_dealer else _("the next dealer")
            if after.factor > 1:
                factor = _("the next deal counts {times}", times=times_words(after.factor))
            else:
                factor = _("the next deal counts as ever")
            yield _(_AFTER[kind]), f"{dealer}; {factor}"
    if any(after.factor > 1 for after in (variant.after or {}).values()):
        yield _("Carry"), _carry(variant)
    if end := _end(variant):
        yield _("End"), end


def _carry(variant: Variant) -> str:
    if variant.accumulates:
        return _("factors multiply, at most {cap}", cap=variant.cap) if variant.cap else _("factors multiply")
    if variant.cap:
        return _("only the latest factor counts, at most {cap}", cap=variant.cap)
    return _("only the latest factor counts")


def _slam(variant: Variant) -> str:
    slam = variant.slam
    assert slam is not None
    taken = _(_SLAMS[slam.side == "both", slam.by == "tricks"])
    if slam.wins_match:
        effect = _("it wins the match at once")
    elif slam.add:
        effect = _("adds {units} to u, before the shares", units=slam.add)
    else:
        effect = _("u times {factor}, before the shares", factor=slam.factor)
    return f"{taken}; {effect}"


def counting_words(variant: Variant) -> str:
    """When a deal counts more than once: `after a thrown-in hand the next deal counts double`; "" for never."""
    kinds: dict[int, list[str]] = {}
    for kind in (*REDEALS, EVEN):
        if (factor := variant.after_kind(kind).factor) > 1:
            kinds.setdefault(factor, []).append(_(_AFTER_WITHIN[kind]))
    clauses = []
    for factor, after in kinds.items():
        if factor == 2:  # noqa: PLR2004 - a word of its own
            clause = _("{occasions} the next deal counts double", occasions=listed(after))
        else:
            clause = _("{occasions} the next deal counts times {factor}", occasions=listed(after), factor=factor)
        twice = min(factor**2, variant.cap or factor**2) if variant.accumulates else factor
        if twice > factor:
            clause = _("{clause}, after two in a row times {factor}", clause=clause, factor=twice)
        clauses.append(clause)
    return "; ".join(clauses)


def _end(variant: Variant) -> str:
    ending = variant.ending
    limits = [counts.deals(ending.deals)] if ending.deals is not None else []
    if ending.units is not None:
        limits.append(_("{units} of the leader", units=counts.units(ending.units)))
    if ending.won is not None:
        limits.append(_("{deals} won", deals=counts.deals(ending.won)))
    if ending.taken is not None:
        limits.append(_("{number} {counted} taken, added up", number=ending.taken, counted=_counted(variant)))
    if ending.bell:
        limits.append(_("at {time}", time=ending.bell))
    if not limits:
        return ""
    end = either(limits)
    if ending.finish_round:
        end = _("{end}, the round of deals is finished", end=end)
    if ending.first != ("units",):
        end = _("{end}; {order} wins", end=end, order=in_turn([_(_MOST[tally]) for tally in ending.first]))
    return _("{end}; a shared lead plays on", end=end) if ending.play_on else end


def item(name: str, text: str, width: int) -> str:
    """A heading with its text behind it; further lines are indented."""
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
