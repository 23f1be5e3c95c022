"""The score sheet of a match as a picture to send: SVG, and PNG made of it with the one font that comes with us."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from itertools import dropwhile
from typing import Final
from unicodedata import bidirectional, combining, east_asian_width

import resvg_py

from scorer.language import _, counts
from scorer.language.lists_numbers_dates import signed
from scorer.match.course import running
from scorer.match.facts import Record
from scorer.match.settlement import Settlement
from scorer.match.sheet import Sheet
from scorer.paper.html_page import templates
from scorer.rules.kinds import FAILED, MADE
from scorer.text.numbers import MINUS, plain
from scorer.text.sentences import note_words, residual_words, settlement_lines
from scorer.text.sheet_words import column_heads, race_tallies, record_cells, short_names, whose_counts
from scorer.text.tally_words import TALLY_WORDS

MOST: Final = 60  # records of one picture: the newest
ZOOM: Final = 2  # pixels for one of the SVG, so that it is sharp on a telephone
CALLER, PARTNER = "\N{BLACK SPADE SUIT}", "\N{WHITE SPADE SUIT}"
ENDED: Final = {MADE: "\N{CHECK MARK}", FAILED: "\N{BALLOT X}"}
INK, SOFT, RULE, UP, DOWN = "#1b1b1b", "#5c5c5c", "#c9c5bc", "#006b4c", "#a03c00"
GAINED, LOST, LEADS = "#dcefe6", "#f9e2d4", "#f5ecc8"
SMALL, USUAL, LARGE = 12, 16, 28  # pixels of letters
EDGE, GAP, ROW, TALLY = 24, 14, 30, 20  # pixels around all, between columns, of a row, of a line below the totals
PAD, MARK = 8, 16  # pixels in a player's column: at its sides, for the mark of a role
_WIDE, _NARROW = frozenset("mwMW@%+" + CALLER + PARTNER + MINUS), frozenset(" .,:;'|!()/-ijlIft")
_FOREIGN: Final = range(0x0700, 0x1E00)  # scripts that our font does not have; those from Asia are wide
_RARE: Final = 0x10000  # emoji and rare scripts begin here: our font has hardly any of them
_TURNING: Final = {"R", "AL", "AN"}  # letters from right to left


@dataclass(frozen=True, slots=True)
class Words:
    """Words on the picture: where their line begins, or ends (`anchor` "end"), how large and of which colour."""

    x: float
    y: float
    text: str
    size: int = USUAL
    colour: str = INK
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Box:
    """A coloured box."""

    x: float
    y: float
    width: float
    height: float
    colour: str


Parts = Iterator[Words | Box]


@dataclass(frozen=True, slots=True)
class ColumnEdges:
    """Where the columns of the facts and of the players begin, in pixels; a player's column is `seat` wide.

    `brought` is the room, at its right side, for the units that a record brought.
    """

    facts: tuple[float, ...]
    seats: tuple[float, ...]
    seat: float
    brought: float

    @property
    def right(self) -> float:
        """Where the last one ends."""
        return self.seats[-1] + self.seat


def sheet_picture(sheet: Sheet, settled: Settlement | None) -> str:
    """SVG of a match: what everybody has, a row for each of the newest records, and at the end who pays whom.

    `settled` is None where somebody paid for it together with other matches.
    """
    shown = sheet.records[-MOST:]
    rows = [_facts(record, sheet) for record in shown]
    heads = ["", *map(_, column_heads(sheet)[1:])]
    if not any(row[-1] for row in rows):  # no deal counted more than once
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    columns = _columns([heads, *rows], sheet)
    parts: list[Words | Box] = [
        Words(EDGE, 50, sheet.match.name, LARGE),
        Words(EDGE, 76, _about(sheet), USUAL, SOFT),
        *_totals(sheet, columns, 96),
    ]
    y = 170 + TALLY * len(race_tallies(sheet))
    parts += [Words(x, y - 8, head, SMALL, SOFT) for x, head in zip(columns.facts, heads, strict=True)]
    lines, before = running(sheet), len(sheet.records) - len(shown)
    for at, (record, cells) in enumerate(zip(shown, rows, strict=True), before + 1):
        units = {player: line[at] for player, line in lines.items()}
        parts += _row(record, cells, units, columns, y)
        y += ROW
    parts.append(Box(EDGE, y, columns.right - EDGE, 1, RULE))
    for text in _legend(sheet, before):
        y += 20
        parts.append(Words(EDGE, y, text, SMALL, SOFT))
    y += 8
    # Names from right to left keep their direction to themselves.
    for text in settlement_lines(settled.renamed(_isolated)) if settled and sheet.match.sitting.finished else ():
        y += 24
        parts.append(Words(EDGE, y, text))
    return drawn(parts, _about(sheet), columns.right, y)


def drawn(parts: Sequence[Words | Box], title: str, right: float, bottom: float) -> str:
    """SVG of these parts: as wide as to `right`, or to where a line from the edge ends; with an edge around all."""
    ends = [part.x + wide(part.text, part.size) for part in parts if isinstance(part, Words) and part.x == EDGE]
    size = round(max(right, *ends)) + EDGE, bottom + EDGE
    return templates("scorer.paper").get_template("picture.svg.jinja").render(parts=parts, size=size, title=title)


def png(svg: str) -> bytes:
    """The same as PNG, twice as large; letters that our font does not have come from the fonts of the computer."""
    with as_file(files("scorer.paper").joinpath("fonts/DejaVuSans.ttf")) as font:
        ours = not needs_other_fonts(svg)
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(font)], skip_system_fonts=ours, zoom=ZOOM))


def needs_other_fonts(svg: str) -> bool:
    """Whether there are letters that our font does not have; without a font of the computer they are empty boxes."""
    return any(ord(c) in _FOREIGN or ord(c) >= _RARE or east_asian_width(c) in "WF" for c in svg)


def readable_names(players: Sequence[str]) -> list[str]:
    """Short names in letters that our font has: the first word that it can write, else the first word."""
    begun = [" ".join(dropwhile(needs_other_fonts, player.split())) or player for player in players]
    return short_names(begun if len(set(begun)) == len(begun) else players)


def wide(text: str, size: int = USUAL) -> float:
    """How many pixels a text needs at most, about."""
    return size * sum(_em(c) for c in text)


def _em(character: str) -> float:
    """How wide a letter is in our font, as a share of its size; rather too much than too little."""
    if combining(character):
        return 0
    if character in _WIDE or east_asian_width(character) in "WF":
        return 1
    if character in _NARROW:
        return 0.42
    return 0.8 if character.isupper() else 0.66


def colour_of(units: float) -> str:
    """The colour of units: of a gain, of a loss, or of neither."""
    return UP if units > 0 else DOWN if units < 0 else INK


def _columns(rows: Sequence[Sequence[str]], sheet: Sheet) -> ColumnEdges:
    begins = [float(EDGE)]
    for cells in zip(*rows, strict=True):
        begins.append(begins[-1] + max(map(wide, cells)) + GAP)
    payouts = [units for record in sheet.records for units in record.payouts.values()]
    brought = max((wide(_signed(units), SMALL) for units in payouts), default=0)
    units = max(wide(_signed(units)) for line in running(sheet).values() for units in line)
    below = [
        _(TALLY_WORDS[tally].note, number=plain(has))
        for tally, has_each in race_tallies(sheet).items()
        for has in has_each.values()
    ]
    totals = [wide(_signed(units), LARGE) for units in sheet.running.values()]
    needed = [MARK + units + brought + PAD, *totals, *map(wide, [*readable_names(sheet.players), *below])]
    seat = max(needed) + 2 * PAD
    seats = tuple(begins[-1] + seat * at for at in range(len(sheet.players)))
    return ColumnEdges(tuple(begins[:-1]), seats, seat, brought)


def _signed(units: int) -> str:
    return signed(units, 0, MINUS)


def _about(sheet: Sheet) -> str:
    match = sheet.match
    fields = {
        "day": match.on,
        "variant": _(match.variant.title),
        "league": match.league,
        "deals": counts.deals(len(sheet.deals)),
    }
    if match.sitting.finished:
        return _("{day}, {variant}, {league}, {deals}, finished", **fields)
    return _("{day}, {variant}, {league}, {deals} so far", **fields)


def _totals(sheet: Sheet, columns: ColumnEdges, y: float) -> Parts:
    """Everybody's name, and below it what they have; the leader has a coloured box."""
    names, first = readable_names(sheet.players), max(sheet.lead.values())
    for player, name, x in zip(sheet.players, names, columns.seats, strict=True):
        if sheet.lead[player] == first > min(sheet.lead.values()):
            yield Box(x + 4, y, columns.seat - 4, 64 + TALLY * len(race_tallies(sheet)), LEADS)
        end = x + columns.seat - PAD
        yield Words(end, y + 22, name, anchor="end")
        units = sheet.running[player]
        yield Words(end, y + 54, _signed(units), LARGE, colour_of(units), "end")
        for at, (tally, has) in enumerate(race_tallies(sheet).items(), 1):
            yield Words(
                end, y + 54 + TALLY * at, _(TALLY_WORDS[tally].note, number=plain(has[player])), SMALL, SOFT, "end"
            )


