"""The podium for the wall: the first three in large letters, then the others of the last stage."""

from collections.abc import Sequence
from typing import Final

from scorer.paper.figures import amount, measure
from scorer.paper.heads import head
from scorer.paper.markup import Markup, name, tag
from scorer.paper.page import page
from scorer.rules.tournament import Standing, classification, players_of, rounds_of
from scorer.scorebook.tournament import Tournament

STEPS: Final = ("first", "second", "third")
_FITTING: Final = (16, 26)  # letters of a name; a longer one is written smaller
_OTHERS: Final = 10  # places that are shown where there is no last stage of few
_MOST_ON_A_STEP: Final = 4


def podium_page(tournament: Tournament) -> str:
    """Who won: or who leads, while the tournament goes on."""
    lines = classification(tournament.format, tournament.progress)
    below = tournament.format.title if tournament.finished else "As it stands: the tournament goes on"
    top = head(tournament, "Podium", below)
    rounds = rounds_of(tournament.progress, tournament.stage_at)
    begun = any(table.lines for each in rounds for table in each.tables)
    content = _content(tournament, lines) if begun else (tag("p", "Nothing is played yet", klass="none"),)
    return page(f"{tournament.name} - podium", tag("section", top, *content), style="podium.css")


def _content(tournament: Tournament, lines: Sequence[Standing]) -> tuple[Markup | None, ...]:
    """The steps, and below them the others."""
    groups = [[line for line in lines if line.place == place] for place in (1, 2, 3)]
    steps = [_step(tournament, step, group) for step, group in zip(STEPS, groups, strict=True)]
    others = [
        tag("li", tag("b", line.place), _who(tournament, line), tag("small", _total(tournament, line)))
        for line in _others(tournament, lines)
    ]
    return tag("ol", steps, klass="steps"), tag("ol", others, klass="others") if others else None


def _step(tournament: Tournament, step: str, group: Sequence[Standing]) -> Markup | None:
    """A step of the podium; several stand on it where they share the place, and nobody where it is shared above."""
    if not group:
        return None
    shown = [tag("span", _who(tournament, line), klass="who") for line in group[:_MOST_ON_A_STEP]]
    more = len(group) - _MOST_ON_A_STEP
    also = tag("span", f"and {more} more", klass="who") if more > 0 else None
    made = tag("p", _total(tournament, group[0]), klass="what")
    return tag("li", *shown, also, made, tag("div", group[0].place, klass="stand"), klass=f"step {step}")


def _others(tournament: Tournament, lines: Sequence[Standing]) -> list[Standing]:
    """The others of the last stage; where there is but one, of the first ten places."""
    stage = tournament.stage_at
    finalists = players_of(tournament.format, tournament.progress, stage) if stage else ()
    below = [line for line in lines if line.place > len(STEPS)]
    return [line for line in below if line.entrant in finalists or (not stage and line.place <= _OTHERS)]


def _who(tournament: Tournament, line: Standing) -> Markup:
    return name(tournament.name_of(line.entrant), *_FITTING)


def _total(tournament: Tournament, line: Standing) -> str:
    """What somebody made in the last stage, with its measure."""
    stage = tournament.stage
    return f"{amount(line.total, stage)} {measure(stage)}"
