"""The statistics of a player's page, described as all others: they are made of frames, the player and a choice.

Those in `BESIDE`, which the dashboard alone has, are made of frames, the player and the other.
"""

from dataclasses import replace
from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.bidding import bands_begin, compared
from scorer.stats.columns import PLAYER, Choice, Column, Statistic, a_count, a_key, a_rate
from scorer.stats.descriptions import DECIDED, ROLES, STANDINGS, WON
from scorer.stats.evenings import evenings, head_to_head, meetings
from scorer.stats.players import companions, records, roles
from scorer.stats.standings import match_units


def _matches_of(frames: Frames, player: str, _: Choice) -> Any:
    """The matches of one player, with their names."""
    everybody = match_units(frames.payouts)
    own = everybody[everybody[PLAYER] == player]
    names = dict(zip(frames.matches["match_id"].tolist(), frames.matches["match"].tolist(), strict=True))
    return own.assign(match=[names[match_id] for match_id in own["match_id"].tolist()])


_league_contracts = (
    a_count("league_called", "", "how often everybody together called it"),
    Column("league_share", "league", "percent", "how often everybody together calls it"),
    a_count("league_made", "", "contracts made by everybody together"),
    a_count("league_failed", "", "contracts failed by everybody together"),
    *a_rate("league_rate", "league made %", DECIDED, ("league_made", "league_failed"), short="league made",
           prefix="league_"),
)  # fmt: skip
COMPARED: Final = Statistic(
    "compared",
    "`compared` on a player's page: a row a band that anybody called: the player beside everybody together",
    (
        a_key("band", "bid", "the band", names="bid"),
        a_count("called", "called", "how often the player called it", beside=("share",)),
        Column("share", "of own", "percent", "of all that the player called", obvious=True),
        a_count("made", "", "contracts made by the player"),
        a_count("failed", "", "contracts failed by the player"),
        *a_rate("rate", "made %", DECIDED, ("made", "failed")),
        *_league_contracts,
    ),
    terminal=((("band",), ("called", "league_share", "rate", "league_rate")),),
    dashboard=("band", "called", "share", "league_share", "rate", "league_rate"),
    title="Bids, beside those of the league",
    make=lambda frames, player, _: compared(frames.deals, player, bands_begin(frames)),
)
RECORDS: Final = Statistic(
    "records",
    "`records` on a player's page: one row, the highest and the lowest of a player, shown as a list",
    (
        Column("highest_bid_made", about="the highest bid made; empty without any"),
        a_count("highest_bid_target", "", "the card points that it promised"),
        *(
            column
            for which, word in (("win", "won"), ("loss", "lost"))
            for column in (
                a_count(f"{which}_streak", "", f"most deals {word} one after another"),
                a_count(
                    f"{which}_by_chance",
                    "",
                    f"about how many chance alone makes of so many deals, {word} as "
                    "often; of fewer than 50 nothing is said",
                ),
            )
        ),
        *(
            column
            for which, units in (("best", "most"), ("worst", "fewest"))
            for column in (
                Column(f"{which}_match", about=f"the match with the {units} units, the earlier one of equals"),
                Column(f"{which}_on", form="date", about="its day"),
                Column(f"{which}_units", form="units", about="the units in it"),
            )
        ),
        *(STANDINGS[name] for name in ("slams_made", "slams_suffered", "slams_defended", "penalties")),
        *(
            column
            for which, about in (
                ("biggest_win", "the most units that a deal without a caller brought; 0 without any"),
                (
                    "highest_count",
                    (
                        "the most card points, bonuses included, of the player's side in a deal without a "
                        "caller; 0 where nobody counted"
                    ),
                ),
            )
            for column in (
                Column(which, form="units" if which == "biggest_win" else "count", about=about, sides=True),
                Column(f"{which}_match", about="its match, the earlier one of equals", sides=True),
                Column(f"{which}_on", form="date", about="its day", sides=True),
            )
        ),
    ),
    terminal=(),
    dashboard=(),
    title="Records",
    make=lambda frames, player, _: records(frames.matches, frames.deals, frames.payouts, player, frames.penalized),
)
COMPANIONS: Final = Statistic(
    "companions",
    "`companions` on a player's page: a row a player met: with, on the same side; against, on the other",
    (
        a_key("other", PLAYER, "the other player", short="other", names=PLAYER),
        *(
            column
            for side, where in (("with", "on the same side"), ("against", "on the other side"))
            for column in (
                a_count(f"{side}_deals", f"deals {side}", f"deals {where}", only=f"{side}_deals"),
                a_count(f"{side}_wins", "", "of them won"),
                a_count(f"{side}_decided", "", "of them won by one side"),
                *a_rate(f"{side}_rate", f"won {side}", WON, (f"{side}_decided",), short=f"won {side}",
                       prefix=f"{side}_", only=f"{side}_deals"),
                Column(f"{side}_units", f"units {side}", "units", "the player's own units", "units", obvious=True,
                       only=f"{side}_deals"),
            )
        ),
    ),
    terminal=((("other",), ("with_rate", "with_units", "against_rate", "against_units")),),
    dashboard=("other", *(f"{side}_{what}" for side in ("with", "against") for what in ("deals", "rate", "units"))),
    title="With and against",
    make=lambda frames, player, choice: companions(frames.payouts, player, min_deals=choice.fewest("companions")),
)  # fmt: skip
MATCHES_OF: Final = Statistic(
    "matches",
    "`matches` on a player's page: a row a match of the player, by date",
    (
        Column("on", "on", "date", "the day", obvious=True, pinned=True),
        a_count("match_id", "", "the number of the match"),
        Column("match", "match", about="the match", obvious=True, names="match"),
        Column("units", "units", "units", "the player's units in it", obvious=True),
        Column("running", "running", "units", "all units until then", obvious=True),
    ),
    terminal=((("on",), ("match", "units", "running")),),
    dashboard=("on", "match", "units", "running"),
    title="Match by match",
    short="Matches",
    make=_matches_of,
)
ROLES_OF: Final = replace(
    ROLES,
    name="roles",
    about="`roles` on a player's page: of the one player",
    title="By role",
    make=lambda frames, player, _: roles(frames.payouts).loc[lambda table: table[PLAYER] == player],
)
PAGE: Final = (ROLES_OF, COMPARED, RECORDS, COMPANIONS, MATCHES_OF)

