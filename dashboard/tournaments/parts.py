"""The parts of a tournament's page as HTML, with all names escaped: stages, clock, tables, standings, podium."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import ceil
from typing import Final

from markupsafe import Markup

from dashboard.look import safe_text
from dashboard.tournaments.own_templates import html
from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import alphabetical
from scorer.match.sheet import Sheet
from scorer.text.numbers import plain, plain_signed
from scorer.text.sentences import next_deal_words, pending_words
from scorer.tournaments.keeping import Clock, Tournament, extra_words
from scorer.tournaments.rules import (
    Number,
    PlayedRound,
    Stage,
    Standing,
    Table,
    classification,
    current_stage,
    players_of,
    rounds_of,
    stage_reached,
    standings,
    table_yield,
)
from scorer.tournaments.shown import words
from scorer.tournaments.shown.tables import ON_A_STEP, by_stage, decided_lines, played
from scorer.tournaments.shown.tables import podium as steps_of
from scorer.tournaments.shown.words import GoingOn, clock_of, going_on
from scorer.tournaments.text.amounts import measured_total
from scorer.tournaments.text.format_page import AT_THE_BELL
from scorer.tournaments.text.tournament_words import explained, table_residual_words

SOON: Final = 300  # seconds before the bell from which on the clock is red
ENTRANTS: Final = {"player": N_("player"), "pair": N_("pair"), "team": N_("team")}  # by who enters
ON_A_LINE: Final = 40  # letters below a standing on the wall


@dataclass(frozen=True, slots=True)
class StageShown:
    """A stage: how far it is, who went on from it."""

    name: str
    state: str
    words: tuple[str, str]
    went_on: str


def stages(tournament: Tournament) -> Markup:
    """The stages one after another: how far each is, who went on."""
    return html("parts", "stages", [_stage(tournament, at) for at in range(len(tournament.format.stages))])


def _stage(tournament: Tournament, at: int) -> StageShown:
    fmt, progress = tournament.format, tournament.progress
    now = current_stage(fmt, progress)
    drawn, rules = len(rounds_of(progress, at)), fmt.stages[at]
    rounds = _("round {round} of {rounds}", round=drawn, rounds=rules.rounds) if drawn else counts.rounds(rules.rounds)
    if at < now or tournament.finished:
        rounds = counts.rounds(drawn) if drawn else _("not played: there was a place for everybody")
    playing = len(players_of(fmt, progress, at)) if at <= now else 0
    playing_words = [words.entered_words(tournament, playing)] if playing else []
    return StageShown(
        name=rules.name,
        state="done" if at < now or tournament.finished else "now" if at == now else "to-come",
        words=(", ".join([rounds, *playing_words]), "" if at < now else words.cut_words(tournament, at)),
        went_on=listed(list(map(tournament.name_of, going_on(tournament, at).through))) if at < now else "",
    )


def clock(tournament: Tournament, now: datetime) -> Markup | None:
    """The time left of a round by the clock: it counts in the page by itself, without a script."""
    going = clock_of(tournament)
    if going is None:
        return None
    announced, running = going
    bell = _(AT_THE_BELL[tournament.format.stages[announced.stage].bell])
    until = _("until {time}, {bell}", time=f"{running.ends_at.astimezone():%H:%M}", bell=bell)
    if running.paused_at:
        until = _("the clock is stopped, {bell}", bell=bell)
    extra = [
        _("table {table}: {extra}", table=table, extra=extra_words(running, table)) for table in sorted(running.extra)
    ]
    over = "" if running.paused_at else f"{running.left(now).total_seconds():.0f}"  # a stopped clock does not ring
    return html("parts", "clock", "; ".join([until, *extra]), _counting(running, now), over)


def _counting(running: Clock, now: datetime) -> str:
    """The style that counts the seconds of the clock down to 0, from as many as are left now; stopped it stays."""
    every = running.minutes * 60
    past = every - round(running.left(now).total_seconds())
    counting = f"counting {every}s steps({every}) {-past}s both{' paused' if running.paused_at else ''}"
    return f"--all: {every}; animation: {counting}, soon 1s linear {every - SOON - past}s forwards"


@dataclass(frozen=True, slots=True)
class SeatShown:
    """Somebody at a table: their units or their tally of a race as `figure`, what it `gave`, and whether they lead."""

    name: str
    figure: str
    gave: str
    first: bool = False


@dataclass(frozen=True, slots=True)
class TableShown:
    """One table: how far it is, the deal that is played now, and what everybody has.

    `alone` are the seats without a duel, `odd` what these do; `extra` is the time that this table has in addition.
    """

    title: str
    state: str
    extra: str
    deal: str
    progress: str
    duels: list[tuple[SeatShown, SeatShown]]
    odd: str
    alone: list[SeatShown]
    residual: str


def cards(
    tournament: Tournament,
    announced: PlayedRound,
    counts: tuple[int, ...],
    some: Sequence[Table],
    sheets: Mapping[int, Sheet],
    titles: Mapping[int, str] = {},
) -> Markup:
    """Some tables of a round, and who rests in the round. `sheets` are by number; a table without one shows no deal.

    `counts` are how many players a deal may have; `titles` are by number too, where a table is called more than that.
    """
    shown = []
    for table in some:
        title = titles.get(table.number, _("Table {number}", number=table.number))
        shown.append(table_shown(tournament, announced, table, counts, sheets.get(table.number), title))
    resting = [tournament.name_of(number, announced.number) for number in announced.resting]
    return html("parts", "cards", shown, resting)


def table_shown(
    tournament: Tournament, announced: PlayedRound, table: Table, counts: tuple[int, ...], sheet: Sheet | None,
    title: str,
) -> TableShown:  # fmt: skip
    """One table; once it is over it shows what it gave, unless it gave units.

    `sheet` is that of its match: without it, the table says nothing of the deal that is played now.
    """
    rules, race = tournament.format.stages[announced.stage], words.race_of(tournament, announced.stage)
    says_who_won = race is not None and rules.yields == "wins"
    gave = rules.yields != "units" and table.over and not says_who_won
    given = table_yield(rules, table, played(tournament, announced.stage)) if gave else {}
    units: dict[Number, int] = {line.entrant: line.units for line in table.lines}
    has = units if race is None or sheet is None else raced(tournament, announced, table, sheet, race[0]) or units
    best, deal = max(has.values(), default=0), ""
    if sheet and not table.over:  # the call that waits for its result, else who deals
        deal = safe_text.sentence(pending_words(sheet) or next_deal_words(sheet), sheet.players)

    running, extra = tournament.clocks.get(announced.number), ""
    if running and table.number in running.extra and not table.over:
        extra = extra_words(running, table.number)

    def seat(number: Number) -> SeatShown:
        """Somebody at the table."""
        return SeatShown(
            name=tournament.name_of(number, announced.number),
            figure="" if number not in has else plain_signed(has[number]) if has is units else plain(has[number]),
            gave=plain(given[number]) if number in given else "",
            first=number in has and has[number] == best,
        )

    return TableShown(
        title=title,
        state=words.state_words(table, tournament.format.agreed_deals(announced.stage, len(table.seats)), counts, race),
        extra=extra,
        deal=deal,
        progress="over" if table.over else "playing" if table.lines else "",
        duels=[(seat(player), seat(opponent)) for player, opponent in table.duels],
        odd=words.odd_words(rules) if table.odd else "",
        alone=[seat(number) for number in (table.odd if table.duels else table.seats)],
        residual=safe_text.sentence(table_residual_words(table)),
    )


def raced(tournament: Tournament, announced: PlayedRound, table: Table, sheet: Sheet, by: str) -> dict[Number, int]:
    """The tally of each entrant at a table whose match is a race: deals won, or card points taken.

    Empty before the first deal, and where a paper sheet has no tally.
    """
    if by == "units" or not sheet.records:
        return {}
    if not sheet.deals:
        won = {line.entrant: line.won for line in table.lines if line.won is not None and by == "won"}
        return won if len(won) == len(table.lines) else {}
    tallies = dict.fromkeys(table.seats, 0)
    for record in sheet.deals:
        brought = record.counts_for(by, sheet.match.variant.win)
        for number in table.seats:
            sat = tournament.sitters[announced.number].names.get(number, ())
            tallies[number] += max((brought[name] for name in sat if name in brought), default=0)
    return tallies


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A step of the podium; several stand on it where they share the place."""

    place: int
    names: list[str]
    more: int
    made: str


