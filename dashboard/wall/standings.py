"""The standings of a league on a wall, everybody in turn."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from dashboard import data
from dashboard.address import filters
from dashboard.look import markup, theme
from dashboard.wall.slides import Slide, WallPlace, shared
from scorer.frames import Selection
from scorer.language import _, counts
from scorer.language.lists_numbers_dates import listed
from scorer.stats.describe.columns import MakingOptions
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import Head, head
from scorer.text.numbers import SCREEN, UNITS, Counting

STANDINGS: Final = described("standings")

EVERYBODY = MakingOptions(min_deals=0, min_matches=0)
MOST, IN_A_COLUMN = 20, 10  # players on a slide


def slides() -> list[Slide]:
    """The league and variant played most, or those in the address, in its days; none where nothing was played."""
    played, titles = data.played_now(), data.titles_now()
    league = filters.named("league", list(dict.fromkeys(key[0] for key in played)), _("every league"))
    variant = filters.named("variant", list(titles), _("every variant"))
    first, last = (filters.asked(key, filters.read_day, None, _("every day")) for key in ("from", "to"))
    parts = data.parts_now(Selection(league, first, last, variant), UNITS)
    if not parts:
        if played:
            markup.notice(
                _("Nothing was played in the league, variant and days of the address; there are no standings of it.")
            )
        return []
    part = max(parts, key=lambda part: len(part.frames.deals))
    rows = data.rows((part.frames, "wall"), lambda: STANDINGS.make(part.frames, choice=EVERYBODY))
    sure = filters.asked("sure", filters.yes_or_no, False, _("no"))
    places, verdict, everybody = [], STANDINGS.verdict(rows).of(sure=sure), data.players_now()
    for row in rows:
        deals = counts.deals(row["deals"]) if row["deals"] else ""
        units, colour = Counting(style=SCREEN).total(row["units"]), theme.colour(row["player"], everybody)
        places.append(WallPlace(row["place"], row["player"], units, deals, colour))
    about = head(part, UNITS)
    verdict = " ".join(filter(None, [about.unlike, verdict]))
    name = f"{listed([titles[label] for label in about.variants])} · {about.league}"
    return [_slide(name, about, share, len(places), verdict) for share in shared(places, MOST) if share]


def _slide(name: str, about: Head, places: Sequence[WallPlace], everybody: int, verdict: str) -> Slide:
    """A share of the players, and the verdict on how much of their order chance makes."""
    columns = ceil(len(places) / IN_A_COLUMN)
    words = [*([counts.deals(about.deals)] if about.deals else []), about.days]
    if len(places) < everybody:
        first, last = places[0].place, places[-1].place
        words.append(_("places {first} to {last} of {count} players", first=first, last=last, count=everybody))
    rows = ceil(len(places) / columns)
    return Slide(markup.html("wall", "standings", name, ", ".join(words), places, columns, rows, verdict))