EVENINGS: Final = Statistic(
    "evenings",
    "`evenings`, the form on a player's page of the dashboard: a row an evening of the player, by day",
    (
        Column("on", "on", "date", "the day: all its matches together", obvious=True, pinned=True),
        Column(PLAYER, about="the player"),
        a_count("match_id", "", "the number of the last match of the day in which the player was"),
        Column("units", "units", "units", "the player's units of that day: won above zero, lost below", obvious=True),
        Column("running", "running", "units", "all units until then", obvious=True),
    ),
    terminal=(),
    dashboard=(),
    make=lambda frames, player, _: evenings(frames.payouts).loc[lambda table: table[PLAYER] == player],
)
MEETINGS: Final = Statistic(
    "meetings",
    "`meetings` of two players on the dashboard: a row an evening of both, by day",
    (
        Column("on", "on", "date", "the day", obvious=True, pinned=True),
        a_count("match_id", "", "the number of the last match of the day in which the player was"),
        Column("units", PLAYER, "units", "the player's units of that day", obvious=True),
        Column("other_units", "other", "units", "those of the other", obvious=True),
        Column("ahead", "ahead by", "units", "by how many units the player is ahead of the other in it, below zero by "
               "how many behind", obvious=True),
    ),
    terminal=(),
    dashboard=("on", "units", "other_units", "ahead"),
    title="Evenings of both",
    make=lambda frames, player, other: meetings(frames.payouts, player, other),
)  # fmt: skip
HEAD_TO_HEAD: Final = Statistic(
    "head_to_head",
    "`head_to_head` of two players on the dashboard: one row, shown as tiles",
    (
        a_count("evenings", "", "evenings of both"),
        a_count("ahead", "", "those in which the player had more units"),
        a_count("behind", "", "those in which the other had"),
        a_count("level", "", "those in which both had the same"),
        *(
            column
            for side, where in (("with", "on the same side"), ("against", "on different sides"))
            for column in (
                a_count(f"{side}_deals", "", f"deals of both {where}"),
                Column(f"{side}_units", form="units", about="the player's units in them"),
                Column(f"{side}_other_units", form="units", about="those of the other"),
            )
        ),
        Column("swing", form="units", about="units of the player minus those of the other, in the deal of both in "
               "which they lie furthest apart; 0 without any"),
        Column("swing_on", form="date", about="its day"),
        a_count("swing_match_id", "", "the number of its match"),
        a_count("swing_number", "", "its number in that match"),
    ),
    terminal=(),
    dashboard=(),
    title="Head to head",
    make=lambda frames, player, other: head_to_head(frames.payouts, player, other),
)  # fmt: skip
BESIDE: Final = (EVENINGS, MEETINGS, HEAD_TO_HEAD)
