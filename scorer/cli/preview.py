"""A line of the pad in words, as a shell has them; and what a deal would pay while it is typed, or still needs."""

import re
import shlex
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from textwrap import fill

from scorer.cli import render
from scorer.match.names import find, plays_alone, printable
from scorer.match.parsing import DealWords, deal_words, read_deal, spelled_out
from scorer.match.values import Sheet
from scorer.rules.bid import read_bid
from scorer.rules.errors import ScorerError, UnreadableError

QUIT = {"quit", "exit", "q"}
FLAGS = {"--slam": True, "--no-slam": False}
BESIDE = ("--id", "--match")  # options that change no payout
OPTIONS = {f"--{name}": name for name in ("called", "dealer", "out", "times", "note")}


def split(line: str, *, typing: bool = False) -> list[str]:
    """A line in words as a shell splits it; an apostrophe in a name is no quotation mark.

    A quotation mark left open is closed while the line is being typed, and refused with UnreadableError after that.
    Where tabs stand in it, it came out of a table: each cell is a word.
    """
    if len(cells := [cell.strip().strip('"') for cell in line.split("\t") if cell.strip()]) > 1:
        return cells
    parts = line.strip().split('"')
    parts[::2] = [re.sub(r"(?<=\w)'(?=\w)", r"\\'", part) for part in parts[::2]]
    for closing in ("", '"', "'", "\\") if typing else ("",):
        with suppress(ValueError):
            return shlex.split('"'.join(parts) + closing)
    if typing:
        return line.split()
    raise UnreadableError(f"a quotation mark is not closed in: {printable(line.strip())}")


def meant(words: list[str], commands: Collection[str]) -> list[str]:
    """The words of a line without the `scorer` before a command: what was copied from a shell works here too."""
    return words[1:] if words[:1] == ["scorer"] and (len(words) == 1 or words[1] in commands) else words


def deal_preview(sheet: Sheet, words: Sequence[str], width: int, *, typing: bool) -> str:
    """Everybody's units: of the deal when it is whole, of both ways it can end while the result is missing.

    Raises ScorerError for what cannot be meant. `typing`: the last word may not be finished.
    """
    facts, options = parted(words)
    facts = spelled_out(facts, sheet.match)
    typing = typing and words[-1:] == facts[-1:]
    whole = 2 if sheet.match.sitting.call and len(facts) < 3 else 4  # noqa: PLR2004 - what a call leaves open
    if len(facts) < whole - 1 or (len(facts) == whole - 1 and typing and not _partner(sheet, facts[-1])):
        _check_begun(sheet, facts[: len(facts) - typing], whole)
        missing = ("CALLER", "BID", "PARTNER", "RESULT")[4 - whole + len(facts) - typing :]
        return f"{' '.join(missing)} still to say"
    if len(facts) == whole - 1:
        either = replace(options, slam=bool(options.slam))
        ends = {end: read_deal(deal_words([*facts, end], either, sheet.match), sheet) for end in ("made", "failed")}
        return render.units_table({end: read.reckoning.units for end, read in ends.items()}, sheet.seats, width)
    read = read_deal(deal_words(facts, options, sheet.match), sheet)
    paid = render.units_table({str(read.reckoning.outcome): read.reckoning.units}, sheet.seats, width)
    return "\n".join([paid, *(fill(notice, width) for notice in read.notices)])


def parted(words: Sequence[str]) -> tuple[list[str], DealWords]:
    """The facts of a deal line, and what its options say so far; raises UnreadableError for an unknown option."""
    facts: list[str] = []
    said: dict[str, str] = {}
    slam = None
    rest = iter(words)
    for word in rest:
        name, equals, text = word.partition("=")
        if not word.startswith("--"):
            facts.append(word)
        elif name in FLAGS:
            slam = FLAGS[name]
        elif name in (*OPTIONS, *BESIDE):
            said[name] = text if equals else next(rest, "")
        elif not any(option.startswith(name) for option in (*FLAGS, *OPTIONS, *BESIDE)):
            raise UnreadableError(f"there is no option {name}; deal --help lists them")
    return facts, DealWords(slam=slam, **{OPTIONS[name]: text for name, text in said.items() if name in OPTIONS})


def _partner(sheet: Sheet, word: str) -> bool:
    """Whether a word that is perhaps not finished says a partner already."""
    with suppress(ScorerError):
        return plays_alone(word, sheet.seats) or bool(find(word, sheet.seats))
    return False


def _check_begun(sheet: Sheet, words: Sequence[str], whole: int) -> None:
    """Raise ScorerError for a caller or a bid that cannot be meant, before the rest is typed."""
    if words and not plays_alone(words[0], sheet.seats):
        find(words[0], sheet.seats)
    if len(words) > 1 and whole == 4:  # noqa: PLR2004 - all four
        read_bid(words[1], sheet.match.variant.auction)
