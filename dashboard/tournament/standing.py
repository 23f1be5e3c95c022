"""The standing and the final classification as tables of HTML: every round, what decided a place, where the cut is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dashboard.tournament import words
from dashboard.tournament.facts import GoingOn, going_on
from scorer.paper.figures import amount, measure, plain, signed
from scorer.paper.markup import Markup, name, tag
from scorer.rules.tournament import Stage, Standing, classification, current_stage, players_of, rounds_of, standings
from scorer.scorebook.tournament import Tournament
from scorer.text.sentences import listed
from scorer.tournament_tables import carried_note

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
    def cut_after(self) -> int:
        """After how many lines the cut is drawn; 0 for nowhere."""
        marked = {*self.on.through, *self.on.tied}
        return max((at for at, line in enumerate(self.lines, 1) if line.entrant in marked), default=0)


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
    """The standing of a stage; the first `most` lines of it where so many are said."""
    rows = list(_rows(shown, shown.lines[:most] if most else shown.lines))
    left = len(shown.lines) - most if most else 0
    more = tag("div", f"and {left} more", klass="rests") if left > 0 else None
    told = None if _has_line(shown) else tag("div", _marks(shown), klass="rests")
    table = tag("table", _head(shown), tag("tbody", rows), klass="places")
    return tag("div", table, more, told, _note([shown.stage], shown.lines), klass="board")


def _note(stages: Sequence[Stage], lines: Sequence[Standing]) -> Markup | None:
    """What the tie-breaks count, where that is more than stands beside them."""
    note = carried_note(stages, [line.decided_by for line in lines])
    return tag("div", note, klass="rests") if note else None


def _has_line(shown: Board) -> bool:
    """Whether those who go on are the first of the standing."""
    rule = shown.stage.cut
    return bool(rule and rule.by == "standing" and shown.cut_after)


def _marks(shown: Board) -> str:
    """What the marks beside those say who go on from wherever they stand."""
    return f"Marked: {cut_line(shown)}" if shown.cut_after else cut_line(shown)


def lines_on_the_wall(shown: Board) -> int:
    """How many lines of the standing a wall has: some of those below the cut are among them."""
    return min(max(FEW, shown.cut_after + AFTER_THE_CUT), len(shown.lines))


def _head(shown: Board) -> Markup:
    numbers = [f"round {each.number}" for each in rounds_of(shown.tournament.progress, shown.at)]
    cells = [tag("th", ""), tag("th", "player" if shown.tournament.format.team_size == 1 else "team", klass="who")]
    cells += [tag("th", title, klass="wide") for title in numbers]
    cells += [tag("th", title, klass="wide") for title, there in _extras(shown) if there]
    cells += [tag("th", measure(shown.stage))]
    cells += [tag("th", title, klass="wide") for title in _counts(shown)]
    return tag("thead", tag("tr", cells, tag("th", "decided by", klass="wide why")))


def _extras(shown: Board) -> tuple[tuple[str, bool], tuple[str, bool]]:
    """The columns that stand where somebody has something in them."""
    carried, penalties = (any(getattr(line, what) for line in shown.lines) for what in ("carried", "penalty"))
    return ("carried", carried), ("penalty", penalties)


def _counts(shown: Board) -> list[str]:
    return ["deals"] if shown.stage.yields == "units" else ["units", "deals"]


def _rows(shown: Board, lines: Sequence[Standing]) -> Iterator[Markup]:
    """The lines, and the cut below the last who would go on."""
    count = 2 + len(rounds_of(shown.tournament.progress, shown.at)) + sum(there for _title, there in _extras(shown))
    for at, line in enumerate(lines, 1):
        yield _row(shown, line)
        if at == shown.cut_after and _has_line(shown):
            yield tag("tr", tag("td", cut_line(shown), colspan=count + 1 + len(_counts(shown)) + 1), klass="cut")


def _row(shown: Board, line: Standing) -> Markup:
    stage, decided = shown.stage, words.decided_words(line)
    rounds = len(rounds_of(shown.tournament.progress, shown.at))
    gave = [*line.rounds, *(None,) * rounds][:rounds]
    extras = [
        there and plain(number)
        for (_title, there), number in zip(_extras(shown), (line.carried, -line.penalty), strict=True)
    ]
    counts = {"units": signed(line.units), "deals": str(line.deals) if line.deals else ""}
    return tag(
        "tr",
        tag("td", line.place),
        tag(
            "td",
            name(shown.tournament.name_of(line.entrant)),
            tag("div", words.small_words(line, stage), klass="more"),
            klass="who",
        ),
        [tag("td", amount(each, stage), klass="wide") for each in gave],
        [tag("td", cell, klass="wide") for cell in extras if cell is not False],
        tag("td", words.total_words(line, stage), klass="total"),
        [tag("td", counts[what], klass="wide") for what in _counts(shown)],
        tag("td", decided, klass="wide why"),
        klass=_mark(shown.on, line),
    )


def _mark(on: GoingOn, line: Standing) -> str | None:
    return "on" if line.entrant in on.through else "tied" if line.entrant in on.tied else None


def final_table(tournament: Tournament, most: int = 0) -> Markup:
    """Everybody's place over all stages, each below the stage where they stopped, in its measure."""
    lines = classification(tournament.format, tournament.progress)
    rows: list[Markup] = []
    before = -1
    for line in lines[:most] if most else lines:
        at = _stopped(tournament, line)
        if at != before:
            rows.append(_stage_head(tournament.format.stages[at]))
        before = at
        rows.append(_final_row(tournament, line, tournament.format.stages[at]))
    note = _note(tournament.format.stages, lines)
    return tag("div", tag("table", tag("tbody", rows), klass="places"), note, klass="board")


def _stopped(tournament: Tournament, line: Standing) -> int:
    """The last stage in which somebody took part."""
    fmt, progress = tournament.format, tournament.progress
    reached = range(current_stage(fmt, progress), -1, -1)
    return next((at for at in reached if line.entrant in players_of(fmt, progress, at)), 0)


def _stage_head(stage: Stage) -> Markup:
    return tag("tr", tag("td", f"{stage.name}, {measure(stage)}", colspan=5), klass="stage")


def _final_row(tournament: Tournament, line: Standing, stage: Stage) -> Markup:
    decided = words.decided_words(line)
    return tag(
        "tr",
        tag("td", line.place),
        tag("td", name(tournament.name_of(line.entrant)), tag("div", words.by_words(line), klass="more"), klass="who"),
        tag("td", words.total_words(line, stage), klass="total"),
        tag("td", f"{line.deals} deals" if line.deals else "", klass="wide"),
        tag("td", decided, klass="wide why"),
    )
