"""The win probabilities of an open match, for programs and people."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from scorer import scorebook
from scorer.errors import RefusedError
from scorer.exchange.csv_writer import FlatTable
from scorer.exchange.statistics.options import ReadOptions, TypedOptions, language_of
from scorer.frames import Frames, read
from scorer.insight.exchange.final_places import FinalPlaces, check_of_which, final_places
from scorer.insight.forecast.deals_to_play import Remaining, remaining
from scorer.insight.forecast.monte_carlo import MOST_DEALS_LEFT
from scorer.insight.forecast.win_probability import described_for, end_words, win_probability_curve
from scorer.language import N_, _, ngettext
from scorer.match.parsing import read_within
from scorer.scorebook import Book
from scorer.stats.describe.columns import Statistic
from scorer.stats.describe.commands import Command
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.text.numbers import Row

OF_MATCH: Final = {"league": "league", "variant": "variant", "match": "match", "match_id": "id"}  # its columns in CSV


class Chances(NamedTuple):
    """The chances of each place in a match, of which so much is `remaining`; `about` is what they are of."""

    about: dict[str, Any]
    statistic: Statistic
    rows: Sequence[Row]
    frames: Frames
    remaining: Remaining

    def flat(self) -> FlatTable:
        """The table below a header, with the match in each row."""
        match = {name: self.about[key] for name, key in OF_MATCH.items()}
        cells = [[*match.values(), *row.values()] for row in self.rows]
        return [*match, *self.statistic.names], cells

    def plain(self) -> list[dict[str, Any]]:
        """The table with what it is about, and how the chances came to be so."""
        course = win_probability_curve(self.frames, self.remaining.sheet).to_dict("records")
        verdict = self.statistic.verdict(self.rows).whole
        return [{**self.about, "course": course, "verdict": verdict, "rows": self.rows}]


def chances(book: Book, _declared: Command, asked: ReadOptions, typed: TypedOptions) -> Chances | FinalPlaces:
    """The chances of the open match, or those of a season."""
    return final_places(book, asked, typed) if check_of_which(typed) else of_match(book, asked, typed)


def of_match(book: Book, asked: ReadOptions, typed: TypedOptions) -> Chances:
    """The chances of the open match, after so many more deals where that is said."""
    deals = typed.get("deals", "")
    more = read_within(deals, "--deals", 1, MOST_DEALS_LEFT) if deals.strip() else None
    with book.reading() as transaction:
        sheet = scorebook.sheet_of(transaction, scorebook.find_match(transaction, asked.match))
        if sheet.match.sitting.finished:
            template = N_("{match} is finished: nothing is left to chance; scorer reopen {number} opens it again")
            raise RefusedError(_(template, match=sheet.match.name, number=sheet.match.id))
        frames = read(transaction)
    rest_of_match = remaining(sheet, book.now().astimezone(), more)
    if rest_of_match.left is not None and rest_of_match.left > MOST_DEALS_LEFT:
        raise RefusedError(
            ngettext(
                "{count} deal is left: chances are reckoned of {most} at most; --deals says of fewer",
                "{count} deals are left: chances are reckoned of {most} at most; --deals says of fewer",
                rest_of_match.left,
                most=MOST_DEALS_LEFT,
            )
        )
    with language_of(asked.shape):
        end = end_words(rest_of_match)
    about = {
        "match": sheet.match.name, "id": sheet.match.id, "league": sheet.match.league, "on": sheet.match.on,
        "variant": sheet.match.variant.name, "deals": len(sheet.deals), "left": rest_of_match.left, "end": end,
    }  # fmt: skip
    statistic = described_for(rest_of_match)
    rows = plain_rows(statistic.make(frames, rest_of_match)[statistic.names])
    return Chances(about, statistic, rows, frames, rest_of_match)