def podium(tournament: Tournament) -> Markup:
    """The first three places, shared ones too, and what decided between them where their totals did not."""
    lines = classification(tournament.format, tournament.progress)
    return html("parts", "podium", podium_steps(tournament), decided_lines(tournament, lines))


def podium_steps(tournament: Tournament) -> list[PodiumStep]:
    """The steps of the podium, the first first."""
    fmt, progress = tournament.format, tournament.progress
    steps = []
    for group in filter(None, steps_of(classification(fmt, progress))):
        first, names = group[0], [tournament.name_of(line.entrant) for line in group]
        reached = fmt.stages[stage_reached(fmt, progress, first.entrant)]
        made = measured_total(first.total, reached)
        steps.append(PodiumStep(first.place, names[:ON_A_STEP], max(len(names) - ON_A_STEP, 0), made))
    return steps


def entered(tournament: Tournament) -> list[str]:
    """Everybody who entered and did not withdraw, by name."""
    there: Iterable[Number] = (entrant.number for entrant in tournament.progress.entrants if entrant.left is None)
    return sorted(map(tournament.name_of, there), key=alphabetical)


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
        return _(ENTRANTS[self.tournament.format.entry])

    @property
    def carried(self) -> bool:
        """Whether anybody brought something along."""
        return any(line.carried for line in self.lines)

    @property
    def penalties(self) -> bool:
        """Whether anything was taken from anybody."""
        return any(line.penalty for line in self.lines)

    @property
    def has_units(self) -> bool:
        """Whether units have a column of their own, because the total is not in units."""
        return self.stage.yields != "units"

    @property
    def columns(self) -> int:
        """How many columns there are: place, who, total, deals and what decided, and those that come and go."""
        return 5 + len(self.rounds) + self.carried + self.penalties + self.has_units

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
        return _("who went on")
    if tied := [shown.tournament.name_of(number) for number in shown.on.tied]:
        return _("as it stands, {rule}; {players} tie for the last places", rule=rule, players=listed(tied))
    return _("as it stands, {rule}", rule=rule)


