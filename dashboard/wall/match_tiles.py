"""Matches on a wall: two beside each other, one alone with tiles; everybody of them in sight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from markupsafe import Markup

from dashboard import data
from dashboard.charts.match_lines import written
from dashboard.look import markup, safe_text, theme
from dashboard.look.markup import NOTHING
from dashboard.match import summary
from dashboard.wall.running_lines import RunningLines, lines
from dashboard.wall.slides import Slide, WallPlace, shared
from scorer import wings
from scorer.language import _
from scorer.match.facts import Match
from scorer.match.sheet import Sheet

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
    seats: list[WallPlace]
    lines: RunningLines | None
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


def slides(matches: Sequence[Match]) -> list[Slide]:
    """All of these matches in turn, with what wings say of their players."""
    first = wings.answers("wall: players", matches)
    panels = [panel(data.sheet_now(match.id), [words.get(match.id, {}) for words in first]) for match in matches]
    return side_by_side(panels)


def side_by_side(panels: Sequence[Panel]) -> list[Slide]:
    """Panels of matches, two at a time."""
    return [_slide(list(some)) for some in shared(panels, PANELS) if some]


def _slide(panels: list[Panel]) -> Slide:
    alone = "tiles-above" if len(panels[0].seats) <= MOST_TILES else "beside"
    rows = []
    for panel in panels:
        wide = ON_A_LINE[len(panels)] * (1 - BESIDE_A_CODE * bool(panel.code))
        rows.append(sum(ceil(safe_text.columns(f"{label} {sentence}") / wide) for label, sentence in panel.story))
    return Slide(
        markup.html("wall", "matches", panels, alone if len(panels) == 1 else "below", max(rows)), has_lines=True
    )


def panel(sheet: Sheet, first: Sequence[Mapping[str, str]]) -> Panel:
    """A match as a wall shows it; of what is new of a player the words that are `first`, by player.

    A match played to deals won or card points has these for its figures.
    """
    match, everybody, by = sheet.match, data.players_now(), sheet.judged_by[0]
    colours = theme.at_table(sheet.players, everybody)
    finished = [_("{day}, finished", day=match.on)] if match.sitting.finished else []
    about = [_(match.variant.title), match.league, *finished]
    seats = []
    for place, player in summary.places(sheet):
        facts = [*(words[player] for words in first if player in words), *summary.news(player, sheet)]
        news = ", ".join(fact.replace(" ", NO_BREAK) for fact in facts)
        figure = written(sheet.tallies[by][player], by)
        seats.append(WallPlace(place, player, figure, news, colours[player]))
    story, code = summary.story_lines(sheet), Markup().join(wings.answers("match: code", match))
    return Panel(match.name, " · ".join(about), seats, lines(sheet, by, everybody), story, code)
