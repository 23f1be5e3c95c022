"""Who is where, as every face shows it: the columns of a standing, what decided, who goes on, what is said below.

The terminal and files lay the columns out as tables of plain cells, the page, the wall and paper in words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple

from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.text.numbers import Cell, number_cell, plain, plain_signed
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.rules import (
    Decision,
    Number,
    Stage,
    Standing,
    cut,
    rounds_of,
    stage_reached,
    standings,
)
from scorer.tournaments.rules.state import places_left
from scorer.tournaments.text.amounts import amount, lost, measure
from scorer.tournaments.text.tournament_words import (
    decided_by_words,
    explained,
    passed_over_words,
    ruling_words,
    table_residual_words,
)

ROUND: Final = N_("round {number}")  # the head of what a round gave
DECIDED_BY: Final = N_("decided by")


class PlacesColumn(NamedTuple):
    """A column of a table of places: its name in files, a line's cell as it is and in words, its title for people.

    The `name` of the column of a round is `round 2`, and its `kind` the first word of that.
    """

    name: str
    cell: Callable[[Standing], Cell]
    words: Callable[[Standing], object]
    title: str = ""

    @property
    def head(self) -> str:
        """What people read above it."""
        return self.title or _(self.name)

    @property
    def kind(self) -> str:
        """What it is, whichever round it is of."""
        return self.name.partition(" ")[0]


def places_columns(tournament: Tournament, at: int | None = None) -> list[PlacesColumn]:
    """The columns of the standing of a stage, or for None of the classification, in the order of the files."""
    form, progress = tournament.format, tournament.progress

    def stage(line: Standing) -> Stage:
        return form.stages[stage_reached(form, progress, line.entrant) if at is None else at]

    def name(line: Standing) -> str:
        return tournament.name_of(line.entrant)

    def total(line: Standing) -> str:
        return amount(line.total, stage(line))

    columns = [
        PlacesColumn(N_("place"), lambda line: line.place, lambda line: line.place),
        PlacesColumn(N_("entrant"), name, name, _(form.entry)),
        PlacesColumn(
            N_("total"), lambda line: number_cell(line.total), total, "" if at is None else measure(form.stages[at])
        ),
        PlacesColumn(N_("units"), lambda line: line.units, lambda line: plain_signed(line.units)),
        PlacesColumn(N_("deals"), lambda line: line.deals or None, lambda line: line.deals or ""),
    ]
    if at is not None:
        columns += _beside_total(tournament, at)
    return [*columns, PlacesColumn(DECIDED_BY, lambda line: line.decided_by, decided_words)]


def _beside_total(tournament: Tournament, at: int) -> list[PlacesColumn]:
    """What the total of a stage is made of: a column for each round, what was carried and taken away."""
    stage = tournament.format.stages[at]

    def of_round(number: int, place: int) -> PlacesColumn:
        return PlacesColumn(
            ROUND.format(number=number),
            lambda line: None if (given := line.rounds[place]) is None else number_cell(given),
            lambda line: amount(line.rounds[place], stage),
            _(ROUND, number=number),
        )

    return [
        *(of_round(played.number, place) for place, played in enumerate(rounds_of(tournament.progress, at))),
        PlacesColumn(N_("carried"), lambda line: number_cell(line.carried), lambda line: amount(line.carried, stage)),
        PlacesColumn(
            N_("penalty"),
            lambda line: number_cell(line.penalty),
            lambda line: plain(-line.penalty) if line.penalty else "",
        ),
    ]


def shown_columns(tournament: Tournament, at: int, lines: Sequence[Standing]) -> list[PlacesColumn]:
    """The columns of a standing for people: the rounds stand before the total, and what says nothing is left away."""
    place, who, total, units, deals, *rounds, carried, penalty, decided = places_columns(tournament, at)
    beside = [column for column in (carried, penalty) if any(map(column.cell, lines))]
    own_units = [] if tournament.format.stages[at].yields == "units" else [units]
    return [place, who, *rounds, *beside, total, *own_units, deals, decided]


def decided_words(line: Standing) -> str:
    """What put somebody below the one before; "" where the total did, or nothing yet."""
    return _(str(line.decided_by)) if _anything(line) else ""


def by_words(line: Standing) -> str:
    """What decided the place of a line, where no column says so: `decided by the play-off`."""
    if isinstance(line.decided_by, Decision) or not _anything(line):
        return decided_words(line)
    return decided_by_words(line.decided_by)


def _anything(line: Standing) -> bool:
    return bool(line.carried) or any(given is not None for given in line.rounds)


def small_words(line: Standing, stage: Stage) -> str:
    """What stands below a name, where a phone has no room for columns: what each round gave, and what decided."""
    parts = [_("carried {amount}", amount=amount(line.carried, stage))] if line.carried else []
    if len(line.rounds) > 1:
        parts.append(" · ".join(amount(given, stage) for given in line.rounds))
    if line.penalty:
        parts.append(_("penalty {amount}", amount=plain(-line.penalty)))
    return "; ".join(filter(None, [", ".join(parts), by_words(line)]))


def notes(tournament: Tournament, stages: Sequence[int], lines: Sequence[Standing]) -> list[str]:
    """What is said below a standing of these stages: what could not be asked, what its words and figures mean."""
    passed: dict[str, list[str]] = {}
    for line in lines:
        for tie_break in line.unknown:
            passed.setdefault(tie_break, []).append(tournament.name_of(line.entrant))
    over = [passed_over_words(passed)] if passed else []
    return over + explained(tournament.format, tournament.progress, stages, lines)


def ruling_lines(tournament: Tournament, stages: Sequence[int]) -> list[str]:
    """What took or left units in these stages beside the deals, and why: a line for each residual and penalty."""
    lines = []
    for announced in tournament.progress.rounds:
        for table in announced.tables if announced.stage in stages else ():
            besides = [ruling_words(ruling) for ruling in table.rulings]
            if table.residual:
                besides.insert(0, _("the paper sheet leaves {residual}", residual=table_residual_words(table)))
            where = _("Round {round}, table {table}", round=announced.number, table=table.number)
            lines += [f"{where}: {clause}." for clause in besides]
    for penalty in tournament.progress.penalties:
        if penalty.stage in stages:
            stage = tournament.format.stages[penalty.stage]
            taken = _(
                "{player}: penalty of {amount} in {stage} ({reason})",
                player=tournament.name_of(penalty.entrant),
                amount=lost(number_cell(penalty.amount), stage),
                stage=_(stage.name),
                reason=penalty.reason,
            )
            lines.append(f"{taken}.")
    return lines


def cut_words(tournament: Tournament, stage: int) -> str:
    """Who goes on from a stage, as the format says; "" from the last one."""
    rule = tournament.format.stages[stage].cut
    if rule is None:
        return ""
    places = places_left(tournament.format, tournament.progress, stage)
    if rule.by == "standing":
        return ngettext("the best {count} go on", "the best {count} go on", places)
    return ngettext(
        "{count} go on: the firsts of the tables, then the seconds and so on",
        "{count} go on: the firsts of the tables, then the seconds and so on",
        places,
    )


@dataclass(frozen=True)
class Board:
    """The standing of a stage, and who goes on from it as was announced, or would if every table stopped now.

    `tied` are too many for the places that are left. Nobody goes on from the last stage, nor before anything is
    recorded.
    """

    tournament: Tournament
    at: int

    @property
    def stage(self) -> Stage:
        """The stage that it is of."""
        return self.tournament.format.stages[self.at]

    @cached_property
    def lines(self) -> tuple[Standing, ...]:
        """Its lines."""
        return standings(self.tournament.format, self.tournament.progress, self.at)

    @property
    def announced(self) -> tuple[Number, ...] | None:
        """Who was announced to go on; None where nobody was yet."""
        cuts = self.tournament.progress.cuts
        return next((announced.through for announced in cuts if announced.stage == self.at), None)

    @cached_property
    def going_on(self) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
        """Who goes on, and who ties for it."""
        form, progress = self.tournament.format, self.tournament.progress
        if self.announced is not None:
            return self.announced, ()
        begun = any(table.lines for played in rounds_of(progress, self.at) for table in played.tables)
        if self.stage.cut is None or not begun:
            return (), ()
        # The same, with every table over and no round of the stage to come
        rounds = tuple(
            replace(played, tables=tuple(replace(table, over=True) for table in played.tables))
            for played in progress.rounds
        )
        short = replace(self.stage, rounds=len(rounds_of(progress, self.at)))
        stages = (*form.stages[: self.at], short, *form.stages[self.at + 1 :])
        result = cut(replace(form, stages=stages), replace(progress, rounds=rounds), self.at)
        return result.through, result.tied

    def mark(self, line: Standing) -> str:
        """Whether somebody goes on, or ties for it."""
        through, tied = self.going_on
        return "on" if line.entrant in through else "tied" if line.entrant in tied else ""

    @property
    def cut_after(self) -> int:
        """After how many lines the cut is drawn; 0 for nowhere."""
        return max((at for at, line in enumerate(self.lines, 1) if self.mark(line)), default=0)

    @property
    def cut_line(self) -> str:
        """Who goes on, or would go on now, in words; "" from the last stage."""
        rule, (through, tied) = cut_words(self.tournament, self.at), self.going_on
        if not through and not tied:
            return rule
        if self.announced is not None:
            return _("who went on")
        if tied:
            players = listed(list(map(self.tournament.name_of, tied)))
            return _("as it stands, {rule}; {players} tie for the last places", rule=rule, players=players)
        return _("as it stands, {rule}", rule=rule)


def classification_words(tournament: Tournament) -> str:
    """What the places over all stages are called: `final classification`, once the tournament is finished."""
    return _("final classification") if tournament.finished else _("classification, not final")


def by_stage(tournament: Tournament, lines: Sequence[Standing]) -> list[tuple[Stage, list[Standing]]]:
    """The classification in parts: each stage with the lines of those who got no further, the last stage first."""
    progress, form = tournament.progress, tournament.format
    groups = groupby(lines, key=lambda line: stage_reached(form, progress, line.entrant))
    return [(form.stages[at], list(there)) for at, there in groups]


def stage_shown(tournament: Tournament) -> int:
    """The stage that was played last: after a cut the one that was cut, until a round of the next is drawn."""
    return tournament.last_round.stage if tournament.last_round else 0
