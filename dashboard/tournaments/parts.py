"""The parts of a tournament's page as HTML, with all names escaped: stages, clock, tables, standings, podium."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any, Final

from markupsafe import Markup

from dashboard.look import safe_text
from dashboard.tournaments.own_templates import html
from scorer.language import _, counts
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import alphabetical
from scorer.match.sheet import Sheet
from scorer.text.numbers import plain, plain_signed
from scorer.text.sentences import next_deal_words, pending_words
from scorer.tournaments.keeping import Clock, Tournament, extra_words
from scorer.tournaments.rules import (
    Number,
    PlayedRound,
    Standing,
    Table,
    classification,
    current_stage,
    players_of,
    rounds_of,
    table_yield,
)
from scorer.tournaments.shown import words
from scorer.tournaments.shown.places import Board, by_stage, cut_words, notes, shown_columns
from scorer.tournaments.shown.podium import decided_lines, podium_steps
from scorer.tournaments.shown.tables import played
from scorer.tournaments.shown.words import clock_of
from scorer.tournaments.text.format_page import AT_THE_BELL
from scorer.tournaments.text.tournament_words import ODD, explained, table_residual_words

SOON: Final = 300  # seconds before the bell from which on the clock is red
ON_A_LINE: Final = 40  # letters below a standing on the wall


def stages(tournament: Tournament) -> Markup:
    """The stages one after another: how far each is, who went on."""
    return html("parts", "stages", [_stage(tournament, at) for at in range(len(tournament.format.stages))])


def _stage(tournament: Tournament, at: int) -> dict[str, Any]:
    """The facts of a stage: how far it is, who went on from it."""
    fmt, progress = tournament.format, tournament.progress
    now = current_stage(fmt, progress)
    drawn, rules = len(rounds_of(progress, at)), fmt.stages[at]
    rounds = _("round {round} of {rounds}", round=drawn, rounds=rules.rounds) if drawn else counts.rounds(rules.rounds)
    if at < now or tournament.finished:
        rounds = counts.rounds(drawn) if drawn else _("not played: there was a place for everybody")
    playing = len(players_of(fmt, progress, at)) if at <= now else 0
    playing_words = [words.entered_words(tournament, playing)] if playing else []
    return {
        "name": rules.name,
        "state": "done" if at < now or tournament.finished else "now" if at == now else "to-come",
        "words": (", ".join([rounds, *playing_words]), "" if at < now else cut_words(tournament, at)),
        "went_on": listed([tournament.name_of(number) for number in Board(tournament, at).announced or ()]),
    }


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
    over = "" if running.paused_at else f"{running.left(now).total_seconds():.0f}"  # a stopped clock does not ring
    return html("parts", "clock", "; ".join([until, *words.extra_lines(running)]), _counting(running, now), over)


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


def cards(
    tournament: Tournament,
    announced: PlayedRound,
    some: Sequence[Table],
    sheets: Mapping[int, Sheet],
    titles: Mapping[int, str] = {},
) -> Markup:
    """Some tables of a round, and who rests in the round. `sheets` are by number; a table without one shows no deal.

    `titles` are by number too, where a table is called more than that.
    """
    shown = []
    for table in some:
        title = titles.get(table.number, _("Table {number}", number=table.number))
        shown.append(table_shown(tournament, announced, table, sheets.get(table.number), title))
    return html("parts", "cards", shown, words.resting_lines(tournament, announced))


def table_shown(
    tournament: Tournament, announced: PlayedRound, table: Table, sheet: Sheet | None, title: str
) -> dict[str, Any]:
    """The facts of one table: how far it is, the deal that is played now, and what everybody has.

    Once it is over it shows what it gave, unless it gave units. `sheet` is that of its match: without it, the table
    says nothing of the deal. `alone` are the seats without a duel, `odd` what these do.
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

    return {
        "title": title,
        "state": words.state_words(tournament, announced, table, len(sheet.deals) if sheet else 0),
        "extra": extra,
        "deal": deal,
        "progress": "over" if table.over else "playing" if table.lines else "",
        "duels": [(seat(player), seat(opponent)) for player, opponent in table.duels],
        "odd": _(ODD[rules.odd]) if table.odd else "",
        "alone": [seat(number) for number in (table.odd if table.duels else table.seats)],
        "residual": safe_text.sentence(table_residual_words(table)),
    }


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
        brought = sheet.counted(record, by)
        for number in table.seats:
            sat = tournament.sitters[announced.number].names.get(number, ())
            tallies[number] += max((brought[name] for name in sat if name in brought), default=0)
    return tallies


def podium(tournament: Tournament) -> Markup:
    """The first three places, shared ones too, and what decided between them where their totals did not."""
    return html("parts", "podium", podium_steps(tournament), decided_lines(tournament))


def entered(tournament: Tournament) -> list[str]:
    """Everybody who entered and did not withdraw, by name."""
    there: Iterable[Number] = (entrant.number for entrant in tournament.progress.entrants if entrant.left is None)
    return sorted(map(tournament.name_of, there), key=alphabetical)


def standing_table(shown: Board, some: Sequence[Standing] | None = None) -> Markup:
    """The standing of a stage, or some lines of it.

    A line below the last entrant who goes on, where the first of the standing do; else a mark at each, explained below.
    """
    rule, line = shown.stage.cut, shown.cut_line
    has_line = bool(rule and rule.by == "standing" and shown.cut_after)
    below = [] if has_line else [_("Marked: {players}", players=line) if shown.cut_after else line]
    below += _below(shown.tournament, [shown.at], shown.lines, some)
    lines = shown.lines if some is None else some
    cut_after = shown.lines[shown.cut_after - 1] if has_line else None
    rows = len(lines) + 2 + _rows([line, *below])
    columns = shown_columns(shown.tournament, shown.at, shown.lines)
    return html("standing", "standing", shown, columns, lines, cut_after, line, below, rows)


def final_table(tournament: Tournament, some: Sequence[Standing] | None = None) -> Markup:
    """Everybody's place over all stages, or some places, each below the stage where they stopped, in its measure."""
    lines = classification(tournament.format, tournament.progress)
    below = _below(tournament, range(len(tournament.format.stages)), lines, some)
    groups = by_stage(tournament, lines if some is None else some)
    rows = sum(1 + len(group[1]) for group in groups) + _rows(below)
    return html("standing", "classification", tournament, groups, below, rows)


def _below(
    tournament: Tournament, stages: Sequence[int], lines: Sequence[Standing], some: Sequence[Standing] | None
) -> list[str]:
    """What is said below a standing of these stages; below some lines of it there is room for one explanation."""
    if some is None:
        return notes(tournament, stages, lines)
    return explained(tournament.format, tournament.progress, stages, lines)[:1]


def _rows(sentences: Iterable[str]) -> int:
    """How many lines these need below a standing on the wall."""
    return sum(ceil(len(sentence) / ON_A_LINE) for sentence in sentences)
