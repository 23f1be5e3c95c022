"""A variant written out as a rule page would: plain text, 80 columns or fewer."""

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Final

from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import either, signed
from scorer.rules.kinds import event_shown
from scorer.rules.variant import BID_OR_SHORTFALL, Variant
from scorer.text.deals_left_words import race_words
from scorer.text.sentences import THE_RANKS, times_words
from scorer.text.variant_rules import (
    MARGIN,
    BidTable,
    WinTable,
    bid_tables,
    counted_words,
    further_rules,
    made_by,
    paragraphs,
    players_words,
    win_tables,
    winning_words,
)

WIDTH: Final = 80
NOT_PLAYED: Final = ("-", "-", "-")  # in place of what caller, partner and defender get


def page(variant: Variant, width: int = WIDTH) -> str:
    """The whole page: title, source, auction or sides, payouts per number of players, slam, redeals, end, notes."""
    parts = [
        item(variant.name, _(variant.title), width) + item(_("Source"), _(variant.source), width),
        "".join(item(*rule, width) for rule in made_by(variant)),
        *_payouts(variant, width),
        "".join(item(*rule, width) for rule in further_rules(variant)),
        notes(_(variant.notes), width),
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
    if ending.race:
        race = f"{ending.taken} {counted_words(variant)}" if ending.taken else race_words(*ending.race)
        clauses.append(_("a race to {race}", race=race))
    return "; ".join(clauses)


def _bids_summary(variant: Variant) -> Iterator[str]:
    auction, stakes = variant.auction, [band.u for band in variant.bands]
    if variant.alone:
        yield _("the caller plays alone")
    if variant.win.worth == BID_OR_SHORTFALL:
        yield _("units by the bid, and by the count where it fails")
    elif not stakes:
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
    win = variant.win
    yield winning_words(variant)
    if win.worth == "margin":
        yield _("units by the margin")
    elif win.above is not None:
        yield _("stake {units}, {more} above {number}", units=win.u, more=win.above_u, number=win.above)
    else:
        yield _("stake {units}", units=win.u)
    if variant.events:
        yield _("{events} wins at once", events=either([f"'{event_shown(word)}'" for word in variant.events]))
    if variant.trumps:
        yield _("trumps by turns")


def _payouts(variant: Variant, width: int) -> Iterator[str]:
    """The tables of each number of players, or of a win."""
    if variant.has_auction:
        for players in variant.player_counts:
            yield "".join(_bids(table, width) for table in bid_tables(variant, players))
    elif variant.win.worth == "margin":
        yield paragraph(_(MARGIN), width)
    else:
        for table in win_tables(variant):
            yield paragraph(f"{table.title}:", width) + _wins(table)


def _wins(table: WinTable) -> str:
    heads = (_("players"), _("winners"), _("winner"), _("loser"))
    rows: list[tuple[str, ...]] = [("", "", _("each"), _("each")), heads]
    rows += [(str(row.players), str(row.winners), signed(row.winner), signed(row.loser)) for row in table.rows]
    return _lines(rows, _widths(rows[:2], [9, 9, 8, 8]))


def _bids(table: BidTable, width: int) -> str:
    among = [_("each of {count}", count=count) for count in (table.players - 2, table.players - 1)]
    heads = (_("bid"), _("u"), _("caller"), _("partner"), _("defenders"), _("caller"), _("defenders"))
    rows: list[tuple[str, ...]] = [("", "", "", "", among[0], _("solo"), among[1]), heads]
    for row in table.rows:
        caller, partner, defender = map(signed, row.partnered) if row.partnered else NOT_PLAYED
        solo, _partner, against_solo = map(signed, row.solo) if row.solo else NOT_PLAYED
        rows.append((row.bids, str(row.u), caller, partner, defender, solo, against_solo))
    alone = not any(row.partnered for row in table.rows)
    below = paragraph(table.below, width) if table.below else ""
    return paragraph(f"{table.title}:", width) + _in_room(rows, width, alone=alone) + below


def _in_room(rows: Sequence[tuple[str, ...]], width: int, *, alone: bool) -> str:
    """The columns with a partner and those without beside each other, or where there is no room below each other."""
    widths = _widths(rows[:2], [16, 3, *[11] * 5])
    if width >= sum(widths) and not alone:
        return _lines(rows, widths)
    below = ""
    with_partner, without = [row[:5] for row in rows], [(*row[:2], *row[5:]) for row in rows]
    for part in [without] if alone else [with_partner, without]:
        first, *cells = (max(map(len, column)) for column in zip(*part, strict=True))
        gap = 2 if first + sum(cells) + 2 * len(part[0]) <= width else 1
        below += _lines(part, [first + 2, *(cell + gap for cell in cells)])
    return below


def _widths(heads: Sequence[Sequence[str]], least: Sequence[int]) -> list[int]:
    """How wide the columns are: at least so wide, and two blanks more than the heads."""
    return [max(fewest, *(len(head) + 2 for head in column)) for fewest, *column in zip(least, *heads, strict=True)]


def _lines(rows: Sequence[tuple[str, ...]], widths: list[int]) -> str:
    """Rows in columns of these widths: the first indented by two and flush left, the others right."""
    lines = []
    for label, *cells in rows:
        right = (cell.rjust(wide) for cell, wide in zip(cells, widths[1:], strict=True))
        lines.append((f"  {label}".ljust(widths[0]) + "".join(right)).rstrip())
    return "\n".join([*lines, ""])


def item(name: str, text: str, width: int) -> str:
    """A heading with its text behind it; further lines are indented."""
    return paragraph(f"{name}: {text}", width, indent="  ")


def paragraph(text: str, width: int, indent: str = "") -> str:
    """Text in lines that fit, with a line end; `indent` stands before all but the first."""
    return fill(text, width, subsequent_indent=indent, break_long_words=True, break_on_hyphens=False) + "\n"


def notes(text: str, width: int) -> str:
    """Notes as a file has them, each of their lines as a paragraph; where the page is narrower, a sentence is one."""
    lines = text.strip().split("\n") if width >= WIDTH else paragraphs(text)
    return "".join(paragraph(line, width) for line in lines if line)
