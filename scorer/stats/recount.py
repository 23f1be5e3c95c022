"""Who would stand where under another payout table, beside who stands where; and what that says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.recounting import WHYS, Recounted, Redeals
from scorer.frames.recounting import recount as recounted
from scorer.language import _, counts
from scorer.language.forms import listed
from scorer.rules.kinds import ADJUSTMENT, DEAL, PENALTY
from scorer.rules.recount import REASONS, Why
from scorer.rules.variant import Variant
from scorer.stats.describe.columns import PLAYER
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import Head, Section, head, plain_rows, split
from scorer.stats.models.arrays import codes, is_one_of, places, texts, totals, words
from scorer.stats.models.covariance import gaps, spread
from scorer.text.numbers import UNITS, Cell, Rows
from scorer.text.sentences import counted, few, plural


def recount(both: Recounted) -> pd.DataFrame:
    """A row per player of the records that can be recounted, the best under the other table first, ties by name.

    Places go by units, ties share one (1, 2, 2, 4). Penalties and adjustments count in both as they were ruled.
    """
    payouts = both.played.payouts
    names, player = words(payouts["player"]), codes(payouts["player"])
    played, there = (
        totals(codes(frames.payouts["player"]), frames.payouts["units"].to_numpy(), len(names))
        for frames in (both.played, both.there)
    )
    place, played_place = places(there), places(played)
    table = pd.DataFrame(
        {
            "place": place,
            "player": texts(names),
            "units": there,
            "played_place": played_place,
            "played_units": played,
            "difference": there - played,
            "moved": played_place - place,
            "deals": np.bincount(player[is_one_of(payouts["kind"], DEAL)], minlength=len(names)),
        }
    )
    paid = np.bincount(player, minlength=len(names)) > 0
    return table[paid].sort_values("place", kind="stable", ignore_index=True)


def turned(both: Recounted) -> tuple[int, int]:
    """How many pairs of players are in another order than they were played in; of these, told apart in either order.

    A pair that is level under one table alone is in another order too.
    Who is told apart is as `models.covariance` has it: hardly by chance, all pairs of a table taken together.
    """
    found, apart = [], set()
    for frames in (both.played, both.there):
        of = spread(frames)
        found.append(np.sign(of.figures[:, None] - of.figures[None, :]))
        table = gaps(of)
        surely = table[table["apart"]]
        apart |= {frozenset(pair) for pair in zip(surely["player"], surely["other"], strict=True)}
    one, other = np.nonzero(np.triu(found[0] != found[1]))
    names = words(both.played.payouts["player"])
    there = [frozenset((names[a], names[b])) for a, b in zip(one.tolist(), other.tolist(), strict=True)]
    return len(there), sum(pair in apart for pair in there)


def left_out(both: Recounted) -> pd.DataFrame:
    """A row per deal that cannot be recounted, in their order: `on, match, match_id, number, caller, bid, why`."""
    deals = both.left_out.deals
    return pd.DataFrame(
        {
            **{name: deals[name] for name in ("on", "match", "match_id", "number", "caller", "bid")},
            "why": texts([REASONS[WHYS[why]] for why in both.why.tolist()]),
        }
    )


@dataclass(frozen=True, slots=True)
class Recount:
    """One league under one table, recounted: the standings with what they say, and the deals that are left out."""

    standings: Section
    left_out: Section
    reasons: Mapping[Why, int]
    sheets: int


def recounts(frames: Frames, other: Variant, redealt: Redeals) -> list[Recount]:
    """Every league and payout table under the other one; what was played under exactly that one is left out."""
    told = []
    for part in split(frames):
        if part.frames.columns.variants[part.variants[0]] == other:
            continue
        both, about = recounted(part.frames, other, redealt), head(part, UNITS)
        every = f"Every deal can be recounted under {other.title}."
        rows = plain_rows(recount(both)) if len(both.played.deals) else []
        told.append(Recount(
            Section(about, rows, verdict=verdict(rows, both, other.title)),
            Section(about, plain_rows(left_out(both)), verdict=what_is_left_out(both, other.title) or every),
            both.reasons, both.sheets,
        ))  # fmt: skip
    return told


def flat_recounts(found: Sequence[Recount], other: Variant, *, left_out: bool) -> tuple[list[str], list[list[Cell]]]:
    """The standings, or what is left out, as one header and rows: `league, variant, under`, then their columns."""
    names = described("left_out" if left_out else "recount").names
    sections = [each.left_out if left_out else each.standings for each in found]
    cells = [
        [section.head.league, *section.head.variants, other.name, *map(row.get, names)]
        for section in sections
        for row in section.rows
    ]
    return ["league", "variant", "under", *names], cells


def plain_recounts(found: Sequence[Recount], *, left_out: bool) -> list[tuple[Head, dict[str, Any]]]:
    """The same with what is said of each: how many deals are recounted, which are not and why, and the rows."""
    return [
        (
            each.standings.head,
            {
                "recounted": each.standings.head.deals - sum(each.reasons.values()),
                "not_recounted": [{"why": REASONS[why], "deals": number} for why, number in each.reasons.items()],
                "paper_sheets": each.sheets,
                "verdict": each.standings.verdict,
                "rows": (each.left_out if left_out else each.standings).rows,
            },
        )
        for each in found
    ]


def verdict(rows: Rows, both: Recounted, title: str) -> str:
    """Who would lead, how many places change, what of that may be chance, and what cannot be recounted."""
    said = [what_is_left_out(both, title)]
    if rows:
        said = [_who_leads(rows, title), _by_chance(both), *said]
        if len(both.why):  # the standings have more deals than the places and units as played here
            kept = len(both.played.deals)
            same = f"the same {counts.deals(kept)}"
            said.append(f"As played: {same}; all {kept + len(both.why)} are in the standings.")
    return " ".join(filter(None, [*said, _outside(both)]))


def _who_leads(rows: Rows, title: str) -> str:
    """Who would lead, beside who leads, and how many places change."""
    there = [row[PLAYER] for row in rows if row["place"] == 1]
    played = [row[PLAYER] for row in rows if row["played_place"] == 1]
    if set(there) == set(played):
        others = " too"
    elif set(there) & set(played):
        others = f"; as played {few(played)} {plural(len(played), 'leads', 'lead')}"
    else:
        others = f", not {few(played)}"
    moved = sum(row["moved"] != 0 for row in rows)
    places = f"{moved} of {len(rows)} places {plural(moved, 'changes', 'change')}" if moved else "no place changes"
    return f"Under {title} {few(there)} would lead{others}; {places}."


def _by_chance(both: Recounted) -> str:
    """How many of the players who change their order can be told apart at all."""
    pairs, apart = turned(both)
    if not pairs:
        return ""
    if not apart:
        whose = counted(pairs, "pair of players changes", "pairs of players change")
        none = plural(pairs, "which cannot", "none of which can")
        return f"{whose} order, {none} be told apart in either standings: chance alone may have made both orders."
    others = "; chance alone may have made both orders of the others" if apart < pairs else ""
    whose = counted(pairs, "pair of players who changes", "pairs of players who change")
    return f"Of {whose} order {apart} can be told apart in one of the standings{others}."


def what_is_left_out(both: Recounted, title: str) -> str:
    """How many deals cannot be recounted, and how many for each reason; empty where all can."""
    if not (out := len(both.why)):
        return ""
    every = out + len(both.played.deals)
    many = f"{out} of {counts.deals(every)} cannot" if out < every else f"None of {counts.deals(every)} can"
    reasons = "; ".join(f"{_(REASONS[why])} ({number})" for why, number in both.reasons.items())
    return f"{many} be recounted under {title}: {reasons}."


def _outside(both: Recounted) -> str:
    """What is no deal: what counts in both, and what in neither."""
    kinds = both.played.payouts.drop_duplicates("deal_id")["kind"].value_counts()
    ruled = [counted(int(kinds[kind]), kind) for kind in (PENALTY, ADJUSTMENT) if kinds[kind]]
    many = sum(int(kinds[kind]) for kind in (PENALTY, ADJUSTMENT))
    both_ways = f"{listed(ruled)} {plural(many, 'counts', 'count')} in both as ruled." if ruled else ""
    neither = f"{counted(both.sheets, 'paper sheet')} {plural(both.sheets, 'is', 'are')} in neither."
    return " ".join(filter(None, [both_ways, neither if both.sheets else ""]))
