"""Which format finds the better player: tournaments of a format, played many times by players whose skill is known.

What is drawn, who goes on and who has won is asked of the rules as at a desk; a table is played by a model of a deal.
The same seed has the same players in every format.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, repeat
from operator import itemgetter
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Ints
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed, number
from scorer.rules.variant import Variant
from scorer.stats.describe.statistic_files import listing_of
from scorer.stats.models.arrays import Floats
from scorer.stats.models.intervals import wilson
from scorer.stats.models.multiple_testing import holm
from scorer.text.numbers import Row, plain
from scorer.tournaments.rules import (
    Cut,
    Entrant,
    Format,
    Line,
    Number,
    PlayedRound,
    PlayOff,
    Progress,
    Table,
    classification,
    current_stage,
    cut,
    draw,
    play_off_due,
    players_of,
    rounds_left,
)
from scorer.tournaments.rules.format import BY_STANDING, MOST_ROUNDS
from scorer.tournaments.seating import Budget
from scorer.tournaments.seating.errors import SeatingError

FIVE: Final = 5
DRAWS: Final = 12  # of the first stage, played by others each time
BUDGET: Final = Budget(60, 500, 5_000, 20, 0)  # of a draw that nobody waits for
PlayTable = Callable[[Ints, int], Floats]  # the units of the entrants at a table, (seats,), after so many deals of each
DrawPlayers = Callable[[np.random.Generator], tuple[Number, PlayTable]]  # the best of the entrants; how all play


def normal_players(entrants: int, skill: float, chance: float) -> DrawPlayers:
    """Draws entrants by the normal model: of a deal they get their strength less the mean of the others, and chance.

    `skill` is the standard deviation of their strengths, `chance` that of what a deal brings one of them besides.
    """

    def drawn(lots: np.random.Generator) -> tuple[Number, PlayTable]:
        strengths = lots.standard_normal(entrants) * skill
        return int(strengths.argmax()) + 1, by_strength(lots, strengths, chance)

    return drawn


def by_strength(lots: np.random.Generator, strengths: Floats, chance: float) -> PlayTable:
    """Plays by the normal model: `strengths`, (entrants,), in units a deal, of which `chance` moves each so far."""

    def play(seats: Ints, deals: int) -> Floats:
        scale = (len(seats) / (len(seats) - 1)) ** 0.5
        luck = lots.standard_normal(len(seats)) * chance * deals**0.5
        units = luck + strengths[seats - 1] * scale * deals
        return np.asarray(scale * (units - units.mean()))

    return play


def why_not(form: Format, variant: Variant, entrants: int) -> str:
    """Why a format cannot be played by the model by so many; empty where it can."""
    if form.missing:
        return _("it does not say {missing}; say it in a copy of its file", missing=listed(form.missing))
    if variant.fixed_partners or any(stage.until for stage in form.stages):
        return _("that takes single seats, and matches of a number of deals or minutes")
    if entrants < form.fewest:
        return _("its smallest table takes {fewest} entrants, not {entrants}", fewest=form.fewest, entrants=entrants)
    return ""


class Tried(NamedTuple):
    """A format that is tried, so many `times` by so many `entrants`.

    `most` can play a deal of its variant, which takes so many `minutes`; `deals` are those of who plays to the end when
    formats are tried at equal deals. Draws that are `known` are not made again.
    """

    format: Format
    most: int
    entrants: int
    deals: int
    minutes: int
    times: int
    seed: int
    known: dict[tuple[int, int, tuple[Cut, ...]], PlayedRound]

    def deals_in(self, stage: int, size: int) -> tuple[int, int]:
        """How many deals a match has, and how many each plays: where too many sit there, they rest by turns."""
        rules = self.format.stages[stage]
        deals = rules.deals.get(size) or (rules.minutes or 0) // self.minutes or 1
        return deals, deals * min(size, self.most) // size

    def lots(self, at: int) -> int:
        """The seed of the draws of one of the tournaments."""
        return self.seed + at % DRAWS * MOST_ROUNDS

    def start(self, at: int) -> Progress:
        """One of the tournaments. Who is strong is drawn anew in each, so that names and draws say nothing."""
        entrants = tuple(Entrant(each, str(each), ()) for each in range(1, self.entrants + 1))
        return Progress(entrants, seed=self.lots(at))

    def drawn(self, progress: Progress, lots: int) -> PlayedRound:
        """The next round; one that does not follow from results is drawn once for each seed.

        Who is kept apart meets where no other seating is found, as in a final of one table: the desk has to let them.
        """
        key = lots, len(progress.rounds), progress.cuts
        seating = self.format.stages[current_stage(self.format, progress)].seating
        if seating in BY_STANDING or key not in self.known:
            try:
                self.known[key] = draw(self.format, progress, sum(key[:2]), BUDGET)
            except SeatingError:
                self.known[key] = draw(self.format, replace(progress, apart=frozenset()), sum(key[:2]), BUDGET)
        return self.known[key]


def tournament(tried: Tried, at: int, progress: Progress, play: PlayTable) -> Progress:
    """One of the tournaments played to its end from where it stands."""
    form = tried.format
    progress = replace(progress, rounds=tuple(_with_results(tried, drawn, play) for drawn in progress.rounds))
    for at_stage in range(current_stage(form, progress), len(form.stages)):
        while rounds_left(form, progress, at_stage):
            drawn = tried.drawn(progress, tried.lots(at))
            progress = replace(progress, rounds=(*progress.rounds, _with_results(tried, drawn, play)))
        while tied := play_off_due(form, progress):
            seats = np.array(tied)
            order = seats[np.argsort(-play(seats, 1))].tolist()
            progress = replace(
                progress, play_offs=(*progress.play_offs, PlayOff(at_stage, frozenset(tied), tuple(order)))
            )
        if form.stages[at_stage].cut:
            through = cut(form, progress, at_stage).through
            progress = replace(progress, cuts=(*progress.cuts, Cut(at_stage, through)))
    return progress


def _with_results(tried: Tried, drawn: PlayedRound, play: PlayTable) -> PlayedRound:
    """A round with the results of all its tables, those under way played on; units are whole, as on paper."""
    if drawn.over:
        return drawn
    return replace(
        drawn, tables=tuple(table if table.over else _finished(tried, drawn, table, play) for table in drawn.tables)
    )


def _finished(tried: Tried, drawn: PlayedRound, table: Table, play: PlayTable) -> Table:
    """A table with its result, from where it stands; who did not come gets none, as long as two are there."""
    came = drawn.came(table)
    seats = came if len(came) > 1 else table.seats
    _deals, each = tried.deals_in(drawn.stage, len(table.seats))
    fewest = 1 if tried.format.stages[drawn.stage].minutes else 0  # the bell has not rung yet
    left = max(each - sum(line.deals or 0 for line in table.lines) // len(seats), fewest)
    units = np.rint(play(np.array(seats), left)).astype(int).tolist()
    lines = list(map(Line, seats, units, repeat(each)))
    if table.lines:
        before = {line.entrant: line for line in table.lines}
        lines = [_added(before[line.entrant], line) if line.entrant in before else line for line in lines]
    return replace(table, lines=tuple(lines), over=True)


def _added(before: Line, line: Line) -> Line:
    """Both together; how the rest went but for the units nobody knows."""
    return replace(line, units=before.units + line.units, besides=before.besides, doubled=before.doubled)


class Found(NamedTuple):
    """How far the best got in each tournament, and how many deals and hours one takes who plays to the end.

    `got`, (tournaments, 3): whether the best won (a part where others share the first place), played in the last stage,
    came among five. Behind them the same at equal deals, where that is tried.
    """

    got: Floats
    deals: int
    hours: float


def trial(tried: Tried, players: DrawPlayers) -> Found:
    """The tournaments, each with entrants of its own."""
    form, got = tried.format, np.zeros((tried.times, 3))
    for at in range(tried.times):
        best, play = players(np.random.default_rng([tried.seed, at]))
        progress = tournament(tried, at, tried.start(at), play)
        places = {row.entrant: row.place for row in classification(form, progress)}
        wins = (places[best] == 1) / list(places.values()).count(1)
        got[at] = wins, best in players_of(form, progress, len(form.stages) - 1), places[best] <= FIVE
    matches = [tried.deals_in(played.stage, len(played.tables[-1].seats)) for played in progress.rounds]
    deals, each = map(sum, zip(*matches, strict=True))
    return Found(got, each, round(deals * tried.minutes / 60, 2))


def as_played_and_equal(tried: Tried, skill: float, chance: float) -> Found:
    """What a format finds by the normal model: as it is played, and at equal deals.

    With matches so much longer chance counts less beside skill, by the root. A team has the mean skill of its members.
    """
    skill /= tried.format.team_size**0.5
    played = equal = trial(tried, normal_players(tried.entrants, skill, chance))
    if played.deals != tried.deals:
        chance *= (played.deals / tried.deals) ** 0.5
        equal = trial(tried, normal_players(tried.entrants, skill, chance))
    return played._replace(got=np.hstack((played.got, equal.got)))


def row_of(name: str, tried: Tried, found: Found) -> Row:
    """The row of a format; one of a single stage has no figures of a final."""
    counts, times = found.got.sum(axis=0), np.array(len(found.got))
    shares = np.column_stack((counts / times, *wilson(counts, times))).ravel().tolist()
    row = dict(zip(listing_of("format_trial").names, (name, *found[1:], *shares), strict=True))
    return row | {cell: None for cell in row if "final" in cell and len(tried.format.stages) == 1}


def verdict(rows: Sequence[Row], found: Mapping[str, Found], entrants: float) -> str:
    """Under which format the best wins most often, as played and at equal deals, and which are not told apart."""
    said = []
    as_played = N_(
        "As played the best of {entrants} wins most often under {format}: {times} of 100 times, by lot {lot}."
    )
    equal = N_(
        "At equal deals the best of {entrants} wins most often under {format}: {times} of 100 times, by lot {lot}."
    )
    for template, wins, column in ((as_played, "wins", 0), (equal, "equal_wins", 3)):
        best = max(rows, key=itemgetter(wins))
        facts = {"format": best["format"], "entrants": entrants, "lot": plain(100 / entrants)}
        said.append(_(template, **facts, times=number(100 * best[wins])))
        if level := not_told_apart({name: one.got[:, column] for name, one in found.items()}):
            said.append(_("Not told apart: {pairs}.", pairs="; ".join(map(listed, level))))
    return " ".join(said)


def not_told_apart(wins: Mapping[str, Floats]) -> list[tuple[str, str]]:
    """The pairs whose wins, (tournaments,), differ no more than chance makes them, all pairs taken together."""
    pairs = list(combinations(wins, 2))
    apart = [wins[first] - wins[second] for first, second in pairs]
    told = holm(np.array([abs(each.mean()) / max(each.std(), 1e-9) * len(each) ** 0.5 for each in apart]))
    return [pair for pair, is_told in zip(pairs, told, strict=True) if not is_told]
