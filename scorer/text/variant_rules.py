"""What a variant says, as values: rules behind their names, tables of units, the game in a sentence.

The page of a terminal (variant_page.py) and that of the dashboard are both made of these.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import capitalised, either, in_turn, listed
from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.cards import TOTAL_CARD_POINTS, bid_shown, rank_shown, ranks_shown, suit_shown
from scorer.rules.carry import carry_after
from scorer.rules.kinds import EVEN, REDEALS, Outcome, event_shown
from scorer.rules.sides import shares
from scorer.rules.variant import BID_OR_SHORTFALL, Band, Bonus, Shares, Slam, TableShares, Variant
from scorer.text.deals_left_words import race_words
from scorer.text.sentences import times_words
from scorer.text.tally_words import TALLY_WORDS

_TIMES: Final = {  # what the units of a contract are multiples of, where no band says it
    "count": N_("{heading}, each times the caller's count"),
    BID_OR_SHORTFALL: N_("{heading}, each times the bid"),
}
_SIDES_OF: Final = {2: N_("pairs"), 3: N_("threes")}  # by how many players a side has
_TIES: Final = {
    "even": N_("at equal counts the deal is even"),
    "more cards": N_("at equal counts the side with more cards; with as many cards the deal is even"),
    "shared": N_("several who have most share the win; where all have as many the deal is even"),
}
_AFTER: Final = {
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


class Rule(NamedTuple):
    """What holds in one respect, which `name` says."""

    name: str
    text: str


class Redeal(NamedTuple):
    """What follows a deal that nobody played, or that is even: who deals, and what the next deal counts."""

    occasion: str
    dealer: str
    next_deal: str


class BidRow(NamedTuple):
    """The units of each role at some bids, of which `u` is the stake; None where nobody plays them so."""

    bids: str
    u: int
    partnered: Shares | None
    solo: Shares | None


class BidTable(NamedTuple):
    """The units of a contract among so many players, made or failed, and a sentence `below` that completes them."""

    title: str
    players: int
    rows: Sequence[BidRow]
    below: str = ""


class WinRow(NamedTuple):
    """The units of each winner and each loser, where so many of the players win."""

    players: int
    winners: int
    winner: int
    loser: int


class WinTable(NamedTuple):
    """The units of a win, by how many play and how many of them win."""

    title: str
    rows: Sequence[WinRow]


MARGIN: Final = N_("Units: each winner gets the margin of the counts, each loser pays it: 74 to 46 is 28.")


def game(variant: Variant) -> str:
    """The game in a sentence: how many play, how the sides come about, who plays against whom."""
    players = players_words(variant)
    if variant.fixed_partners:
        win = winning_words(variant)
        return _("{players}: every second player is on the same side, and {win}.", players=players, win=win)
    if not variant.has_auction:
        return f"{players}: {winning_words(variant)}."
    if variant.alone:
        return _("{players}: whoever wins the auction plays alone against all others.", players=players)
    return _(
        "{players}: whoever wins the auction calls a card, its holder is the secret partner,"
        " and both play against all others.",
        players=players,
    )


def players_words(variant: Variant) -> str:
    """How many can play it: `5 players`, `5 or 6 players`, `2 to 6 players, each alone`."""
    numbers = [str(players) for players in variant.player_counts]
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


def winning_words(variant: Variant) -> str:
    """Who wins a deal where nobody calls: `most card points win`."""
    win, counted = variant.win, counted_words(variant)
    if win.by == "at most":
        return _("at most {number} {counted} win", number=win.limit, counted=counted)
    return _("most {counted} win", counted=counted)


def counted_words(variant: Variant) -> str:
    """What is counted: card points, and bonuses where there are any."""
    return _("card points and bonuses") if variant.bonuses else _("card points")


def made_by(variant: Variant) -> list[Rule]:
    """How the sides come about: by the auction, or how the seats make them, who wins and what the cards count."""
    rules = list(_auction(variant) if variant.has_auction else _sides(variant))
    return rules if variant.one_more_rests else [*rules, Rule(_("At the table"), _("nobody rests"))]


def _auction(variant: Variant) -> Iterator[Rule]:
    auction = variant.auction
    yield Rule(_("Auction"), auction.describe())
    if variant.alone:
        yield Rule(_("Partner"), _("never; the caller plays alone, against all"))
    if auction.called:
        yield Rule(_("Called card"), _("always a {rank}", rank=rank_shown(auction.called, auction.pack)))
    if auction.solo_from:
        yield Rule(_("Solo"), _("from {target} on", target=auction.solo_from))
    if set(auction.pack) != set(auction.ranks) or not auction.by_rank:
        yield Rule(_("Pack"), ranks_shown(auction.pack, auction.pack))
    yield from _cards(variant)


def _sides(variant: Variant) -> Iterator[Rule]:
    """How the sides of a game without an auction are made, who wins, and what the cards are."""
    players, counted, win = players_words(variant), counted_words(variant), variant.win
    if variant.fixed_partners:
        players = _("{players}; every second of those who play is on the same side", players=players)
    yield Rule(_("Sides"), players)
    limit = {"number": win.limit, "counted": counted}
    if win.by != "at most":
        rule = _("most {counted}; {ties}", counted=counted, ties=_(_TIES[win.tie]))
    else:
        rule = _("who has at most {number} {counted}; where all or none have so few the deal is even", **limit)
    yield Rule(_("Win"), rule)
    for word, event in (variant.events or {}).items():
        yield Rule(
            f"'{event_shown(word)}'", _("{event}; that side has won at once, and nothing is counted", event=_(event))
        )
    pack = variant.auction.pack
    yield Rule(_("Pack"), ranks_shown(pack, pack))
    yield from _cards(variant)
    if variant.trumps:
        suits = ", ".join(suit_shown(suit, pack) for suit in variant.trumps)
        yield Rule(_("Trumps"), _("{suits} by turns, a deal each", suits=suits))


def _cards(variant: Variant) -> Iterator[Rule]:
    """What the cards count where that is not as everywhere, and what counts beside them."""
    pack = variant.auction.pack
    if variant.card_values:
        values = [f"{rank_shown(rank, pack)} {count}" for rank, count in variant.card_values.items()]
        yield Rule(_("Card points"), ", ".join(values))
    for bonus in variant.bonuses:
        yield Rule(_("Bonus {name}", name=bonus.title), _bonus(bonus, pack))


def _bonus(bonus: Bonus, pack: Sequence[str]) -> str:
    """How much a bonus is, for which cards, and how often a deal may have it."""
    facts = {"amount": bonus.amount, "cards": listed([rank_shown(card, pack) for card in bonus.cards])}
    if not bonus.cards:
        return ngettext("{amount}, once in a deal", "{amount}, at most {count} times in a deal", bonus.most, **facts)
    return ngettext(
        "{amount} for {cards} of one suit, once in a deal",
        "{amount} for {cards} of one suit, at most {count} times in a deal",
        bonus.most,
        **facts,
    )


def win_tables(variant: Variant) -> Iterator[WinTable]:
    """What a win brings and costs each player, where nobody calls and a win is not worth the margin of the counts."""
    win = variant.win
    yield WinTable(_("Units of each player for a win"), _by_winners(variant, win.u))
    if win.above is None:
        return
    more = {"number": win.above, "counted": counted_words(variant), "deals": counts.deals(win.above_deals)}
    if win.above_deals > 1:
        title = _("Units for a win with more than {number} {counted}, which counts as {deals} won", **more)
    else:
        title = _("Units for a win with more than {number} {counted}", **more)
    yield WinTable(title, _by_winners(variant, win.above_u))


def _by_winners(variant: Variant, u: int) -> list[WinRow]:
    several = variant.win.by == "at most" or variant.win.tie == "shared"
    rows = []
    for players in variant.player_counts:
        sides = 2 if variant.fixed_partners else players
        each_side = players // sides
        for winners in range(1, sides if several else 2):
            paid = shares(sides, range(winners))
            rows.append(WinRow(players, winners * each_side, u * paid[0], u * paid[-1]))
    return rows


def bid_tables(variant: Variant, players: int) -> list[BidTable]:
    """The tables of one number of players: when made, and when failed where that is not simply the reverse."""
    table = variant.shares[players]
    title = _("{players}, units when the contract is made", players=counts.players(players))
    if not variant.bands:
        title = _(_TIMES[variant.win.worth], heading=title)
    made = BidTable(title, players, _by_bids(variant, table, Outcome.MADE))
    if mirrors(table):
        return [made._replace(below=_("A failed contract turns every sign round."))]
    failed = _("When it fails")
    if variant.win.worth == BID_OR_SHORTFALL:
        failed = _("When it fails, each times the bid and {total} less twice the count", total=TOTAL_CARD_POINTS)
    return [made, BidTable(failed, players, _by_bids(variant, table, Outcome.FAILED))]


def mirrors(table: TableShares) -> bool:
    """Whether a failed contract only turns the signs of a contract that is made."""
    return all(
        made is None or table.shares(Outcome.FAILED, solo=solo) == made.scaled(-1)
        for solo, made in ((False, table.made), (True, table.solo))
    )


def _by_bids(variant: Variant, table: TableShares, outcome: Outcome) -> list[BidRow]:
    partnered, solo = (table.shares(outcome, solo=alone) for alone in (False, True))
    rows = []
    for label, u, bids in bid_bands(variant):
        alone = any(variant.auction.solo_from is None or bid.target >= variant.auction.solo_from for bid in bids)
        rows.append(BidRow(label, u, _times(partnered, u), _times(solo if alone else None, u)))
    named = (BidRow(str(named.bid), named.u, None, _times(solo, named.u)) for named in variant.auction.named)
    return [*rows, *named]


def _times(shares: Shares | None, u: int) -> Shares | None:
    return shares.scaled(u) if shares else None


def bid_bands(variant: Variant) -> Iterator[tuple[str, int, list[Bid]]]:
    """Each band: its bids as a range, `A to 2/70`, its u, its bids. Where counts decide, one band has all bids."""
    ordered = [bid for bid in variant.auction.bids if not bid.name]
    bands = variant.bands or (Band(0, 1, ""),)
    ends = [band.place for band in bands[1:]] + [len(ordered)]
    for band, end in zip(bands, ends, strict=True):
        bids = ordered[band.place : end]
        plain = bids[0].target > LOWEST_TARGET
        pack = variant.auction.pack
        first, last = (str(bid.target) if plain else bid_shown(bid, pack) for bid in (bids[0], bids[-1]))
        yield first if first == last else _("{first} to {last}", first=first, last=last), band.u, bids


def slam_rules(variant: Variant) -> Iterator[Rule]:
    """What a slam does, and what 60 card points are at a bid of 61, where these can happen."""
    if variant.slam:
        yield Rule(_("Slam"), _slam(variant.slam))
    if any(bid.target == LOWEST_TARGET for bid in variant.auction.bids):
        even = _("even, nobody pays") if variant.even_at_60 else _("the contract fails")
        yield Rule(_("60 card points at a bid of 61"), even)


def redeals(variant: Variant) -> Iterator[Redeal]:
    """What follows each kind of redeal that the variant has a rule for, and an even deal."""
    for kind in (*REDEALS, EVEN):
        if kind in (variant.after or {}):
            after = variant.after_kind(kind)
            dealer = _("the same dealer") if after.same_dealer else _("the next dealer")
            if after.factor > 1:
                factor = _("the next deal counts {times}", times=times_words(after.factor))
            else:
                factor = _("the next deal counts as ever")
            yield Redeal(capitalised(_(_AFTER[kind])), dealer, factor)


def carry_rules(variant: Variant) -> Iterator[Rule]:
    """How the factors of redeals add up, where one is more than 1."""
    if any(after.factor > 1 for after in (variant.after or {}).values()):
        yield Rule(_("Carry"), _carry(variant))


def further_rules(variant: Variant) -> Iterator[Rule]:
    """What holds beside the auction, the sides and the units: slam, redeals, carry, end."""
    yield from slam_rules(variant)
    for redeal in redeals(variant):
        yield Rule(redeal.occasion, f"{redeal.dealer}; {redeal.next_deal}")
    yield from carry_rules(variant)
    yield from end_rules(variant)


def end_rules(variant: Variant) -> Iterator[Rule]:
    """When a match ends, where the variant says so."""
    if end := _end(variant):
        yield Rule(_("End"), end)


def _carry(variant: Variant) -> str:
    rule = _("factors multiply") if variant.accumulates else _("only the latest factor counts")
    return _("{rule}, at most {cap}", rule=rule, cap=variant.cap) if variant.cap else rule


def _slam(slam: Slam) -> str:
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
            kinds.setdefault(factor, []).append(kind)
    clauses = []
    for factor, same in kinds.items():
        occasions = listed([_(_AFTER[kind]) for kind in same])
        clause = _("{occasions} the next deal counts {times}", occasions=occasions, times=times_words(factor))
        if (twice := carry_after(factor, same[0], factor, variant)) > factor:
            clause = _("{clause}, after two in a row times {factor}", clause=clause, factor=twice)
        clauses.append(clause)
    return "; ".join(clauses)


def _end(variant: Variant) -> str:
    ending = variant.ending
    limits = [counts.deals(ending.deals)] if ending.deals is not None else []
    if ending.race and ending.race[0] == "units":
        limits.append(_("{units} of the leader", units=race_words(*ending.race)))
    elif ending.taken:
        limits.append(_("{number} {counted} taken, added up", number=ending.taken, counted=counted_words(variant)))
    elif ending.race:
        limits.append(race_words(*ending.race))
    if ending.bell:
        limits.append(_("at {time}", time=ending.bell))
    if not limits and ending.first == ("units",):
        return ""
    end = either(limits) if limits else _("as agreed")
    if ending.finish_round:
        end = _("{end}, the round of deals is finished", end=end)
    if ending.first != ("units",):
        end = _("{end}; {order} wins", end=end, order=in_turn([_(TALLY_WORDS[tally].most) for tally in ending.first]))
    return _("{end}; a shared lead plays on", end=end) if ending.play_on else end


def paragraphs(notes: str) -> list[str]:
    """The notes of a file without the ends of its lines: a paragraph ends with a sentence, or before a decision."""
    return re.sub(r"(?<=[^.\n])\n(?!Decision: )", " ", notes.strip()).split("\n") if notes.strip() else []
