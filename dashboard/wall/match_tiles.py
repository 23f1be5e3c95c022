"""Matches on a wall: two beside each other, one alone with tiles; everybody of them in sight."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import pandas as pd
from markupsafe import Markup

from dashboard import data
from dashboard.charts.match_lines import written
from dashboard.insight import win_probability
from dashboard.look import markup, safe_text, theme
from dashboard.look.markup import NOTHING
from dashboard.match import summary
from dashboard.phones import looking_on
from dashboard.wall.running_lines import Lines, chance_lines, lines
from dashboard.wall.slide_room import Place, Slide, shared
from scorer.language import _
from scorer.match.facts import Match
from scorer.match.sheet import Sheet
from scorer.text.numbers import SCREEN, Counting, chance

PANELS = 2  # matches beside each other
LEAST_LETTERS, MOST_LETTERS = 6, 12  # of a name for which room is made
ON_A_LINE = {1: 80, 2: 48}  # letters of a sentence, by how many matches are beside each other
BESIDE_A_CODE = 0.15  # of a line that has no room for letters there
NO_BREAK = "\N{NO-BREAK SPACE}"  # no line ends within a fact
MOST_TILES = 5  # of more players a list is easier to read


@dataclass(frozen=True, slots=True)
class Panel:
    """A match: who stands how, the lines, what happened last and what comes next."""

    name: str
    about: str
    seats: list[Place]
    lines: Lines | None
    story: list[tuple[str, str]]
    code: Markup = NOTHING  # for phones that look on

    @property
    def letters(self) -> int:
        """Letters of the longest name, as far as room is made for it."""
        longest = max(safe_text.columns(seat.name) for seat in self.seats)
        return min(max(longest, LEAST_LETTERS), MOST_LETTERS)

    @property
    def digits(self) -> int:
        """Letters of the longest figure."""
        return max(2, *(len(seat.figure) for seat in self.seats))


def slides(matches: Sequence[Match], *, chances: bool) -> list[Slide]:
    """All of these matches in turn, two at a time; with everybody's `chances` to win."""
    panels = [panel(data.sheet_now(match.id), chances=chances) for match in matches]
    return [_slide(list(some)) for some in shared(panels, PANELS) if some]


def chance_slides(matches: Sequence[Match]) -> list[Slide]:
    """The chances to win the open ones of these matches, and how they went, two at a time, once a deal is played."""
    panels = []
    for match in matches:
        forecast, curve = win_probability.now(match.id), win_probability.course(match.id)
        if forecast is not None and curve is not None:
            panels.append(_chance_panel(data.sheet_now(match.id), forecast, curve))
    return [_slide(list(some)) for some in shared(panels, PANELS) if some]


def _chance_panel(sheet: Sheet, forecast: win_probability.Forecast, curve: pd.DataFrame) -> Panel:
    """The chances of a match: to win in large figures, in small letters the units, and the lines of how they went."""
    everybody = data.players_now()
    colours = theme.at_table(sheet.players, everybody)
    chances = {player: row["chance"] for player, row in forecast.of_player.items()}
    seats = []
    for player in sorted(chances, key=chances.__getitem__, reverse=True):
        place = 1 + sum(share > chances[player] for share in chances.values())
        units = Counting(style=SCREEN).with_unit(sheet.running[player])
        seats.append(Place(place, player, chance(chances[player], SCREEN), units, colours[player]))
    words = forecast.words({player: player for player in sheet.players})
    story = [(_("chances"), safe_text.sentence(words, sheet.players))]
    about = " · ".join([_("Who wins tonight?"), sheet.match.variant.title, sheet.match.league])
    return Panel(sheet.match.name, about, seats, chance_lines(sheet, curve, everybody), story)


def _slide(panels: list[Panel]) -> Slide:
    alone = "tiles-above" if len(panels[0].seats) <= MOST_TILES else "beside"
    rows = []
    for panel in panels:
        wide = ON_A_LINE[len(panels)] * (1 - BESIDE_A_CODE * bool(panel.code))
        rows.append(sum(ceil(safe_text.columns(f"{label} {sentence}") / wide) for label, sentence in panel.story))
    return Slide(
        markup.html("wall", "matches", panels, alone if len(panels) == 1 else "below", max(rows)), has_lines=True
    )


def panel(sheet: Sheet, *, chances: bool) -> Panel:
    """A match as a wall shows it, with everybody's `chances` to win.

    A match played to deals won or card points has these for its figures.
    """
    match, everybody, by = sheet.match, data.players_now(), sheet.judged_by[0]
    colours = theme.at_table(sheet.players, everybody)
    finished = [_("{day}, finished", day=match.on)] if match.sitting.finished else []
    forecast = win_probability.now(match.id) if chances else None
    wins = forecast.of_player if forecast else {}
    about = [match.variant.title, match.league, *finished]
    seats = []
    for place, player in summary.places(sheet):
        facts = list(summary.news(player, sheet))
        if player in wins:
            facts.insert(0, _("wins with {chance}", chance=chance(wins[player]["chance"], SCREEN)))
        news = ", ".join(fact.replace(" ", NO_BREAK) for fact in facts)
        figure = written(sheet.tallies[by][player], by)
        seats.append(Place(place, player, figure, news, colours[player]))
    story, code = summary.story_lines(sheet), looking_on.code(match)
    return Panel(match.name, " · ".join(about), seats, lines(sheet, by, everybody), story, code)
