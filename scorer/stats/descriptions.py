"""Every statistic, described once: how it is made, and what each of its columns is called, means and looks like.

The tables of a terminal, CSV, JSON, the dashboard with its help, and the columns in docs/statistics.md follow from it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.beyond_descriptions import BEYOND, LUCK
from scorer.stats.bidding import bands, bands_begin, bids
from scorer.stats.by_chance import made_together, won_of_equals
from scorer.stats.call_descriptions import CALLING
from scorer.stats.columns import (
    CHANCE,
    PLAYER,
    SURE,
    TWICE,
    Choice,
    Column,
    Listing,
    Statistic,
    a_count,
    a_key,
    a_mean,
    a_rate,
)
from scorer.stats.insight_descriptions import FORETOLD, GAPS, NOT_APART, RATING, others_by_chance
from scorer.stats.players import met, overview, pairs, roles
from scorer.stats.season_descriptions import ALL_TIME, AWARDS
from scorer.stats.standings import standings_of, wins_of
from scorer.text.numbers import PLUS_MINUS
from scorer.text.sentences import counted

INTERVAL: Final = f"{SURE.capitalize()}."
PLAYED: Final = "of the deals played in which somebody called"
DECIDED: Final = "of the contracts made or failed, even ones left out"
WON: Final = "of the deals that somebody won"

_player = a_key(PLAYER, PLAYER, "the player", names=PLAYER)
_deals = a_count("deals", "deals", "deals played")
_even = a_count("even", "even", "deals in which nobody won", rare=True)
_all_units = Column("units", "units", "units", "penalties, adjustments and paper sheets included")
_per_deal, _per_deal_error = a_mean("units_per_deal", "per deal", "deals alone", "per_deal_error", only="deals")
_mean_units, _mean_error = a_mean("units_per_deal", "per deal", "mean units of these deals")
_contracts = (
    a_count("made", "made", "contracts made"),
    a_count("failed", "failed", "contracts failed"),
    _even,
    *a_rate("rate", "made %", DECIDED, ("made", "failed")),
)
# Where nobody called, columns of callers are not shown; where somebody always did, those of sides are nowhere.
_CALLED: Final = {"only": "call_rate"}
_OF_SIDES: Final = {"only": "side_deals", "sides": True}
_called = (
    a_count("called", "called", "deals as the caller, solo or not", **_CALLED),
    *a_rate("call_rate", "called %", PLAYED, ("deals", "-side_deals"), short="called", prefix="call_", **_CALLED),
)
_sides = (
    a_count("side_deals", "", "deals in which nobody called", **_OF_SIDES),
    a_count("side_wins", "", "of them won by the player's side", **_OF_SIDES),
    a_count("side_decided", "", "of them won by any side", **_OF_SIDES),
    *a_rate("side_rate", "deals won %", f"{WON}, even ones left out, where nobody called", ("side_decided",),
            short="deals won", prefix="side_", **_OF_SIDES),
)  # fmt: skip
_ABOUT_SIDES: Final = (("side_rate",), "{side_rate}: of those that somebody won.")

_matches = a_count("matches", "matches", "matches with a deal or a paper sheet of the player")
_per_match, _per_match_error = a_mean(
    "units_per_match", "per match", "units of a match on average: where places go by it, or nobody has a deal, as in a "
    "season of paper sheets", "per_match_error", rare=True,
)  # fmt: skip
ABOUT_ERRORS: Final = (("units_per_deal", "units_per_match"),
                       f"{PLUS_MINUS}: {CHANCE}; {TWICE}.")  # fmt: skip


def _standings(frames: Frames, choice: Choice) -> Any:
    """The standings with the matches won."""
    table = standings_of(
        frames.payout_blocks,
        min_deals=choice.fewest("standings"),
        min_matches=choice.fewest_matches,
        order=choice.order,
    )
    return table.merge(wins_of(frames.matches, frames.payout_blocks), on=PLAYER, how="left")[STANDINGS.names]


def _how_far_chance_goes(rows: Sequence[Mapping[str, Any]]) -> str:
    """How many pairs of players can be told apart: each is as many places further down as are told to be better."""
    apart, pairs = sum(row["place_first"] - 1 for row in rows), len(rows) * (len(rows) - 1) // 2
    if not apart:
        return NOT_APART if pairs else ""
    return others_by_chance(f"{counted(apart, 'pair')} of players", all_of_them=apart == pairs)


STANDINGS: Final = Statistic(
    "standings",
    "`scorer standings`: a row a player, the best first",
    (
        Column("place", "place", "count", "the place; equals share one", obvious=True, pinned=True),
        _player,
        Column("change", "moved", "moved", "places up or down since before the newest day", rare=True),
        _matches,
        _deals,
        _all_units,
        _per_deal,
        *_called,
        a_count("made", "made", "contracts made as the caller", **_CALLED),
        a_count("failed", "failed", "contracts failed as the caller", **_CALLED),
        *a_rate("success_rate", "made %", DECIDED, ("made", "failed"), prefix="success_", **_CALLED),
        Column("solo", "solo", "count", "called and played alone", rare=True, partnered=True),
        Column("slams_made", "slams", "count", "made by the player's calling side, or side where nobody called",
               rare=True, beside=("slams_defended", "slams_suffered")),
        Column("slams_suffered", "suffered", "count", "slams of the other side", rare=True),
        Column("slams_defended", "defended", "count", "slams as a defender", rare=True),
        a_count("penalties", "penalties", "penalties in which the player lost units", rare=True),
        _per_match,
        Column("matches_won", "matches won", "count", "finished matches that the player led at the end, by units or by "
               "what was agreed, unless all had the same", "won", rare=True),
        Column("races", "races", "count", "finished matches in which somebody reached the units, deals won or card "
               "points that were agreed", rare=True, beside=("races_won",)),
        Column("races_won", "races won", "count", "those of them that the player won", rare=True),
        *_sides,
        Column("place_first", "could be", "span", "the places that the player could truly have: within them chance "
               "alone may have made the order; of all players together it is wrong in 5 of 100 such tables",
               ends=("place_first", "place_last"), last=True),
        Column("place_last", form="count", about="the last of these places", last=True),
        _per_deal_error,
        _per_match_error,
    ),
    make=_standings,
    verdict=_how_far_chance_goes,
    terminal=(
        (("place", PLAYER), ("units", "units_per_match", "units_per_deal", "deals", "matches", "matches_won", "races",
                             "penalties", "change", "place_first")),
        ((PLAYER,), ("side_rate", "call_rate", "success_rate", "solo", "slams_made")),
    ),
    dashboard=("place", PLAYER, "units", "units_per_match", "units_per_deal", "place_first", "deals", "matches",
               "matches_won", "change", "side_rate", "called", "call_rate", "success_rate", "solo", "slams_made",
               "slams_defended", "slams_suffered", "penalties", "races", "races_won"),
    legend=(
        ABOUT_ERRORS,
        (("place_first",), "could be: the places within which chance alone may have made the order."),
        _ABOUT_SIDES,
        (("call_rate",), "{call_rate}: of the deals played; {success_rate}: of the contracts made or failed."),
        (("side_rate", "call_rate"), INTERVAL),
        (("slams_made",), "slams: made / as a defender / suffered."),
        (("matches_won",), "{matches_won}: finished matches that the player led at the end."),
        (("races",), "races: matches in which somebody reached what was agreed / won."),
    ),
)  # fmt: skip


def _bids(name: str, where: str, row: str, about: str, make: Callable[[Frames], Any]) -> Statistic:
    """The statistic of bids, or of bands of them."""
    margins = [
        (
            Column(f"margin_{end}", f"{end} by", "distance",
                   f"mean card points {side} the target, with bonuses where they count; of few it is mostly chance",
                   of=(f"counted_{end}",)),
            a_count(f"counted_{end}", "", f"contracts {end} of which the card points were counted"),
        )
        for end, side in (("made", "above"), ("failed", "below"))
    ]  # fmt: skip
    caller_gets, its_error = a_mean("units_caller", "caller gets", "mean units of the caller", short="caller")
    return Statistic(
        name,
        f"{where}: a row a {row}, in the order of the auction",
        (
            a_key(row, row, about, names="bid"),
            a_count("called", "called", "how often it was called", beside=("share",)),
            Column("share", "of all", "percent", "of all bids of the table", obvious=True),
            *_contracts,
            *(margin for margin, _ in margins),
            *(count for _, count in margins),
            caller_gets,
            Column("units_low", form="mean", about="lower end of the 95 % interval of `units_caller`"),
            Column("units_high", form="mean", about="upper end of the 95 % interval of `units_caller`"),
            its_error,
        ),
        make=lambda frames, _: make(frames),
        terminal=(((row,), ("called", "rate", "even", "margin_made", "margin_failed", "units_caller")),),
        dashboard=(row, "called", "share", "made", "failed", "even", "rate", "margin_made", "margin_failed",
                   "units_caller"),
        legend=((
            (),
            (f"called: with the share of all bids; {{rate}}: of the contracts made or failed. {INTERVAL} "
            "made by, failed by: mean card points above and below the target, of the deals that were counted: of few "
            "they are mostly chance. "
            f"{{units_caller}}: mean units of who called it; {PLUS_MINUS}: {CHANCE}."),
        ),),
        lists="bid",
        needs="caller",
    )  # fmt: skip


BIDS: Final = _bids("bids", "`scorer bids`", "bid", "the bid", lambda frames: bids(frames.deals, frames.payouts))
BANDS: Final = _bids(
    "bands", "`scorer bids --bands`", "band", "the band: card points by tens, a rank or a named bid by itself",
    lambda frames: bands(frames.deals, frames.payouts, bands_begin(frames)),
)  # fmt: skip


def _enough(frame: Any, frames: Frames, choice: Choice) -> Any:
    """Those rows of a statistic whose player played the minimum of deals and of matches."""
    fewest = choice.min_deals or 0, choice.fewest_matches
    if not any(fewest):
        return frame
    played = overview(frames.payouts)
    enough = (played["deals"] >= fewest[0]) & (played["matches"] >= fewest[1])
    return frame[frame[PLAYER].isin(played[PLAYER][enough])]


ROLES: Final = Statistic(
    "players",
    "`scorer players` as CSV and JSON: a row a player and role: caller with a partner, partner, solo, "
    "defender; side where nobody called; all",
    (
        _player,
        a_key("role", "role", "the role"),
        _deals,
        a_count("wins", "won", "deals won by the player's side"),
        a_count("losses", "lost", "deals lost by the player's side"),
        a_count("even", "even", "deals in which nobody won", rare=True, always=True),
        *a_rate("win_rate", "won %", WON, ("wins", "losses"), short="won"),
        Column("units", "units", "units", "deals alone: penalties, adjustments and paper sheets belong to no role"),
        _mean_units,
        Column("total", form="units", about="the same; in the row `all` with penalties, adjustments and paper sheets"),
        _mean_error,
    ),
    make=lambda frames, choice: _enough(roles(frames.payouts), frames, choice),
    terminal=((("role",), ("deals", "win_rate", "even", "units", "units_per_deal")),),
    dashboard=("role", "deals", "wins", "losses", "even", "win_rate", "units", "units_per_deal"),
)
# The roles, and where they are shown: in some games a caller never has a partner.
_SIDES: Final = {"caller": "call_rate", "partner": "partner_deals", "defender": "call_rate"}
OVERVIEW: Final = Statistic(
    "overview",
    "`scorer players` on a terminal: a row a player, where `caller` includes solo",
    (
        _player,
        _deals,
        Column("units", "units", "units",
               "penalties, adjustments and paper sheets included, which belong to no role"),
        _per_deal,
        *_called,
        *(
            column
            for role, there in _SIDES.items()
            for column in (
                a_count(f"{role}_deals", f"{role}: deals", f"deals as {role}", only=there),
                a_count(f"{role}_wins", "", f"deals won as {role}", only=there),
                a_count(f"{role}_decided", "", f"deals as {role} that somebody won", only=there),
                *a_rate(f"{role}_rate", f"won as {role}", WON, (f"{role}_decided",), short=f"as {role}",
                       prefix=f"{role}_", only=there),
            )
        ),
        _matches,
        _per_match,
        *_sides,
        _per_deal_error,
        _per_match_error,
    ),
    make=lambda frames, choice: _enough(overview(frames.payouts), frames, choice),
    terminal=(
        ((PLAYER,), ("deals", "units", "units_per_match", "units_per_deal", "side_rate", "call_rate")),
        ((PLAYER,), tuple(f"{role}_rate" for role in _SIDES)),
    ),
    dashboard=(PLAYER, "deals", "units", "units_per_match", "units_per_deal", "side_rate", "call_rate",
               *(f"{role}_{what}" for role in _SIDES for what in ("deals", "rate"))),
    legend=(
        ABOUT_ERRORS,
        _ABOUT_SIDES,
        (("call_rate",), f"{{call_rate}}: of the deals played; the rest is won, {WON}."),
        (("partner_rate",), "Solo counts as caller."),
        (("side_rate", "call_rate"), INTERVAL),
        ((), "scorer players NAME shows more of one player."),
    ),
)  # fmt: skip
PAIRS: Final = Statistic(
    "pairs",
    "`scorer pairs`: a row a caller and partner, most deals first",
    (
        a_key("caller", "caller", "who called", names=PLAYER),
        a_key("partner", "partner", "who was the partner", names=PLAYER),
        a_count("deals", "deals", "deals of this caller with this partner"),
        *_contracts,
        Column("units", "units", "units", "of both together"),
        _mean_units,
        *a_rate("likely_rate", "likely %", "made % drawn towards that of all pairs, as few deals are mostly chance", (),
                prefix="likely_", last=True),
        _mean_error,
    ),
    make=lambda frames, choice: pairs(frames.deals, frames.payouts, min_deals=choice.fewest("pairs")),
    terminal=((("caller", "partner"), ("deals", "rate", "even", "units", "units_per_deal")),),
    dashboard=("caller", "partner", "deals", "made", "failed", "even", "rate", "likely_rate", "units",
               "units_per_deal"),
    legend=(
        ((), f"{{rate}}: of the contracts made or failed. {INTERVAL} The cards mostly choose the partner."),
        (("likely_rate",), "{likely_rate}: {rate} drawn towards the rate of all pairs, of however few deals."),
        ABOUT_ERRORS,
    ),
    lists="pair",
    needs="partner",
    instead="met",
    verdict=made_together,
)  # fmt: skip
MET: Final = Statistic(
    "met",
    "`scorer pairs` where nobody called: a row of two players and how they met, first those on one side, most deals "
    "first",
    (
        a_key(PLAYER, PLAYER, "the first by name, whose wins, losses and units they are", names=PLAYER),
        a_key("met", "met", "with: on the same side; against: on another"),
        a_key("other", "other", "the other player", names=PLAYER),
        a_count("deals", "deals", "deals in which they met so"),
        a_count("wins", "won", "deals won by the first"),
        a_count("losses", "lost", "deals lost by the first"),
        _even,
        *a_rate("rate", "won %", WON, ("wins", "losses"), short="won"),
        Column("units", "units", "units", "of the first", obvious=True),
        _mean_units,
        _mean_error,
        Column("equals", form="percent", about="how often equals would win these deals: winners / players of each that "
               "somebody won, on average", last=True),
        Column("outside", form="yes", about="won is further from `equals` than chance alone goes in 95 of 100 cases",
               last=True),
        Column("outside_by_chance", form="percent", about="how often chance alone is as far off as that", last=True),
    ),
    make=lambda frames, choice: met(frames.payouts, min_deals=choice.fewest("met")),
    terminal=(((PLAYER, "other"), ("deals", "rate", "even", "units", "units_per_deal")),),
    dashboard=(PLAYER, "met", "other", "deals", "wins", "losses", "even", "rate", "units", "units_per_deal"),
    legend=(
        ((), f"{{rate}}: by the first, {WON}; who shares a win has won. The units are theirs too. {INTERVAL}"),
        ABOUT_ERRORS,
    ),
    lists="pair",
    needs="sides",
    apart=("met", "other"),
    verdict=won_of_equals,
)  # fmt: skip
STATISTICS: Final = {one.name: one for one in (STANDINGS, GAPS, RATING, FORETOLD, BIDS, BANDS, ROLES, OVERVIEW,
                                                  PAIRS, MET, BEYOND, LUCK, ALL_TIME, AWARDS, *CALLING)}  # fmt: skip

# The matches themselves, whose file has the columns of matches.csv and then the last two
MATCHES: Final = Listing(
    "matches",
    "`scorer matches`: a row a match",
    (
        a_count("id", "#", "the number of the match", pinned=True),
        Column("on", "on", "date", "the day", obvious=True),
        Column("match", "match", about="its name", obvious=True, names="match"),
        Column("league", "league", about="its league", obvious=True),
        Column("variant", "variant", about="its payout table", obvious=True, names="variant"),
        _deals,
        Column("state", "state", about="open or finished", obvious=True),
        Column(
            "leader",
            "leader",
            about="who leads, by units or by what was agreed: a player, the partners of a side, or how many are tied",
            obvious=True,
            names=PLAYER,
        ),
        Column(
            "units",
            "units",
            "units",
            "the units of the leader; empty where several lead with different units",
            obvious=True,
        ),
    ),
    terminal=((("id", "on"), ("match", "variant", "deals", "state", "leader", "units")),),
    dashboard=("id", "on", "match", "league", "variant", "deals", "state", "leader", "units"),
)
