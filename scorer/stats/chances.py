"""The chances of each place at the end of a match, by playing its rest thousands of times, and whether they hold."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from math import ceil, floor
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames.building import Frames
from scorer.match.values import Sheet, Sitting
from scorer.rules.ending import RACES, Ending
from scorer.rules.kinds import PLAYED_OR_REDEALT
from scorer.stats.next_deals import Past
from scorer.stats.simulated import SIMULATED, Evenings, entrants, evenings
from scorer.stats.tallies import Floats, texts, wilson

PLACES: Final = 7  # that have a column of their own
USUAL_MINUTES: Final = 7.0  # of a deal, until a match has a pace of its own
ENOUGH: Final = 3  # deals that show the pace
POINTS: Final = 40  # of a curve at most
DEALS: Final = 1500  # left at all moments of a curve together, about: more would take seconds
FEWER: Final = 1500  # evenings of a moment that is over: of a curve nobody reads a single percent
QUARTERS: Final = (0.0, 0.25, 0.5, 0.75)  # of a match, after which it is foretold
FEWEST: Final = 4  # deals of a match that is foretold
BINS: Final = (0.0, 0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95)
WAYS: Final = ("equal", "leader", "chances")
Points = dict[Any, tuple[list[str], list[float], float]]  # of a curve, by all that they depend on


class Asked(NamedTuple):
    """A match with the end to which its chances are asked: of the sheet's own ending no bell is left.

    `by` says what makes the end: it was "said", "agreed", is reached by the "bell" (deals of so many `minutes`), or
    nothing was agreed and it is a "round". `left` are the deals until then; None where only a race ends it.
    """

    sheet: Sheet
    by: Literal["said", "agreed", "bell", "round"]
    left: int | None
    minutes: float = 0.0

    @property
    def over(self) -> bool:
        """Whether the end is there."""
        return self.by != "said" and is_over(self.sheet)


def is_over(sheet: Sheet) -> bool:
    """Whether a match whose end has no bell has reached it."""
    end = sheet.end(sheet.match.started_at)
    return end is not None and not end.waits_for


def to_the_end(sheet: Sheet, now: datetime, deals: int | None = None) -> Asked:
    """The end of an open match: after so many more deals where they are said, else as agreed.

    A bell is so many deals away as the pace of the match so far makes it, the one that is being dealt included. Where
    nothing was agreed the end is one round away: everybody deals once more. An end by race stays one whatever is said,
    unless it is reached.
    """
    ending, played = sheet.match.ending, len(sheet.deals)
    if deals is not None:
        said = replace(ending, deals=played + deals, bell=None, finish_round=False, play_on=False)
        if is_over(sheet):  # a race that is won is no end of what is played on
            said = Ending(deals=played + deals, first=tuple(ending.judged_by))
        return Asked(_ending(sheet, said), "said", deals)
    if ending.is_open:
        return Asked(_ending(sheet, replace(ending, deals=played + len(sheet.seats))), "round", len(sheet.seats))
    bell = sheet.bell(now)
    if bell is None:
        return Asked(sheet, "agreed", sheet.deals_left)
    passed = (now - sheet.match.started_at).total_seconds() / 60
    minutes = passed / played if played >= ENOUGH else USUAL_MINUTES
    to_bell = 0 if now >= bell else floor((bell - now).total_seconds() / 60 / max(minutes, 0.1)) + 1
    left = to_bell if sheet.deals_left is None else min(to_bell, sheet.deals_left)
    by: Literal["bell", "agreed"] = "bell" if left == to_bell else "agreed"
    return Asked(_ending(sheet, replace(ending, deals=played + left, bell=None)), by, left, minutes)


def as_it_ended(sheet: Sheet) -> Sheet:
    """A finished match with the end that it had: the race or the deals agreed where they were reached.

    Else it ended after as many deals as it has, whatever was agreed.
    """
    ending = sheet.match.ending
    end = sheet.end(sheet.match.started_at)
    if end and not end.waits_for and end.by in {*RACES, "deals", "slam"}:
        return _ending(sheet, replace(ending, bell=None))
    return _ending(sheet, Ending(deals=len(sheet.deals), first=tuple(ending.judged_by)))


def _ending(sheet: Sheet, ending: Ending) -> Sheet:
    return Sheet(replace(sheet.match, ending=ending), sheet.records)


def as_of(sheet: Sheet, records: int) -> Sheet:
    """A match as it was after so many of its records, with those at the table who sat there for the next deal."""
    sitting = replace(sheet.match.sitting, finished=False)
    following = next((each for each in sheet.records[records:] if each.kind in PLAYED_OR_REDEALT), None)
    if following:
        out = following.out if following.out != following.dealer else None
        sitting = Sitting(following.seats, following.dealer or following.seats[0], out)
    return Sheet(replace(sheet.match, sitting=sitting), sheet.records[:records])


def chances(frames: Frames, asked: Asked) -> pd.DataFrame:
    """A row for everybody of a match, by place: what they have, and how likely each place is at the end.

    Partners of one side who have the same all along are one. `chance` is that of the first place, `place_2` to
    `place_7` those of the others and `later` that of all behind; NaN where there are fewer. Who share places have an
    equal part of each of them, so that every place sums to 1. `before` is the chance of the first place before the
    first deal, from what was known then. `expected` are the mean units at the end, `error` their standard deviation:
    in two of three evenings the units are that near. `reached` is what somebody has of deals won or card points where
    the match is played to them, else missing. From SIMULATED evenings: a share is off by 0.8 of 100 at most mostly.
    """
    sheet = asked.sheet
    past = Past(frames, sheet.match, sheet.players)
    found = _played(past, sheet, over=asked.over)
    places = _places(found)
    who = entrants(sheet)
    first = _before(past, sheet, who)
    race = sheet.match.ending.race
    by = race[0] if race and race[0] != "units" else ""
    mean, error = found.units.mean(axis=1), found.units.std(axis=1)
    lead = [sheet.lead[one[0]] for one in who]
    later = places[:, PLACES:].sum(axis=1) if len(who) > PLACES else np.full(len(who), np.nan)
    table = pd.DataFrame({
        "place": [1 + sum(other > mine for other in lead) for mine in lead],
        "player": texts(["+".join(one) for one in who]),
        "units": [sheet.running[one[0]] for one in who],
        "reached": pd.Series([sheet.tallies[by][one[0]] if by else None for one in who], dtype=object),
        "chance": places[:, 0],
        "before": first,
        **{f"place_{at + 1}": places[:, at] if at < len(who) else np.full(len(who), np.nan) for at in range(1, PLACES)},
        "later": later,
        "expected": mean,
        "error": error,
    })  # fmt: skip
    return table.sort_values(["place", "chance"], ascending=[True, False], kind="stable", ignore_index=True)


def chance_curve(frames: Frames, sheet: Sheet, known: Points | None = None) -> pd.DataFrame:
    """How likely everybody was to win after each of the records of a match, from what was known then.

    A row an entrant of each moment: `number` of the record, `player`, `chance`. Of more than POINTS records every
    second is taken, or every third; fewer where a race is so long that all moments have more than DEALS left. The
    ending of the sheet has no bell. Between the first moment and the last there are FEWER evenings. What is found is
    put into the `known` points, and what is in there is not found again.
    """
    past, ids = Past(frames, sheet.match, sheet.players), [record.id for record in sheet.records]
    known = {} if known is None else known

    def found(at: int) -> tuple[list[str], list[float], float]:
        """Who there was after so many records, their chances, and how many deals were left."""
        last = sheet.match.sitting if at == len(ids) else None  # until then who sat there follows from the records
        question = past.mark, sheet.match.ending, sheet.players, tuple(ids[: at + 1]), last
        if question not in known:
            then, count = as_of(sheet, at), SIMULATED if at in {0, len(ids)} else FEWER
            played = _played(past, then, count, over=is_over(then))
            known[question] = ["+".join(one) for one in entrants(then)], _places(played)[:, 0].tolist(), played.deals
        return known[question]

    every = max(ceil(len(ids) / POINTS), ceil(len(ids) * found(0)[2] / DEALS), 1)
    rows: list[tuple[int, str, float]] = []
    for at in [*range(0, len(ids), every), len(ids)]:
        number = sheet.records[at - 1].number if at else (sheet.records[0].number - 1 if ids else 0)
        rows += [(number, player, share) for player, share in zip(*found(at)[:2], strict=True)]
    numbers, players, shares = zip(*rows, strict=True)
    return pd.DataFrame({"number": np.array(numbers, np.int64), "player": texts(players), "chance": np.array(shares)})


def _played(past: Past, sheet: Sheet, count: int = SIMULATED, *, over: bool = False) -> Evenings:
    """The rest of a match, from what was known then."""
    size = len(sheet.seats) - (sheet.resting() is not None)
    until = sheet.records[-1].number if sheet.records else 0
    return evenings(sheet, past.known(until, size), count, over=over)


def _places(found: Evenings) -> Floats:
    """How often each entrant had each place: a row each, a column a place; shared ones in equal parts."""
    who, count = found.place.shape
    sums = np.zeros((who, who + 2))
    for one in range(who):
        begins, part = found.place[one], 1 / found.sharing[one]
        sums[one] = np.bincount(begins, part, who + 2) - np.bincount(begins + found.sharing[one], part, who + 2)
    return np.asarray(np.clip(np.cumsum(sums, axis=1)[:, 1:-1] / count, 0, 1))


def _before(past: Past, sheet: Sheet, who: Sequence[tuple[str, ...]]) -> list[float]:
    """The chances of the first place before the first record, of these entrants; NaN for who was not there then."""
    then = as_of(sheet, 0)
    started = dict(zip(entrants(then), _places(_played(past, then))[:, 0].tolist(), strict=True))
    return [next((chance for first, chance in started.items() if {*one} <= {*first}), np.nan) for one in who]


def forecasts(frames: Frames, sheets: Iterable[Sheet]) -> pd.DataFrame:
    """What would have been said of finished matches while they were played, beside what came.

    A row for each entrant at the beginning and after each quarter of a match: `match_id`, `player`, `after` so many
    deals, `chance` as it was said then, `came` (1 won, 0 not; shared in parts), `equal` for all alike and `leader`, all
    for who led then. Of matches of four deals or more, each told from what was known then; where it did not end as
    agreed, the forecast is told after how many deals it ended.
    """
    rows: list[tuple[int, str, int, float, float, float, float]] = []  # FEWER evenings each
    for whole in sheets:
        if len(whole.deals) < FEWEST:
            continue
        sheet = as_it_ended(whole)
        past = Past(frames, sheet.match, sheet.players)
        came = dict(zip(entrants(sheet), _leads(sheet), strict=True))
        dealt = [at for at, record in enumerate(sheet.records) if record.is_deal]
        for quarter in QUARTERS:
            deals = int(quarter * len(dealt))
            then = as_of(sheet, dealt[deals])
            if is_over(then):
                continue
            who = entrants(then)
            said = _places(_played(past, then, FEWER))[:, 0]
            for one, chance, leads in zip(who, said.tolist(), _leads(then), strict=True):
                ended = sum(share for others, share in came.items() if set(others) & set(one))
                rows.append((sheet.match.id, "+".join(one), deals, chance, ended, 1 / len(who), leads))
    columns = ("match_id", "player", "after", "chance", "came", "equal", "leader")
    return pd.DataFrame(rows, columns=list(columns))


def _leads(sheet: Sheet) -> list[float]:
    """The part that each entrant has of the first place as the match stands."""
    lead = [sheet.lead[one[0]] for one in entrants(sheet)]
    first = max(lead)
    return [(mine == first) / lead.count(first) for mine in lead]


def chances_held(told: pd.DataFrame) -> pd.DataFrame:
    """Whether forecasts held, from `forecasts`: a row a range of chances.

    `said_from` to `said_to` is the range, `said` the mean of what was said, `came` how often it came true, of so many
    `forecasts`. `low` and `high` are the ends of its 95 % Wilson interval; several forecasts of one player in one match
    count as one there, for they come true together.
    """
    edges = np.array([*BINS, 1.0])
    place = np.clip(np.searchsorted(edges, told["chance"].to_numpy(), "right") - 1, 0, len(BINS) - 1)
    count = np.bincount(place, minlength=len(BINS))
    there = count > 0
    said, came = (np.bincount(place, told[what].to_numpy(np.float64), len(BINS)) for what in ("chance", "came"))
    once = told.assign(place=place).drop_duplicates(["place", "match_id", "player"])
    apart = np.bincount(once["place"].to_numpy(np.int64), minlength=len(BINS))
    low, high = wilson(np.divide(came, count, where=there, out=np.zeros(len(BINS))) * apart, apart)
    return pd.DataFrame({
        "said_from": edges[:-1][there],
        "said_to": edges[1:][there],
        "said": (said[there] / count[there]),
        "came": (came[there] / count[there]),
        "low": low[there],
        "high": high[there],
        "forecasts": count[there],
    })  # fmt: skip


def forecasts_beside(told: pd.DataFrame) -> pd.DataFrame:
    """How far forecasts were off, from `forecasts`: by `equal` (all alike), `leader` (who leads wins) and `chances`.

    `brier` is the mean square of what was said less what came; `beside_equal` that divided by the one of `equal`.
    """
    came = told["came"].to_numpy(np.float64)
    columns = dict(zip(WAYS, ("equal", "leader", "chance"), strict=True))
    brier = [
        float(np.mean((told[columns[way]].to_numpy(np.float64) - came) ** 2)) if len(told) else np.nan for way in WAYS
    ]
    return pd.DataFrame({
        "told_by": texts(WAYS),
        "matches": told["match_id"].nunique(),
        "forecasts": len(told),
        "brier": brier,
        "beside_equal": [one / brier[0] if brier[0] else np.nan for one in brier],
    })  # fmt: skip
