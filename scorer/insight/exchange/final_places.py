"""The chances of final places of a season, for programs and people."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from scorer.errors import RefusedError
from scorer.exchange.csv_writer import FlatTable
from scorer.exchange.statistics.answers import about_table, read_frames
from scorer.exchange.statistics.options import ReadOptions, TypedOptions, language_of, parameter_name
from scorer.frames import Frames
from scorer.insight.forecast.season_end import SeasonEnd, season_end
from scorer.language import N_, _
from scorer.match.days import read_date
from scorer.match.parsing import read_within
from scorer.scorebook import Book
from scorer.stats.describe.columns import MakingOptions
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import Section, head, plain_rows, split
from scorer.text.numbers import UNITS

MOST_EVENINGS_LEFT: Final = 400
OF_A_MATCH: Final = ("match", "deals")
OF_A_SEASON: Final = ("league", "variant", "from", "min-deals", "min-matches", "order", "evenings", "until")


class FinalPlaces(NamedTuple):
    """The chances of places of each league and variant, and until when each season is reckoned."""

    sections: Sequence[Section]
    ends: Sequence[SeasonEnd]

    def flat(self) -> FlatTable:
        """All below one header."""
        names = described("final_places").names
        rows = [(section.head, row) for section in self.sections for row in section.rows]
        cells = [[about.league, *about.variants, *map(row.get, names)] for about, row in rows]
        return ["league", "variant", *names], cells

    def plain(self) -> list[dict[str, Any]]:
        """Each with what it is about."""
        return [
            {**about_table(section.head), "until": end.until, "verdict": section.verdict.whole, "rows": section.rows}
            for section, end in zip(self.sections, self.ends, strict=True)
        ]


def check_of_which(typed: TypedOptions) -> bool:
    """Whether a season is asked for; raises RefusedError for an option that is not of what is."""
    season = bool(typed.get("season"))
    for option in OF_A_MATCH if season else OF_A_SEASON:
        if (typed.get(parameter_name(option)) or "").strip():
            of_match = N_("--{option} is of an open match: leave it out, or leave out --season")
            template = of_match if season else N_("--{option} is of a season: say scorer chances --season with it")
            raise RefusedError(_(template, option=option))
    return season


def final_places(book: Book, asked: ReadOptions, typed: TypedOptions) -> FinalPlaces:
    """The chances of each season that is chosen."""
    evenings, until = ((typed.get(name) or "").strip() for name in ("evenings", "until"))
    if evenings and until:
        raise RefusedError(_("--evenings and --until each say when the season ends: leave one of them out"))
    more = read_within(evenings, "--evenings", 1, MOST_EVENINGS_LEFT) if evenings else None
    last = read_date(until, "--until") if until else None
    with book.reading() as transaction:
        frames, _match = read_frames(transaction, asked)
    statistic, sections, ends = described("final_places"), [], []
    choice = MakingOptions(asked.measure, asked.min_deals, asked.order, asked.min_matches)
    with language_of(asked.shape):
        for part in split(frames):
            end = _end(part.frames, more, last)
            rows = plain_rows(statistic.make(part.frames, end.evenings, choice=choice)[statistic.names])
            verdict = statistic.verdict(rows).followed_by(end.words)
            sections.append(Section(head(part, UNITS), rows, verdict=verdict))
            ends.append(end)
    return FinalPlaces(sections, ends)


def _end(frames: Frames, evenings: int | None, until: date | None) -> SeasonEnd:
    """The end of a season; refuses a day on which nothing is left, or that is too far off."""
    newest = frames.payouts["on"].max().date()
    if until and until <= newest:
        raise RefusedError(_("--until {day} is over: the last evening was on {last}", day=until, last=newest))
    end = season_end(frames, evenings, until)
    if end.evenings > MOST_EVENINGS_LEFT:
        template = N_("until {day} there are {count} evenings: {most} at most are reckoned; --evenings says of fewer")
        raise RefusedError(_(template, day=end.until, count=end.evenings, most=MOST_EVENINGS_LEFT))
    return end
