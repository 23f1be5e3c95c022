"""The standings as they would be under another payout table, beside the standings as played, and the verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from scorer.frames import Frames, Redeals
from scorer.insight.recounting import WHYS, Recounted
from scorer.insight.recounting import recount as recounted
from scorer.language import _, counts, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.rules.kinds import ADJUSTMENT, DEAL, PENALTY
from scorer.rules.recount import REASONS, Obstacle
from scorer.rules.variant import Variant
from scorer.stats.describe.columns import PLAYER
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import Section, head, plain_rows, split
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import categories, codes, is_one_of, places, text_column, totals
from scorer.stats.models.covariance import estimates, pairwise_comparisons
from scorer.text.numbers import UNITS, Cell, Counting, Rows
from scorer.text.sentences import names_or_count


def recount(both: Recounted) -> pd.DataFrame:
    """A row per player of the records that can be recounted, the best under the other table first, ties by name.

    Places go by units, ties share one (1, 2, 2, 4). Penalties and adjustments count in both as they were ruled.
    """
    payouts = both.played.payouts
    names, player = categories(payouts["player"]), codes(payouts["player"])
    played, there = (
        totals(codes(frames.payouts["player"]), frames.payouts["units"].to_numpy(), len(names))
        for frames in (both.played, both.there)
    )
    place, played_place = places(there), places(played)
    table = pd.DataFrame(
        {
            "place": place,
            "player": text_column(names),
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
    """The number of pairs of players that change their order, and how many of them are significant in either order.

    A pair that is level under one table alone changes its order too. A significant gap is one of `models.covariance`:
    hardly by chance, all pairs of a table taken together.
    """
    orders, apart = [], set()
    for frames in (both.played, both.there):
        placed = estimates(frames.payouts)
        orders.append(np.sign(placed.figures[:, None] - placed.figures[None, :]))
        table = pairwise_comparisons(placed)
        surely = table[table["significant"]]
        apart |= {frozenset(pair) for pair in zip(surely["player"], surely["other"], strict=True)}
    changed = np.argwhere(np.triu(orders[0] != orders[1])).tolist()
    names = categories(both.played.payouts["player"])
    pairs = [frozenset((names[first], names[second])) for first, second in changed]
    return len(pairs), sum(pair in apart for pair in pairs)


def left_out(both: Recounted) -> pd.DataFrame:
    """A row per deal that cannot be recounted, in their order: `on, match, match_id, number, caller, bid, why`."""
    deals = both.left_out.deals
    return pd.DataFrame(
        {
            **{name: deals[name] for name in ("on", "match", "match_id", "number", "caller", "bid")},
            "why": text_column([REASONS[WHYS[why]] for why in both.why.tolist()]),
        }
    )


def why_words(name: str, row: Mapping[str, Any], _units: Counting) -> str:
    """The reason in a cell of `left_out`, which has the source text, in the language in force."""
    return _(row[name])


@dataclass(frozen=True, slots=True)
class Recount:
    """One league under one table, recounted: the standings with what they say, and the deals that are left out."""

    standings: Section
    left_out: Section
    reasons: Mapping[Obstacle, int]
    sheets: int


def recounts(frames: Frames, other: Variant, redealt: Redeals) -> list[Recount]:
    """Every league and payout table under the other one; what was played under exactly that one is left out."""
    recounted_parts = []
    for part in split(frames):
        if part.frames.columns.variants[part.variants[0]].meaning == other.meaning:
            continue
        both, about = recounted(part.frames, other, redealt), head(part, UNITS)
        every = _("Every deal can be recounted under {variant}.", variant=other.title)
        rows = plain_rows(recount(both)) if len(both.played.deals) else []
        recounted_parts.append(
            Recount(
                Section(about, rows, verdict=verdict(rows, both, other.title)),
                Section(
                    about,
                    plain_rows(left_out(both)),
                    verdict=Verdict.plain(what_is_left_out(both, other.title) or every),
                ),
                both.reasons,
                both.sheets,
            )
        )
    return recounted_parts


def flat_recounts(name: str, sections: Sequence[Section], other: Variant) -> tuple[list[str], list[list[Cell]]]:
    """The sections of the statistic with this `name` as one header and rows: `league, variant, under`, its columns."""
    names = described(name).names
    cells = [
        [section.head.league, *section.head.variants, other.name, *map(row.get, names)]
        for section in sections
        for row in section.rows
    ]
    return ["league", "variant", "under", *names], cells


def verdict(rows: Rows, both: Recounted, title: str) -> Verdict:
    """Who would lead, how many places change, and which deals cannot be recounted; whole with what chance may do."""
    sentences = [what_is_left_out(both, title)]
    brief = [*sentences, *_beside_deals(both)]
    if rows:
        pairs, distinct = turned(both)
        luck = _("Who changes places cannot be told apart yet: this may be luck.") if pairs and not distinct else ""
        number, deals = len(both.why), counts.deals(len(both.why) + len(both.played.deals))
        left_out = _("{left_out} of {deals} cannot be recounted.", left_out=number, deals=deals) if number else ""
        brief = [_who_leads(rows, title), luck, left_out]
        sentences = [_who_leads(rows, title), _by_chance(pairs, distinct), *sentences]
        if len(both.why):  # the standings have more deals than the places and units as played here
            recounted_deals = len(both.played.deals)
            facts = {"deals": counts.deals(recounted_deals), "all_deals": recounted_deals + len(both.why)}
            sentences.append(_("As played: the same {deals}; all {all_deals} are in the standings.", **facts))
    return Verdict(*(" ".join(filter(None, words)) for words in (brief, [*sentences, *_beside_deals(both)])))


def _who_leads(rows: Rows, title: str) -> str:
    """Who would lead, beside who leads, and how many places change."""
    there = [row[PLAYER] for row in rows if row["place"] == 1]
    played = [row[PLAYER] for row in rows if row["played_place"] == 1]
    names = {"variant": title, "players": names_or_count(there), "leaders": names_or_count(played)}
    if set(there) == set(played):
        lead = _("Under {variant} {players} would lead too", variant=title, players=names_or_count(there))
    elif set(there) & set(played):
        lead = ngettext(
            "Under {variant} {players} would lead; as played {leaders} leads",
            "Under {variant} {players} would lead; as played {leaders} lead",
            len(played),
            **names,
        )
    else:
        lead = _("Under {variant} {players} would lead, not {leaders}", **names)
    moved = sum(row["moved"] != 0 for row in rows)
    places_change = _("no place changes")
    if moved:
        places_change = ngettext(
            "{count} of {all_places} places changes",
            "{count} of {all_places} places change",
            moved,
            all_places=len(rows),
        )
    return _("{lead}; {places_change}.", lead=lead, places_change=places_change)


def _by_chance(pairs: int, distinct: int) -> str:
    """How many of the pairs that change their order are significant; empty where no pair changes it."""
    if not pairs:
        return ""
    if not distinct:
        return ngettext(
            "{count} pair of players changes order, which cannot be told apart in either standings: chance alone may "
            "have made both orders.",
            "{count} pairs of players change order, none of which can be told apart in either standings: chance alone "
            "may have made both orders.",
            pairs,
        )
    if distinct == pairs:
        return ngettext(
            "Of {count} pair of players who changes order {number} can be told apart in one of the standings.",
            "Of {count} pairs of players who change order {number} can be told apart in one of the standings.",
            pairs,
            number=distinct,
        )
    return ngettext(
        "Of {count} pair of players who changes order {number} can be told apart in one of the standings; chance alone "
        "may have made both orders of the others.",
        "Of {count} pairs of players who change order {number} can be told apart in one of the standings; chance alone "
        "may have made both orders of the others.",
        pairs,
        number=distinct,
    )


def what_is_left_out(both: Recounted, title: str) -> str:
    """How many deals cannot be recounted, and how many for each reason; empty where all can."""
    left_out_deals = len(both.why)
    if not left_out_deals:
        return ""
    every = left_out_deals + len(both.played.deals)
    reasons = "; ".join(
        _("{reason} ({deals})", reason=_(REASONS[why]), deals=number) for why, number in both.reasons.items()
    )
    facts = {"deals": counts.deals(every), "variant": title, "reasons": reasons}
    if left_out_deals == every:
        return _("None of {deals} can be recounted under {variant}: {reasons}.", **facts)
    return _("{left_out} of {deals} cannot be recounted under {variant}: {reasons}.", left_out=left_out_deals, **facts)


def _beside_deals(both: Recounted) -> list[str]:
    """Sentences on what is no deal: rulings count in both standings, paper sheets in neither."""
    kinds = both.played.payouts.drop_duplicates("deal_id")["kind"].value_counts()
    penalties, adjustments = (int(kinds[kind]) for kind in (PENALTY, ADJUSTMENT))
    ruled = []
    if penalties:
        ruled.append(ngettext("{count} penalty", "{count} penalties", penalties))
    if adjustments:
        ruled.append(ngettext("{count} adjustment", "{count} adjustments", adjustments))
    sentences = []
    if ruled:
        sentences.append(
            ngettext(
                "{rulings} counts in both as ruled.",
                "{rulings} count in both as ruled.",
                penalties + adjustments,
                rulings=listed(ruled),
            )
        )
    if both.sheets:
        sentences.append(
            ngettext("{count} paper sheet is in neither.", "{count} paper sheets are in neither.", both.sheets)
        )
    return sentences
