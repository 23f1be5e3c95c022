"""The standing and the final classification as tables of HTML: every round, what decided a place, where the cut is."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from markupsafe import Markup

from dashboard.tournament import words
from dashboard.tournament.facts import GoingOn, going_on
from dashboard.tournament.parts import html
from scorer.rules.tournament import PlayedRound, Stage, Standing, classification, rounds_of, stage_reached, standings
from scorer.scorebook.tournament import Tournament
from scorer.text.sentences import listed
from scorer.text.tournament_words import carried_words

FEW = 12  # lines on the wall
AFTER_THE_CUT = 3  # of which so many are below the line


@dataclass(frozen=True, slots=True)
class Board:
    """The standing of a stage, ready to be shown."""

    tournament: Tournament
    at: int
    lines: tuple[Standing, ...]
    on: GoingOn

    @property
    def stage(self) -> Stage:
        """The stage that it is of."""
        return self.tournament.format.stages[self.at]

    @property
    def rounds(self) -> tuple[PlayedRound, ...]:
        """The rounds that have a column."""
        return rounds_of(self.tournament.progress, self.at)

    @property
    def who(self) -> str:
        """What the column of the names is called."""
        return "player" if self.tournament.format.team_size == 1 else "team"

    @property
    def carried(self) -> bool:
        """Whether anybody brought something along."""
        return any(line.carried for line in self.lines)

    @property
    def penalties(self) -> bool:
        """Whether anything was taken from anybody."""
        return any(line.penalty for line in self.lines)

    @property
    def units_apart(self) -> bool:
        """Whether the units stand beside a total that is anything else."""
        return self.stage.yields != "units"

    @property
    def columns(self) -> int:
        """How many columns there are: place, who, total, deals and what decided, and those that come and go."""
        return 5 + len(self.rounds) + self.carried + self.penalties + self.units_apart

    @property
    def cut_after(self) -> int:
        """After how many lines the cut is drawn; 0 for nowhere."""
        marked = {*self.on.through, *self.on.tied}
        return max((at for at, line in enumerate(self.lines, 1) if line.entrant in marked), default=0)

    def gave(self, line: Standing) -> list[Fraction | None]:
        """What each round gave somebody, None where it gave nothing yet."""
        return [*line.rounds, *(None,) * len(self.rounds)][: len(self.rounds)]

    def mark(self, line: Standing) -> str:
        """Whether somebody goes on, or ties for it."""
        return "on" if line.entrant in self.on.through else "tied" if line.entrant in self.on.tied else ""


def board(tournament: Tournament, at: int) -> Board:
    """The standing of a stage as it is now."""
    lines = standings(tournament.format, tournament.progress, at)
    return Board(tournament, at, lines, going_on(tournament, at))


def cut_line(shown: Board) -> str:
    """Who goes on, or would go on now, in words; "" from the last stage."""
    rule = words.cut_words(shown.tournament, shown.at)
    if not shown.on.through and not shown.on.tied:
        return rule
    if shown.on.announced:
        return "who went on"
    tied = [shown.tournament.name_of(number) for number in shown.on.tied]
    return f"{rule}: so it would be now" + (f"; {listed(tied)} tie for the last places" if tied else "")


def standing_table(shown: Board, most: int = 0) -> Markup:
    """The standing of a stage; the first `most` lines of it where so many are said.

    Who goes on is above a line where those are the first of the standing, else marked, which is said below.
    """
    rule, line = shown.stage.cut, cut_line(shown)
    has_line = bool(rule and rule.by == "standing" and shown.cut_after)
    below = [] if has_line else [f"Marked: {line}" if shown.cut_after else line]
    return html(
        "standing",
        "standing",
        shown,
        shown.lines[:most] if most else shown.lines,
        line if has_line else "",
        len(shown.lines) - most if most else 0,
        [*below, *_note([shown.stage], shown.lines)],
    )


def _note(stages: Sequence[Stage], lines: Sequence[Standing]) -> list[str]:
    """What the tie-breaks count, where that is more than stands beside them."""
    note = carried_words(stages, lines)
    return [note] if note else []


def lines_on_the_wall(shown: Board) -> int:
    """How many lines of the standing a wall has: some of those below the cut are among them."""
    return min(max(FEW, shown.cut_after + AFTER_THE_CUT), len(shown.lines))


def final_table(tournament: Tournament, most: int = 0) -> Markup:
    """Everybody's place over all stages, each below the stage where they stopped, in its measure."""
    lines = classification(tournament.format, tournament.progress)
    by_stage = groupby(
        lines[:most] if most else lines,
        key=lambda line: stage_reached(tournament.format, tournament.progress, line.entrant),
    )
    groups = [(tournament.format.stages[at], list(there)) for at, there in by_stage]
    return html("standing", "classification", tournament, groups, _note(tournament.format.stages, lines))
