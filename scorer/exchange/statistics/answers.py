"""What a statistic answers to programs, as JSON or CSV: its command prints that, its address of the API gives it.

A statistic that was made of a scorebook is `flat` for CSV, a header and rows, and `plain` for JSON.
"""

import json
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any, NamedTuple

from scorer import scorebook
from scorer.errors import NotFoundError, RefusedError
from scorer.exchange import CSV
from scorer.exchange.csv_writer import FlatTable, csv_text
from scorer.exchange.statistics.options import ReadOptions, TypedOptions, language_of, parameter_name
from scorer.frames import Frames, Selection, read
from scorer.language import N_, _
from scorer.scorebook import Book
from scorer.scorebook.transaction import Transaction
from scorer.stats.describe.columns import MakingOptions
from scorer.stats.describe.commands import Command
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import (
    Head,
    PlayerFigures,
    Section,
    flat_roles,
    flat_tables,
    kinds_of,
    pages,
    sections,
)
from scorer.text.numbers import BASE, UNITS


def answer(book: Book, declared: Command, asked: ReadOptions, typed: TypedOptions) -> str:
    """The statistic of a command as JSON or CSV, as is asked; raises ScorerError for what it cannot be asked."""
    makes = resolve_name(declared.answers) if declared.answers else tables
    statistic = makes(book, declared, asked, typed)
    if asked.shape == CSV:
        return csv_text(*statistic.flat())
    with language_of(asked.shape):
        return json_text(statistic.plain())


def json_text(tables: Any) -> str:
    """A list of tables, null for what has no value."""
    return json.dumps(tables, ensure_ascii=False, indent=1, allow_nan=False, default=str) + "\n"


class Tables(NamedTuple):
    """A statistic of the frames that are chosen, of a `match` alone where one is named; `flags` ask for it."""

    name: str
    flags: str
    frames: Frames
    match: str
    choice: MakingOptions

    def of_kinds(self) -> dict[str, list[Section]]:
        """Its tables, and those that games without a caller have instead."""
        return {kind: sections(self.frames, kind, self.choice) for kind in kinds_of(self.name)}

    def flat(self) -> FlatTable:
        """All of them below one header."""
        return flat_tables(self.frames, self.name, self.choice)

    def plain(self) -> list[dict[str, Any]]:
        """Each with what it is about, and what its rows together say."""
        order = {"order": self.choice.order} if self.name == "gaps" else {}
        every = [section for of_kind in self.of_kinds().values() for section in of_kind]
        return [
            {**about_table(section.head), **order, **_beside_rows(section), "rows": section.rows} for section in every
        ]


class PlayerPages(NamedTuple):
    """Everything about one player; as CSV their roles."""

    player: str
    frames: Frames
    match: str
    choice: MakingOptions

    def pages(self) -> list[PlayerFigures]:
        """A page for each league and variant."""
        return pages(self.frames, self.player, self.choice)

    def flat(self) -> FlatTable:
        """The roles below one header, however few deals they are of."""
        return flat_roles(self.frames, self.player, MakingOptions(self.choice.measure))

    def plain(self) -> list[dict[str, Any]]:
        """Each page with what it is about."""
        return [
            {**about_table(page.head), "player": self.player, **page.tables, "records": page.tables["records"][0]}
            for page in self.pages()
        ]


def tables(book: Book, declared: Command, asked: ReadOptions, typed: TypedOptions) -> Tables:
    """The statistic that the flags ask for, as the command has them in `shows`."""
    typed_flags = {
        f"--{name}" for name, own in declared.own.items() if not own.metavar and typed.get(parameter_name(name))
    }
    flags = next((flags for flags in declared.shows if {*flags.split()} == typed_flags), "")
    name = declared.shows.get(flags, declared.name)
    if flags and asked.measure not in {UNITS, BASE} and described(name).measure:
        template = N_("{option} counts in units / stake: leave --measure {measure} out")
        raise RefusedError(_(template, option=flags, measure=asked.measure))
    for option, own in declared.own.items():
        typed_word = parameter_name(option)
        if own.refused and str(typed.get(typed_word) or "").strip() and typed_word not in described(name).takes:
            raise RefusedError(_(own.refused))
    with book.reading() as transaction:
        frames, match = read_frames(transaction, asked)
    return Tables(
        name, flags, frames, match, MakingOptions(asked.measure, asked.min_deals, asked.order, asked.min_matches)
    )


def players(book: Book, declared: Command, asked: ReadOptions, typed: TypedOptions) -> Tables | PlayerPages:
    """Every player by role, or everything about one."""
    if not (name := typed.get("player") or "").strip():
        return tables(book, declared, asked, typed)
    with book.reading() as transaction:
        player = scorebook.find_player(transaction, name)
        frames, match = read_frames(transaction, asked)
    return PlayerPages(player, frames, match, MakingOptions(asked.measure, asked.min_deals))


def read_frames(transaction: Transaction, asked: ReadOptions) -> tuple[Frames, str]:
    """The frames of what the options choose, and the name of the match where one is chosen.

    Raises NotFoundError for a league, a variant or a match that is not there.
    """
    match = scorebook.find_match(transaction, asked.match) if asked.match else None
    if match and asked.league and scorebook.find_league(transaction, asked.league).name != match.league:
        facts = {"match": match.name, "number": match.id, "league": match.league}
        raise NotFoundError(_("{match} (match {number}) was played in league {league}: leave out --league", **facts))
    match_id = match.id if match else None
    frames = read(transaction, Selection(asked.league, asked.first, asked.last, asked.variant, match_id))
    return frames, _("{match} (match {number})", match=match.name, number=match.id) if match else ""


def about_table(head: Head) -> dict[str, Any]:
    """The head of a table in JSON; money is in cents of its currency."""
    about = {"league": head.league, "variants": head.variants, "measure": head.measure, "deals": head.deals}
    return about | ({"currency": head.currency} if head.currency else {})


def _beside_rows(section: Section) -> Mapping[str, Any]:
    """The verdict on the rows; and how many players or pairs are left out for fewer deals than which, where any is."""
    verdict = {"verdict": section.verdict.whole} if section.verdict.whole else {}
    if not section.left_out:
        return verdict
    fewest = {"min_matches": section.fewest_matches} if section.fewest_matches else {}
    return {**verdict, "min_deals": section.fewest, **fewest, "left_out": section.left_out}