def standing_table(shown: Board, some: Sequence[Standing] | None = None) -> Markup:
    """The standing of a stage, or some lines of it.

    A line below the last entrant who goes on, where the first of the standing do; else a mark at each, explained below.
    """
    rule, line = shown.stage.cut, cut_line(shown)
    has_line = bool(rule and rule.by == "standing" and shown.cut_after)
    below = [] if has_line else [_("Marked: {players}", players=line) if shown.cut_after else line]
    sentences = explained(shown.tournament.format, shown.tournament.progress, [shown.at], shown.lines)
    below += sentences[: None if some is None else 1]
    lines = shown.lines if some is None else some
    cut_after = shown.lines[shown.cut_after - 1] if has_line else None
    rows = len(lines) + 2 + _rows([line, *below])
    return html("standing", "standing", shown, lines, cut_after, line, below, rows)


def final_table(tournament: Tournament, some: Sequence[Standing] | None = None) -> Markup:
    """Everybody's place over all stages, or some places, each below the stage where they stopped, in its measure."""
    lines = classification(tournament.format, tournament.progress)
    sentences = explained(tournament.format, tournament.progress, range(len(tournament.format.stages)), lines)
    below = sentences[: None if some is None else 1]
    groups = by_stage(tournament, lines if some is None else some)
    rows = sum(1 + len(group[1]) for group in groups) + _rows(below)
    return html("standing", "classification", tournament, groups, below, rows)


def _rows(sentences: Iterable[str]) -> int:
    """How many lines these need below a standing on the wall."""
    return sum(ceil(len(sentence) / ON_A_LINE) for sentence in sentences)
