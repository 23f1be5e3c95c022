"""Who was on one side through a whole match: asked of its deals and of its paper sheets."""

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints
from scorer.rules.kinds import DEAL_ROLES, SHEET, SIDE
from scorer.stats.models.arrays import categories, codes, is_one_of, runs


def has_partners(frames: Frames, variant: Ints, size: Ints) -> Flags:
    """Whether the seats of a paper sheet make partners, (sheets,): by the code of its variant and how many sit there.

    Where more sit than play, the partners change with every deal.
    """
    variants = [frames.columns.variants[label] for label in categories(frames.payouts["variant"])]
    counts = range(int(size.max(initial=0)) + 1)
    keep = [[played.fixed_partners and count in played.player_counts for count in counts] for played in variants]
    return np.array(keep, bool).reshape(len(variants), len(counts))[variant, size]


def on_one_side(frames: Frames, together: pd.DataFrame) -> set[int]:
    """The matches of which the named players were on one side in every deal and on every sheet that any was in.

    `together` has a row for each named player of a match: `match_id` and `player`.
    """
    payouts, people = frames.payouts, pd.Index(categories(frames.payouts["player"]))
    keys = together["match_id"].to_numpy() * len(people) + people.get_indexer(pd.Index(together["player"]))
    wanted = together.groupby("match_id").size()
    rows = np.flatnonzero(
        is_one_of(payouts["role"], *DEAL_ROLES, SHEET) & payouts["match_id"].isin(wanted.index).to_numpy()
    )
    record, begins = runs(payouts["deal_id"].to_numpy()[rows])
    match, player = payouts["match_id"].to_numpy()[rows], codes(payouts["player"])[rows]
    seat = np.arange(len(rows)) - begins[record]  # a side of its own where the seats make none: callers change theirs
    by_deal, on_paper = (is_one_of(payouts["role"], role)[rows] for role in (SIDE, SHEET))
    partners = has_partners(frames, codes(payouts["variant"])[rows][begins], np.bincount(record))[record]
    side = np.where(by_deal, codes(payouts["side"])[rows], np.where(on_paper & partners, seat % 2, seat))
    named = pd.DataFrame({"record": record, "match": match, "side": side})[np.isin(match * len(people) + player, keys)]
    met = named.groupby(["match", "record"])["side"].agg(["size", "nunique"]).reset_index()
    same = (met["nunique"] == 1) & (met["size"] == met["match"].map(wanted))
    by_match = same.groupby(met["match"]).all()
    return set(by_match.index[by_match].tolist())