def _row(record: Record, cells: Sequence[str], units: dict[str, int], columns: ColumnEdges, y: float) -> Parts:
    """A record: its facts, and of everybody the units since, the mark of their role, and what it brought them."""
    yield Box(EDGE, y, columns.right - EDGE, 1, RULE)
    yield from (Words(x, y + 21, cell) for x, cell in zip(columns.facts, cells, strict=True))
    marks = {record.partner: PARTNER, record.caller: CALLER} | dict.fromkeys(record.side_winners, CALLER)
    for (player, has), x in zip(units.items(), columns.seats, strict=True):
        if player not in record.seats or player == record.out:
            continue
        if brought := record.payouts.get(player):
            yield Box(x + 4, y + 1, columns.seat - 4, ROW - 1, GAINED if brought > 0 else LOST)
            yield Words(x + columns.seat - PAD, y + 21, _signed(brought), SMALL, SOFT, "end")
        yield Words(x + PAD, y + 21, marks.get(player, ""))
        yield Words(x + columns.seat - columns.brought - 2 * PAD, y + 21, _signed(has), anchor="end")


def _facts(record: Record, sheet: Sheet) -> list[str]:
    """Its number, bid, result and factor; a contract that was made or failed with its mark."""
    cells = record_cells(record, sheet)
    if record.has_caller:
        cells[1] = f"{cells[1]} {ENDED.get(str(record.outcome), '')}".rstrip()
    return [str(record.number), *cells]


def _legend(sheet: Sheet, before: int) -> Iterator[str]:
    """What the marks mean, and how many records `before` these are not shown."""
    variant = sheet.match.variant
    if not variant.has_auction:
        yield _("{mark} won. Small: what the deal brought.", mark=CALLER)
        yield from whose_counts(sheet)
    elif variant.alone:
        yield _("{mark} caller. Small: what the deal brought.", mark=CALLER)
    else:
        marks = {"caller_mark": CALLER, "partner_mark": PARTNER}
        yield _("{caller_mark} caller, {partner_mark} partner. Small: what the deal brought.", **marks)
    for record in sheet.records:
        if record.residual:
            yield f"{record.number}: {residual_words(record)}: {note_words(record.note)}"
    if before:
        records = len(sheet.records)
        yield _("Of {records} lines the last {shown} are shown; the units are of all.", records=records, shown=MOST)


def _isolated(name: str) -> str:
    return f"\u2068{name}\u2069" if any(bidirectional(c) in _TURNING for c in name) else name
