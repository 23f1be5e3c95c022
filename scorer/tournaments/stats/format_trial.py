"""Which format finds the better player: tournaments of a format, played many times by players whose skill is known.

What is drawn, who goes on and who has won is asked of the rules as at a desk; a table is played by a model of a deal.
The same seed has the same players in every format.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Flags, Ints
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed, number
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
    classification,
    cut,
    draw,
    play_off_due,
    players_of,
    rounds_left,
)
from scorer.tournaments.rules.format import BY_STANDING, MOST_ROUNDS
from scorer.tournaments.seating import Budget

FIVE: Final = 5
DRAWS: Final = 12  # of the first stage, played by others each time
BUDGET: Final = Budget(per_player=60, fewest=500, most=5_000, trades=20, numbers=0)  # of a draw that nobody waits for
# Units of each deal, (tables, deals, seats), of entrants, (tables, seats), who play it or rest, (deals, seats)
PlayTables = Callable[[Ints, Flags], Floats]
Drawn = tuple[Number, PlayTables]  # the best of the entrants, and how all of them play
DrawPlayers = Callable[[np.random.Generator], Drawn]


def normal_players(entrants: int, skill: float, chance: float) -> DrawPlayers:
    """Draws entrants by the normal model: of a deal they get their strength less the mean of the others, and chance.

    `skill` is the standard deviation of their strengths, `chance` that of what a deal brings one of them besides.
    """

    def drawn(lots: np.random.Generator) -> Drawn:
        strengths = lots.standard_normal(entrants) * skill

        def play(numbers: Ints, playing: Flags) -> Floats:
            among = playing[0].sum()
            scale = np.sqrt(among / (among - 1))
            luck = lots.standard_normal((len(numbers), *playing.shape)) * chance
            units = np.where(playing, luck + strengths[numbers - 1][:, None] * scale, 0)
            return np.asarray(scale * np.where(playing, units - units.sum(axis=2, keepdims=True) / among, 0))

        return int(strengths.argmax()) + 1, play

    return drawn


@dataclass(frozen=True)
class Tried:
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
    known: dict[tuple[int, int], PlayedRound] = field(default_factory=dict, init=False)

    def playing(self, stage: int, size: int) -> Flags:
        """Who plays each deal of a match, (deals, seats): at a table of too many they rest by turns."""
        rules = self.format.stages[stage]
        deals = rules.deals.get(size) or max((rules.minutes or 0) // self.minutes, 1)
        return np.asarray((np.arange(size) - np.arange(deals)[:, None]) % size >= size - self.most)

    def start(self, at: int) -> Progress:
        """One of the tournaments. Who is strong is drawn anew in each, so that names and draws say nothing."""
        entrants = tuple(Entrant(each, f"{each:03}", ()) for each in range(1, self.entrants + 1))
        return Progress(entrants, seed=self.seed + at % DRAWS * MOST_ROUNDS)

    def drawn(self, progress: Progress) -> PlayedRound:
        """The next round; one of the first stage that does not follow from results is drawn once for each seed."""
        key = progress.seed, len(progress.rounds)
        if progress.cuts or self.format.stages[0].seating in BY_STANDING or key not in self.known:
            self.known[key] = draw(self.format, progress, sum(key), BUDGET)
        return self.known[key]


def tournament(tried: Tried, progress: Progress, play: PlayTables) -> Progress:
    """A tournament played to its end from its entrants on."""
    form = tried.format
    for at, stage in enumerate(form.stages):
        while rounds_left(form, progress, at):
            progress = replace(progress, rounds=(*progress.rounds, _with_results(tried, tried.drawn(progress), play)))
        while tied := play_off_due(form, progress):
            [[units]] = play(np.array([tied]), np.ones((1, len(tied)), bool))
            order = tuple(tied[place] for place in np.argsort(-units).tolist())
            progress = replace(progress, play_offs=(*progress.play_offs, PlayOff(at, frozenset(tied), order)))
        if stage.cut:
            progress = replace(progress, cuts=(*progress.cuts, Cut(at, cut(form, progress, at).through)))
    return progress


def _with_results(tried: Tried, drawn: PlayedRound, play: PlayTables) -> PlayedRound:
    """A round with the results of its tables, played size by size; units are whole, as on paper."""
    over = []
    for size in sorted({len(table.seats) for table in drawn.tables}):
        tables = [table for table in drawn.tables if len(table.seats) == size]
        playing = tried.playing(drawn.stage, size)
        units = play(np.array([table.seats for table in tables]), playing).sum(axis=1)
        for table, got in zip(tables, np.rint(units).astype(int).tolist(), strict=True):
            lines = map(Line, table.seats, got, playing.sum(axis=0).tolist())
            over.append(replace(table, lines=tuple(lines), over=True))
    return replace(drawn, tables=tuple(over))


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
        progress = tournament(tried, tried.start(at), play)
        places = {row.entrant: row.place for row in classification(form, progress)}
        wins = (places[best] == 1) / list(places.values()).count(1)
        got[at] = wins, best in players_of(form, progress, len(form.stages) - 1), places[best] <= FIVE
    matches = [tried.playing(each.stage, len(each.tables[-1].seats)) for each in progress.rounds]
    deals = sum(int(playing[:, -1].sum()) for playing in matches)
    return Found(got, deals, round(sum(map(len, matches)) * tried.minutes / 60, 2))


def as_played_and_equal(tried: Tried, skill: float, chance: float) -> Found:
    """What a format finds by the normal model: as it is played, and at equal deals.

    With matches so much longer chance counts less beside skill, by the root. A team has the mean skill of its members.
    """
    skill /= tried.format.team_size**0.5
    played = equal = trial(tried, normal_players(tried.entrants, skill, chance))
    if played.deals != tried.deals:
        chance *= (played.deals / tried.deals) ** 0.5
        equal = trial(tried, normal_players(tried.entrants, skill, chance))
    return played._replace(got=np.concatenate([played.got, equal.got], axis=1))


def row_of(name: str, tried: Tried, found: Found) -> Row:
    """The row of a format; one of a single stage has no figures of a final."""
    counts, times = found.got.sum(axis=0), np.array(len(found.got))
    shares = np.stack([counts / times, *wilson(counts, times)], axis=1).ravel().tolist()
    row = dict(zip(listing_of("format_trial").names, (name, *found[1:], *shares), strict=True))
    return row | {cell: None for cell in row if "final" in cell and len(tried.format.stages) == 1}


def verdict(found: Mapping[str, Found], entrants: int) -> str:
    """Under which format the best wins most often, as played and at equal deals, and which are not told apart."""
    said = []
    for length, column in ((_("As played"), 0), (_("At equal deals"), 3)):
        wins = {name: one.got[:, column] for name, one in found.items()}
        shares = {name: float(won.mean()) for name, won in wins.items()}
        best = max(shares, key=shares.__getitem__)
        facts = {"length": length, "format": best, "entrants": entrants, "times": number(100 * shares[best])}
        template = N_("{length} the best of {entrants} wins most often under {format}: {times} of 100 times.")
        said.append(_(template, **facts))
        if pairs := "; ".join(map(listed, not_told_apart(wins))):
            said.append(_("Not told apart: {pairs}.", pairs=pairs))
    return " ".join([*said, _("By lot it would be {times} of 100.", times=plain(100 / entrants))])


def not_told_apart(wins: Mapping[str, Floats]) -> list[tuple[str, str]]:
    """The pairs whose wins, (tournaments,), differ no more than chance makes them, all pairs taken together."""
    normal = {}
    for first, second in combinations(wins, 2):
        difference = wins[first] - wins[second]
        normal[first, second] = abs(difference.mean()) / max(difference.std(), 1e-9) * len(difference) ** 0.5
    return [pair for pair, told in zip(normal, holm(np.array([*normal.values()])), strict=True) if not told]
