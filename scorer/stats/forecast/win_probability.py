"""The chances of each place at the end of a match, by playing its rest thousands of times, and whether they hold."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil
from typing import Any, Final

import numpy as np
import pandas as pd

from scorer.frames.building import Frames
from scorer.language import N_, _, counts, ngettext
from scorer.language.forms import listed
from scorer.match.remaining import Remaining, as_it_ended, as_of, is_over
from scorer.match.sheet import Sheet
from scorer.stats.describe.columns import PLAYER, Part, Sentence, Statistic
from scorer.stats.describe.forecast_sentences import BRIER, FEW_MATCHES, best_words
from scorer.stats.describe.statistic_files import described
from scorer.stats.forecast.deal_model import Past
from scorer.stats.forecast.monte_carlo import SIMULATED, Evenings, entrants, evenings
from scorer.stats.models.arrays import Floats, texts
from scorer.stats.models.cross_validation import table_of
from scorer.stats.models.exchangeable import averaged
from scorer.stats.models.intervals import wilson
from scorer.text.numbers import Rows, chance
from scorer.text.sentences import counted

PLACES: Final = 7  # that have a column of their own
POINTS: Final = 40  # of a curve at most
DEALS: Final = 1500  # left at all moments of a curve together, about: more would take seconds
FEWER: Final = 1500  # evenings of a moment that is over: of a curve nobody reads a single percent
QUARTERS: Final = (0.0, 0.25, 0.5, 0.75)  # of a match, after which it is foretold
FEWEST: Final = 4  # deals of a match that is foretold
BINS: Final = (0.0, 0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95)
WAYS: Final = {"equal": N_("all players equal"), "leader": N_("who leads wins"), "chances": N_("these chances")}
BY_DRAWS: Final = 0.03  # between chances: so much the number of evenings alone may make
SELDOM: Final = 0.005  # what is said as less than 1 %
NAMED: Final = 3  # who is named in the verdict at most
HAVE: Final = (Part(("place", PLAYER), ("units", "reached", "chance")),)  # of a match that is over
COUNTED: Final = {
    "won": ("won", "won: deals won until now, by which the match is judged."),
    "taken": ("taken", "taken: card points taken until now, by which the match is judged."),
}
Points = dict[Any, tuple[list[str], list[float], float]]  # of a curve, by all that they depend on


def chances(frames: Frames, rest: Remaining) -> pd.DataFrame:
    """A row for everybody of a match, by place: what they have, and how likely each place is at the end.

    Partners of one side who have the same of what the match is judged by are one, of so many `members`; where their
    units differ, `units` and `expected` are missing. Who share places have an equal part of each of them, so that every
    place sums to 1; `later` are all behind the seventh, NaN where there are fewer. `before` is the chance of the first
    place before the first deal, from what was known then, of who was of one side at that time an equal part.
    `chance_if_equal` is what it would be from now on, if all players were equal. From SIMULATED evenings: in 95 of 100
    cases a chance of one half is off by 1.6 of 100 at most, any other by less.
    """
    sheet = rest.sheet
    past = Past(frames, sheet.match, sheet.players)
    found = _played(past, sheet, over=rest.over)
    places, alike = _places(found), _places(_played(past, sheet, over=rest.over, equals=True))[:, 0]
    who = entrants(sheet)
    first = _before(past, sheet, who)
    by = sheet.judged_by[0]
    mean, square = (averaged((found.units**power).mean(axis=1), found.alike) for power in (1, 2))
    error = np.sqrt(np.maximum(square - mean**2, 0))
    units = [{sheet.running[player] for player in one} for one in who]
    mean[[len(of) > 1 for of in units]] = np.nan
    lead = [sheet.lead[one[0]] for one in who]
    later = places[:, PLACES:].sum(axis=1) if len(who) > PLACES else np.full(len(who), np.nan)
    table = pd.DataFrame({
        "place": [1 + sum(other > mine for other in lead) for mine in lead],
        "player": texts(["+".join(one) for one in who]),
        "members": [len(one) for one in who],
        "units": pd.Series([of.pop() if len(of) == 1 else None for of in units], dtype=object),
        "reached": pd.Series([sheet.tallies[by][one[0]] if by != "units" else None for one in who], dtype=object),
        "chance": places[:, 0],
        "chance_if_equal": alike,
        "before": first,
        **{f"place_{at + 1}": places[:, at] if at < len(who) else np.full(len(who), np.nan) for at in range(1, PLACES)},
        "later": later,
        "expected": mean,
        "error": error,
    })  # fmt: skip
    return table.sort_values(["place", "chance"], ascending=[True, False], kind="stable", ignore_index=True)


def end_words(rest: Remaining) -> str:
    """What the chances are asked to: `4 deals left`, `until somebody has 15 units, 7 deals left at most`."""
    if rest.over:
        return "nothing is left to play"
    until, ending = _left_words(rest), rest.sheet.ending
    if not ending.race:
        finishes = until and rest.by in {"agreed", "bell"} and ending.finish_round
        return f"{until} and the round to its end" if finishes else until
    by, agreed = ending.race
    has = counted(agreed, {"units": "unit", "won": "deal", "taken": "card point"}[by])
    if by != "units":
        has = f"{by} {has}"
    race = f"until somebody has {has}"
    return f"{race}, {until} at most" if until else race


def _left_words(rest: Remaining) -> str:
    """How many deals are left until the end; "" where only a race ends it."""
    if rest.left is None:
        return ""
    if rest.by == "said":
        return f"after {counted(rest.left, 'more deal')}"
    if rest.by == "round":
        return f"no end was agreed: after a round, {counted(rest.left, 'more deal')}"
    left = f"{counts.deals(rest.left)} left"
    return f"about {left} at {rest.minutes:.0f} minutes a deal" if rest.by == "bell" else left


def who_wins(rows: Rows) -> str:
    """Who wins how likely, what it was before the first deal, and what it would be if all were alike."""
    first = sorted(rows, key=lambda row: -row["chance"])
    of_several = first[0]["members"] > 1
    if not any(row["error"] for row in rows):
        winners = [row[PLAYER] for row in first if row["chance"]]
        have = "have" if of_several or len(winners) > 1 else "has"
        return f"Nothing is left to play: {listed(winners)} {have} won."
    apart = first[0]["chance"] - first[-1]["chance"]
    if apart < BY_DRAWS:
        likely = f"as likely to win, {chance(1 / len(rows))} each"
        return f"All are about {likely}." if apart else f"All are {likely}: nothing that is known tells them apart."
    best, *others = first[:NAMED]
    named = [best, *(row for row in others if row["chance"] >= SELDOM)]
    said = [f"{row[PLAYER]} with {chance(row['chance'])}" for row in named[1:]]
    does = "win" if of_several else "wins"
    words = ", ".join([f"{best[PLAYER]} {does} with {chance(best['chance'])}", *said])
    then = [row["before"] for row in named]
    has_moved = any(row["before"] not in {None, row["chance"]} for row in rows)
    if None not in then and has_moved:
        words += f"; before the first deal it was {listed([chance(share) for share in then])}"
    shares = [row["chance_if_equal"] for row in rows]
    if max(shares) - min(shares) < BY_DRAWS:
        return f"{words}; were all alike, each would have {chance(1 / len(rows))}."
    return f"{words}; were all alike, it would be {listed([chance(row['chance_if_equal']) for row in named])}."


def chances_of(rest: Remaining) -> Statistic:
    """The chances as this match shows them: what it is played to by its name; of one that is over, who has what."""
    shown = described("chances")
    title, about = COUNTED.get(rest.sheet.judged_by[0], ("reached", ""))
    columns = tuple(replace(one, title=title) if one.name == "reached" else one for one in shown.columns)
    own = (Sentence(about),) if about else ()
    needed = {"", "caller" if rest.sheet.match.variant.has_auction else "sides"}
    legend = (*own, *(sentence for sentence in shown.legend if sentence.needs in needed))
    if rest.over:
        return replace(shown, columns=columns, terminal=HAVE, legend=own)
    return replace(shown, columns=columns, legend=legend)


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
        question = past.mark, sheet.ending, sheet.players, tuple(ids[: at + 1]), last
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


def _played(past: Past, sheet: Sheet, count: int = SIMULATED, *, over: bool = False, equals: bool = False) -> Evenings:
    """The rest of a match, from what was known then; among `equals` but for who would be better."""
    size = len(sheet.seats) - (sheet.resting() is not None)
    known = past.known(sheet.records[-1].number if sheet.records else 0, size)
    return evenings(sheet, known.of_equals() if equals else known, count, over=over)


def _places(found: Evenings) -> Floats:
    """How often each entrant had each place: a row each, a column a place; shared ones in equal parts.

    Who are known alike have equal chances. While anything is left to play, there is one more evening in which every
    place that is within reach of several is shared by them: so nothing that can be, and did not come to pass in the
    evenings played, is taken for impossible.
    """
    who, count = found.place.shape
    sums = np.zeros((who, who + 2))
    for one in range(who):
        begins, part = found.place[one], 1 / found.sharing[one]
        sums[one] = np.bincount(begins, part, who + 2) - np.bincount(begins + found.sharing[one], part, who + 2)
    open_still = float(found.deals > 0)
    places = (np.cumsum(sums, axis=1)[:, 1:-1] + open_still * found.within_reach) / (count + open_still)
    return averaged(np.clip(places, 0, 1), found.alike)


def _before(past: Past, sheet: Sheet, who: Sequence[tuple[str, ...]]) -> list[float]:
    """The chances of the first place before the first record, of these entrants; NaN for who was not there then.

    Who was one of several that were one side then has a part of theirs.
    """
    then = as_of(sheet, 0)
    started = dict(zip(entrants(then), _places(_played(past, then))[:, 0].tolist(), strict=True))
    part = {player: chance / len(side) for side, chance in started.items() for player in side}
    return [sum(part.get(player, np.nan) for player in one) for one in who]


def forecasts(frames: Frames, sheets: Iterable[Sheet]) -> pd.DataFrame:
    """What would have been said of finished matches while they were played, beside what came.

    A row for each entrant at the beginning and after each quarter of a match of four deals or more: `match_id`,
    `player`, `after` so many deals, `chance` as it was said then, `came` (1 won, 0 not; shared in parts), `equal` for
    all alike and `leader`, all for who led then. Where a match did not end as agreed, the forecast is told after how
    many deals it ended.
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
            for one, told, led in zip(who, said.tolist(), _leads(then), strict=True):
                ended = sum(share for others, share in came.items() if set(others) & set(one))
                rows.append((sheet.match.id, "+".join(one), deals, told, ended, 1 / len(who), led))
    columns = ("match_id", "player", "after", "chance", "came", "equal", "leader")
    return pd.DataFrame(rows, columns=list(columns))


