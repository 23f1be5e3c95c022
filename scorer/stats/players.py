"""The players: their roles and their records."""

from collections.abc import Sequence

import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Numbers
from scorer.match.names import alphabetical
from scorer.rules.kinds import (
    CALLED,
    DEAL_ROLES,
    DEFENDER,
    EVEN,
    FAILED,
    MADE,
    PARTNER,
    ROLES,
    SIDE,
)
from scorer.stats.models.arrays import ratio, text_column
from scorer.stats.models.intervals import rate_columns
from scorer.stats.standings import (
    deal_errors,
    match_errors,
    mean_of_matches,
    side_columns,
    units_and_calls,
)
from scorer.stats.tally import CONTRACT_ROLES, Tally, tally

ALL = "all"


def roles(frames: Frames, *, min_deals: int = 0, min_matches: int = 0) -> pd.DataFrame:
    """A row for each role of each player with so many deals and matches, players by name.

    The roles are caller (with a partner), partner, solo and defender where somebody called, `side` where nobody called,
    and all. In the row `all`, `total` has penalties, adjustments and sheets too: the units of the standings.
    """
    counted = tally(frames.payouts)
    without_caller = counted.count([SIDE]).any()
    called = CONTRACT_ROLES if counted.count(CONTRACT_ROLES).any() or not without_caller else ()
    held = [*called, SIDE] if without_caller else called
    tables = [
        *(_in_role(frames, counted, role, [role], counted.units_in([role])) for role in held),
        _in_role(frames, counted, ALL, DEAL_ROLES, counted.units_in(ROLES)),
    ]
    there = counted.listed(min_deals, min_matches)
    table = pd.concat([table[there] for table in tables])
    return table.sort_values("player", key=lambda names: names.map(alphabetical), kind="stable", ignore_index=True)


def roles_of(frames: Frames, player: str) -> pd.DataFrame:
    """The roles of one player."""
    return roles_of_each(frames, [player])


def roles_of_each(frames: Frames, players: Sequence[str]) -> pd.DataFrame:
    """The roles of these players, by name."""
    return roles(frames).loc[lambda table: table["player"].isin(players)]


def _in_role(frames: Frames, counted: Tally, name: str, held: Sequence[str], total: Numbers) -> pd.DataFrame:
    """A row for every player: the roles `held` together under one name."""
    deals, wins, losses, units = counted.count(held), counted.won(held), counted.lost(held), counted.units_in(held)
    return pd.DataFrame(
        {
            "player": text_column(counted.players),
            "role": text_column([name] * len(counted.players)),
            "deals": deals,
            "wins": wins,
            "losses": losses,
            "even": counted.count(held, [EVEN]),
            **rate_columns(wins, wins + losses, ("win_rate", "low", "high")),
            "units": units,
            "units_per_deal": ratio(units, deals),
            "total": total,
            "error": deal_errors(frames, counted, held),
        }
    )


def overview(frames: Frames, *, min_deals: int = 0, min_matches: int = 0) -> pd.DataFrame:
    """A row per player with so many deals and matches, by name: units and calls as in the standings, then each role.

    `caller` includes solo here.
    """
    counted = tally(frames.payouts)
    columns = {"player": text_column(counted.players), **units_and_calls(counted)}
    for role, held in (("caller", CALLED), ("partner", [PARTNER]), ("defender", [DEFENDER])):
        wins, decided = counted.won(held), counted.count(held, [MADE, FAILED])
        columns |= {f"{role}_deals": counted.count(held), f"{role}_wins": wins, f"{role}_decided": decided}
        columns |= rate_columns(wins, decided, (f"{role}_rate", f"{role}_low", f"{role}_high"))
    of_match = mean_of_matches(counted)
    columns |= {"matches": counted.matches, "units_per_match": of_match, **side_columns(counted)}
    columns |= {"per_deal_error": deal_errors(frames, counted), "per_match_error": match_errors(frames, of_match)}
    return pd.DataFrame(columns)[counted.listed(min_deals, min_matches)].reset_index(drop=True)
