"""The statistics of calls, described as all others: what pays, whether that foretells, what is left on the table."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from scorer.stats.by_chance import ONE_IN, about
from scorer.stats.calls import BOTH, HIGH, LOW, calls
from scorer.stats.columns import (
    CHANCE,
    IN_TURN,
    OFF,
    PLAYER,
    SURE,
    TWICE,
    Column,
    Statistic,
    a_count,
    a_key,
    a_mean,
    a_rate,
    better_words,
    nothing_to_tell,
)
from scorer.stats.paying import NO, TOO_FEW, UNSURE, YES, pays, pays_test
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import PLUS_MINUS, percent
from scorer.text.sentences import counted, listed, plural

Rows = Sequence[Mapping[str, Any]]
ALL_BY_CHANCE: Final = "Chance alone explains how the callers differ."
AS_CHANCE: Final = "chance alone does as much, all players taken together"
BEYOND_CHANCE: Final = "more than chance alone does, all players taken together"
BETTER_CARDS: Final = "Better cards bid higher: it is not what a higher bid would bring with the same cards."
NOBODY_KNOWS: Final = (
    "Everybody leaves some, for nobody knows the count beforehand. The auction ended where it ended: whether others "
    "would have gone higher nobody knows, and another card called may be another partner."
)
NOTHING_CALLED: Final = "Nobody has called here yet."


def _what_pays(row: str, rows: Rows) -> str:
    """Which bids or bands pay, which do not, of which too few were called, and how many would look so by chance."""
    if not rows:
        return NOTHING_CALLED
    by_word = {word: [str(each[row]) for each in rows if each["pays"] == word] for word in (YES, NO, UNSURE, TOO_FEW)}
    judged = len(rows) - len(by_word[TOO_FEW])
    if not judged:
        return f"None has {MIN_DEALS} contracts yet: whether it pays cannot be told."
    sentences = []
    if pay := by_word[YES]:
        sentences.append(f"{listed(pay)} {plural(len(pay), 'pays', 'pay')}.")
    if cost := by_word[NO]:
        sentences.append(f"{listed(cost)} {plural(len(cost), 'does', 'do')} not pay.")
    if unsure := by_word[UNSURE]:
        sentences.append(f"Of {listed(unsure)} it cannot be told yet.")
    if seldom := by_word[TOO_FEW]:
        verb = plural(len(seldom), "has", "have")
        sentences.append(f"{counted(len(seldom), row)} {verb} fewer than {MIN_DEALS} contracts: too few to tell.")
    if pay or cost:
        by_chance = f"{about(judged / ONE_IN)} of {counted(judged, row)}"
        sentences.append(f"If all only broke even, chance alone would make {by_chance} look so on average.")
    return " ".join(sentences)


AS_FAR: Final = f"{OFF}, as far as the chance is; about {TWICE}"
_gets = {"caller": "the caller", "partner": "the partner, in deals with one,", "defender": "a defender"}
_means = [
    (
        Column(f"units_{seat}", seat, "mean", f"what {who} is expected to get", error=f"error_{seat}",
               off=AS_FAR, partnered=seat == "partner"),
        Column(f"error_{seat}", form="mean", about=f"how far off `units_{seat}` may be, as far as the chance is",
               last=True),
    )
    for seat, who in _gets.items()
]  # fmt: skip
_units = tuple(f"units_{seat}" for seat in _gets)


def _pays(name: str, command: str, row: str, about: str, *, banded: bool) -> Statistic:
    """What pays, by bids or by bands."""
    return Statistic(
        name,
        f"`{command}`: a row a {row}, in the order of the auction",
        (
            a_key(row, row, about, names="bid"),
            a_count("called", "called", "how often it was called"),
            a_count("made", "made", "contracts made"),
            a_count("failed", "failed", "contracts failed"),
            *a_rate("rate", "made %", "of the contracts made or failed, even ones left out", ("made", "failed")),
            *a_rate("chance", "chance", "the chance to make it: its rate drawn towards what all together say along the "
                    "auction, the more the fewer its contracts are", (), short="chance", prefix="chance_"),
            Column("break_even", "pays from", "percent", "the chance from which on the caller gets something on "
                   "average", short="from"),
            Column("pays", "pays", about="yes or no where the whole interval of the chance is above or below that; "
                   f"unsure: it lies around it; too few: fewer than {MIN_DEALS} contracts made or failed"),
            *(mean for mean, _ in _means),
            *(error for _, error in _means),
            Column("units_low", form="mean", about="lower end of the 95 % interval of `units_caller`"),
            Column("units_high", form="mean", about="upper end of the 95 % interval of `units_caller`"),
        ),
        make=lambda frames, choice: pays(frames, banded=banded, measure=choice.measure),
        terminal=(((row,), ("rate", "chance", "break_even", "pays")), ((row,), ("called", *_units))),
        dashboard=(row, "called", "rate", "chance", "break_even", "pays", *_units),
        legend=(((), _PAYING),),
        lists="bid",
        needs="caller",
        verdict=partial(_what_pays, row),
    )  # fmt: skip


_PAYING: Final = (
    "{rate}: as called; chance: the same, drawn towards what all together say along the auction, the more the fewer "
    f"its contracts are. {SURE.capitalize()}. {{break_even}}: the chance from which on the caller gets something on "
    f"average. pays: unsure where the interval lies around it, too few below {MIN_DEALS} contracts. Below: what each "
    "is expected to get, by the payout table and that chance, without what redeals doubled; "
    f"{PLUS_MINUS}: {AS_FAR}. {BETTER_CARDS}"
)
PAYS: Final = _pays("pays", "scorer bids --pays", "bid", "the bid", banded=False)
PAYING_BANDS: Final = _pays(
    "paying_bands",
    "scorer bids --pays --bands",
    "band",
    "the band: card points by tens, a rank or a named bid by itself",
    banded=True,
)
_ways = {
    "league": "the rate of all",
    "own rate": "the own rate of each",
    "shrunken": "the own rate of each, drawn towards all",
}


def _which_told_most(rows: Rows) -> str:
    """Which way was nearest, and whether shrunken rates beat the rate of all by more than chance."""
    if rows[0]["brier"] is None:
        return nothing_to_tell(rows)
    nearest = _ways[min(rows, key=lambda row: row["brier"])["told_by"]]
    beside = better_words(rows[-1], "Own rates drawn towards all are", "the rate of all", "Brier scores")
    return f"Nearest to what came: {nearest}. {beside}"


def _pays_test(name: str, command: str, row: str, *, banded: bool) -> Statistic:
    """Whether the chances of bids, or of bands, foretell."""
    return Statistic(
        name,
        f"`{command}`: a row a way of telling whether a contract is made from all other "
        "matches",
        (
            Column("told_by", "told by", about=f"league: the rate of all contracts; own rate: that of the same {row}; "
                   "shrunken: that drawn towards what all say, as `chance` is", pinned=True),
            a_count("matches", "matches", "matches with a call, which were left out in turn"),
            a_count("contracts", "contracts", "contracts made or failed in them"),
            Column("brier", "Brier score", "square", "mean square of the chance less what came: 1 made, 0 failed; "
                   "lower is nearer, one half for all gives 0.25", short="Brier"),
            Column("beside_league", "beside league", "tenths", "of the score of `league`: below 100 % is nearer"),
            Column("better", form="square", about="by how much it is below that of `league`"),
            Column("error", form="square", about="standard error of `better`, over the matches"),
        ),
        make=lambda frames, _: pays_test(frames, banded=banded),
        terminal=((("told_by",), ("brier", "beside_league", "contracts", "matches")),),
        dashboard=("told_by", "brier", "beside_league", "contracts", "matches"),
        legend=(
            (
                (),
                (f"{IN_TURN} {{brier}}: the mean square of the chance less what came, 1 for made and 0 for failed: "
                 "lower is nearer, and one half for every contract gives 0.250. beside league: below 100 % it was "
                 "nearer than the rate of all."),
            ),
        ),
        lists="way",
        needs="caller",
        verdict=_which_told_most,
    )  # fmt: skip


PAYS_TEST: Final = _pays_test("pays_test", "scorer bids --pays --test", "bid", banded=False)
PAYING_BANDS_TEST: Final = _pays_test("paying_bands_test", "scorer bids --pays --bands --test", "band", banded=True)


def how_callers_differ(rows: Rows) -> str:
    """Who makes more or fewer of the same bids than others, by more than chance; or that nobody does."""
    told = []
    for words, wanted in (("more", 1), ("fewer", -1)):
        some = [str(row[PLAYER]) for row in rows if row["beyond"] and row["ahead"] * wanted > 0]
        if some:
            makes = f"{plural(len(some), 'makes', 'make')} {words} of the same bids than others do"
            told.append(f"{listed(some)} {makes}, {BEYOND_CHANCE}.")
    return " ".join(told) or ALL_BY_CHANCE


def _who_leans(rows: Rows) -> str:
    """How much was called too low and too high, who makes more of the same bids, and who calls too low or too high."""
    if len(rows) < 2:  # noqa: PLR2004
        return _left_in_all(rows) if rows else NOTHING_CALLED
    told = [_left_in_all(rows)]
    if any(row["beyond"] for row in rows):
        told.append(how_callers_differ(rows))
    for word in (LOW, HIGH):
        some = [str(row[PLAYER]) for row in rows if row["leans"] in {word, BOTH}]
        if some:
            told.append(f"{listed(some)} {plural(len(some), 'calls', 'call')} {word} more often than others.")
    if len(told) == 1:
        told.append(ALL_BY_CHANCE)
    if few := sum(row["called"] < MIN_DEALS for row in rows):
        callers = f"{few} of these {len(rows)} players" if few < len(rows) else "All of these players"
        told.append(f"{callers} called fewer than {MIN_DEALS} deals: of so few little can be told.")
    return " ".join(told)


def _left_in_all(rows: Rows) -> str:
    """How many of all calls were counted, and of these how many too low, and too high."""
    called, deals, low, high = (sum(row[name] for row in rows) for name in ("called", "counted", "too_low", "too_high"))
    if not deals:
        return "Nobody counted the card points: what the calls left cannot be told."
    shares = f"{percent(low / deals)} of these turned out to be too low, {percent(high / deals)} too high."
    if deals == called:
        return f"{counted(called, 'counted call')}: {shares}"
    return f"Of {counted(called, 'call')} {deals} {plural(deals, 'was', 'were')} counted: {shares}"


_OTHERS: Final[dict[str, Any]] = {
    "only": "expected"
}  # where nobody else has called, and where nobody counted, there is nothing
_COUNTED: Final[dict[str, Any]] = {"only": "counted"}
_got, _got_error = a_mean("got", "got", "mean units of the caller, without what redeals doubled", "error_got",
                          **_COUNTED)  # fmt: skip
_left, _left_error = a_mean("left", "left", "mean units left on the table: what the counts would have carried less "
                            "what was got", "error_left", **_COUNTED)  # fmt: skip
CALLS: Final = Statistic(
    "calls",
    "`scorer calls`: a row a player who called, most calls first",
    (
        a_key(PLAYER, PLAYER, "who called", names=PLAYER),
        a_count("called", "called", "deals as the caller, solo or not"),
        a_count("made", "made", "contracts made"),
        a_count("failed", "failed", "contracts failed"),
        *a_rate("rate", "made %", "of the contracts made or failed, even ones left out", ("made", "failed")),
        Column("expected", "others make %", "percent", "how often the others make the same bids, from their contracts "
               "alone, each bid's rate drawn towards what all say", short="others", **_OTHERS),
        Column("ahead", "ahead", "ahead", "made % less what the others make of the same bids", error="ahead_error",
               **_OTHERS),
        Column("ahead_error", form="ahead", about=f"standard error of `ahead`: {CHANCE}"),
        Column("beyond", "beyond chance", "yes", "chance alone hardly makes such a difference; of all players together "
               "any is taken for one wrongly in 5 of 100 such tables", short="beyond", **_OTHERS),
        a_count("counted", "counted", "deals called of which somebody counted the card points: the rest of the row is "
                "of these", **_COUNTED),
        _got,
        Column("carried", "could carry", "mean", "mean units that the counts would have carried: of the bids that each "
               "makes the one that pays most, and where it makes none, what was got; it is got and left together, each "
               "rounded by itself", short="carried", **_COUNTED),
        _left,
        Column("left_low", form="mean", about="of `left`, by calling too low"),
        Column("left_high", form="mean", about="of `left`, by calling too high"),
        Column("too_low", "too low", "count", "contracts made of which a higher bid would have paid more", **_COUNTED),
        Column("too_high", "too high", "count", "contracts failed that a lower bid would have made", **_COUNTED),
        Column("lost_anyway", "lost anyway", "count", "contracts failed that no bid would have made", **_COUNTED),
        Column("leans", "leans", about="too low or too high where that is more often than the others do, beyond "
               "chance, all players together; else no", **_COUNTED),
        _got_error,
        _left_error,
    ),
    make=lambda frames, choice: calls(frames, choice.measure),
    terminal=(
        ((PLAYER,), ("rate", "expected", "ahead", "beyond")),
        ((PLAYER,), ("counted", "got", "carried", "left", "too_low", "too_high", "leans")),
    ),
    dashboard=(PLAYER, "called", "rate", "expected", "ahead", "beyond", "counted", "got", "carried", "left", "too_low",
               "too_high", "lost_anyway", "leans"),
    legend=(
        (("rate",), f"{{rate}}: of the contracts made or failed. {SURE.capitalize()}."),
        (
            ("expected",),
            ("{expected}: how often they make the same bids; ahead: made less that. "
             f"{PLUS_MINUS}: {CHANCE}. {{beyond}}: chance alone hardly makes it, all players taken together."),
        ),
        (
            ("counted",),
            ("Below, of the counted deals, without what redeals doubled: what the caller got, what the bid that "
             "pays most would have brought of those that the count makes (carried), and what was left, in units a "
             "deal, each rounded by itself. too low: a higher bid would have paid more; too high: a lower one would "
             f"have been made. leans: more often than the others, beyond chance. {NOBODY_KNOWS}"),
        ),
    ),
    needs="caller",
    verdict=_who_leans,
)  # fmt: skip
CALLING: Final = (PAYS, PAYING_BANDS, PAYS_TEST, PAYING_BANDS_TEST, CALLS)