def _leads(sheet: Sheet) -> list[float]:
    """The part that each entrant has of the first place as the match stands."""
    lead = [sheet.lead[one[0]] for one in entrants(sheet)]
    first = max(lead)
    return [(mine == first) / lead.count(first) for mine in lead]


def chances_held(told: pd.DataFrame) -> pd.DataFrame:
    """Whether forecasts held, from `forecasts`: a row a range of chances.

    The interval takes several forecasts of one player in one match for one: they come true together.
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
        "forecast_from": edges[:-1][there],
        "forecast_to": edges[1:][there],
        "forecast": (said[there] / count[there]),
        "outcome": (came[there] / count[there]),
        "low": low[there],
        "high": high[there],
        "forecasts": count[there],
        "matches": told["match_id"].nunique(),
    })  # fmt: skip


def do_they_hold(rows: Rows) -> str:
    """In how many ranges what was said lies within the interval of what came."""
    if not rows:
        return _("No finished match of four deals or more is here to be replayed.")
    if rows[0]["matches"] < FEW_MATCHES:
        return ngettext(
            "{count} match is too few to tell whether such chances come true: ten would begin to.",
            "{count} matches are too few to tell whether such chances come true: ten would begin to.",
            rows[0]["matches"],
        )
    held = sum(row["low"] <= row["forecast"] <= row["high"] for row in rows)
    if held == len(rows):
        return _("In every range the forecasts came true as often as they said, as far as chance lets one tell.")
    return ngettext(
        "In {held} of {count} range the forecasts came true as often as they said, as far as chance lets one tell.",
        "In {held} of {count} ranges the forecasts came true as often as they said, as far as chance lets one tell.",
        len(rows),
        held=held,
    )


def forecasts_beside(told: pd.DataFrame) -> pd.DataFrame:
    """How far forecasts were off, from `forecasts`: by `equal` (all alike), `leader` (who leads wins) and `chances`."""
    came = told["came"].to_numpy(np.float64)
    said = [told[what].to_numpy(np.float64) for what in ("equal", "leader", "chance")]
    matches, of_match = np.unique(told["match_id"].to_numpy(), return_inverse=True)
    off = (np.bincount(of_match, (one - came) ** 2, len(matches)).astype(np.float64) for one in said)
    return table_of(dict(zip(WAYS, off, strict=True)), len(told), of="forecasts")


def which_is_nearest(rows: Rows) -> str:
    """Which model predicted best; empty of no forecast."""
    return best_words(rows, WAYS, "brier", BRIER) if rows[0]["forecasts"] else ""
