"""What a line that is being typed on the pad would pay, or what it still needs."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from textwrap import fill

from rich.cells import cell_len

from scorer.cli import render
from scorer.cli.context import said
from scorer.cli.pad import QUIT, read_line, split
from scorer.names import SOLO, find, fold
from scorer.rules.bid import read_bid
from scorer.rules.errors import ScorerError
from scorer.sentences import pending_words, running_words, signed
from scorer.sheet import Sheet
from scorer.words import read_deal


def preview(sheet: Sheet, line: str, commands: Collection[str], width: int) -> str:
    """What a line that is being typed would pay, or what it still needs, in lines of that width."""
    words = split(line)
    if not words:
        return fill(_hint(sheet), width)
    if words[0] in {*commands, "help", *QUIT}:
        return f"a command: Enter carries it out, {words[0]} --help explains it"[:width]
    try:
        return _payouts(sheet, words, width, typing=not line.endswith(" "))
    except ScorerError as error:
        return fill(said(error), width)


def _hint(sheet: Sheet) -> str:
    """What an empty line waits for."""
    if sheet.match.sitting.finished:
        return "The match is finished: reopen goes on with it, quit leaves."
    if call := pending_words(sheet):
        return f"{call}: PARTNER RESULT; help lists the rest"
    return "CALLER BID PARTNER RESULT, as in anna 2/71 elena 74; help lists the rest"


def _payouts(sheet: Sheet, words: Sequence[str], width: int, *, typing: bool) -> str:
    """Everybody's units: of the deal when it is whole, of both ways it can end while the result is missing."""
    whole = 2 if sheet.match.sitting.call and len(words) < 3 else 4  # noqa: PLR2004 - what a call leaves open
    if len(words) < whole - 1 or (len(words) == whole - 1 and typing and not _partner(sheet, words[-1])):
        _check_begun(sheet, words[: len(words) - typing], whole)
        missing = ("CALLER", "BID", "PARTNER", "RESULT")[4 - whole + len(words) - typing :]
        return f"{' '.join(missing)} still to say"
    if len(words) == whole - 1:
        ends = {end: read_deal(read_line([*words, end, "--no-slam"]), sheet) for end in ("made", "failed")}
        return units_table({end: dealing.reckoning.units for end, dealing in ends.items()}, sheet.seats, width)
    dealing = read_deal(read_line(words), sheet)
    paid = units_table({str(dealing.reckoning.outcome): dealing.reckoning.units}, sheet.seats, width)
    return "\n".join([paid, *(fill(notice, width) for notice in dealing.notices)])


def _partner(sheet: Sheet, word: str) -> bool:
    """Whether a word that is perhaps not finished says a partner already."""
    with suppress(ScorerError):
        return fold(word) == SOLO or bool(find(word, sheet.seats))
    return False


def _check_begun(sheet: Sheet, words: Sequence[str], whole: int) -> None:
    """Raise ScorerError for a caller or a bid that cannot be meant, before the rest is typed."""
    if words and fold(words[0]) != SOLO:
        find(words[0], sheet.seats)
    if len(words) > 1 and whole == 4:  # noqa: PLR2004 - all four
        read_bid(words[1], sheet.match.variant.auction)


def units_table(units: Mapping[str, Mapping[str, int]], seats: Sequence[str], width: int) -> str:
    """Units a line by its label, a column a player; as sentences where the columns are wider than the terminal."""
    header = ["", *render.short_names(seats)]
    rows = [[label, *(signed(paid[seat]) if seat in paid else "-" for seat in seats)] for label, paid in units.items()]
    table = render.table([header, *rows])
    if max(map(cell_len, table.split("\n"))) <= width:
        return table
    return "\n".join(fill(f"{label}: {running_words(paid)}", width) for label, paid in units.items())
