"""The win probabilities of an open match, and those of a season, for programs and people."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorer import scorebook
from scorer.errors import RefusedError
from scorer.exchange.csv_writer import FlatTable
from scorer.exchange.statistics.answers import Tables, tables
from scorer.exchange.statistics.options import ReadOptions, TypedOptions, language_of, parameter_name
from scorer.frames import Frames, read
from scorer.insight.forecast.deals_to_play import Remaining, remaining
from scorer.insight.forecast.monte_carlo import MOST_DEALS_LEFT
from scorer.insight.forecast.win_probability import described_for, end_words, win_probability_curve
from scorer.language import N_, _, ngettext
from scorer.match.days import read_date
from scorer.match.evening_day import evening_of
from scorer.match.parsing import read_within
from scorer.scorebook import Book
from scorer.stats.describe.columns import Statistic
from scorer.stats.describe.commands import Command
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.text.numbers import Row
from scorer.wings import by_name

OF_A_SEASON: Final = ("league", "variant", "from", "min-deals", "min-matches", "order", "evenings", "until")
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


def chances(book: Book, declared: Command, asked: ReadOptions, typed: TypedOptions) -> Any:
    """The chances of the open match, those of a season, or what another wing has chances of."""
    if made := of_another(book, typed):
        return made
    return of_season(book, declared, asked, typed) if typed.get("season") else of_match(book, asked, typed)


def of_another(book: Book, typed: TypedOptions) -> Any:
    """The chances that another wing brings, where its option is typed; None where none is."""
    for option, made in by_name("chances").items():
        if name := (typed.get(option) or "").strip():
            others = ("season", "deals", "match", *OF_A_SEASON)
            if other := next((other for other in others if typed.get(parameter_name(other))), ""):
                template = N_("{option} and {other} do not go together: leave one of them out")
                raise RefusedError(_(template, option=f"--{option}", other=f"--{other}"))
            return made(book, name)
    return None


def of_season(book: Book, declared: Command, asked: ReadOptions, typed: TypedOptions) -> Tables:
    """The chances of the places of each season that is chosen."""
    evenings, day = ((typed.get(name) or "").strip() for name in ("evenings", "until"))
    if evenings and day:
        raise RefusedError(_("--evenings and --until each say when the season ends: leave one of them out"))
    more = read_within(evenings, "--evenings", 1, MOST_DEALS_LEFT) if evenings else None
    until = read_date(day, "--until") if day else None
    if until and until <= evening_of(book.now().astimezone()):
        raise RefusedError(_("--until {day} is over: say a day to come", day=until))
    made = tables(book, declared, asked, typed)
    return made._replace(choice=replace(made.choice, evenings=more, until=until))


def of_match(book: Book, asked: ReadOptions, typed: TypedOptions) -> Chances:
    """The chances of the open match, after so many more deals where that is said."""
    if option := next((option for option in OF_A_SEASON if typed.get(parameter_name(option))), ""):
        raise RefusedError(_("--{option} is of a season: say scorer chances --season with it", option=option))
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
