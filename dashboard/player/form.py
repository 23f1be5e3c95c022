"""The form of players, as a column of a table: their last evenings as bars."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final

from markupsafe import Markup

from dashboard.page import tables
from scorer.frames import Frames
from scorer.language import N_
from scorer.rules.kinds import DEAL_ROLES
from scorer.stats.describe.columns import PLAYER, Column
from scorer.stats.evenings import evenings
from scorer.stats.models.arrays import is_one_of
from scorer.text.numbers import Counting

LAST: Final = 5  # evenings of which each is a bar
FORM: Final = Column(
    "form",
    N_("last five"),
    "units",
    N_("the last five evenings of the player, the newest last: a bar up where the units of the day were above zero"),
)


def bars(row: Mapping[str, Any], units: Counting) -> Markup:
    """The last evenings of a player as bars."""
    return tables.bars(row["evenings"], ", ".join(map(units.total, row["evenings"])))


def last_evenings(frames: Frames) -> dict[str, list[float]]:
    """The units of the last five evenings of each player, the newest last, as `stats.evenings` defines them."""
    last = evenings(frames.payouts).groupby(PLAYER, sort=False).tail(LAST)
    return {str(player): units.tolist() for player, units in last.groupby(PLAYER)["units"]}


def evening_by_chance(frames: Frames, rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """By how many units chance alone commonly moves an average evening, by player; `rows` are those of the standings.

    The standard deviation of one deal is the error of the mean times the root of the number of deals. A player with too
    few deals for an error is left out.
    """
    payouts = frames.payouts
    played = payouts[is_one_of(payouts["role"], *DEAL_ROLES)]
    days = played.groupby(PLAYER, observed=True)["on"].nunique()  # those on a paper sheet alone have no deals
    known = [row for row in rows if row["per_deal_error"] is not None]
    return {row[PLAYER]: row["deals"] * row["per_deal_error"] / sqrt(days[row[PLAYER]]) for row in known}


def with_form(rows: Sequence[Mapping[str, Any]], evenings: Mapping[str, Sequence[float]]) -> list[dict[str, Any]]:
    """Rows of players with the cells that the column needs; `form` is None for a player without an evening."""
    extended = []
    for row in rows:
        last = evenings.get(row[PLAYER], ())
        extended.append({**row, "evenings": last, "form": sum(last) if last else None})
    return extended
