"""What is beyond chance, described as all others: pairs beside what is foretold of them, and what units are made of."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorer.stats.beyond import beyond
from scorer.stats.by_chance import ONE_IN, Outside
from scorer.stats.columns import CHANCE, HOW_FAR, ONLY_UNITS, PLAYER, Column, Statistic, a_count, a_key
from scorer.stats.luck import IN_ROLES, PARTS, PLAY, luck
from scorer.stats.players import MET
from scorer.text.numbers import PLUS_MINUS, Counting
from scorer.text.sentences import counted, some

Rows = Sequence[Mapping[str, Any]]
MEASURED: Final = (
    "In units / stake: what two get beyond what their roles, and the ratings of all at the table, foretell."
)
TOO_FEW: Final = "Nothing can be said of play yet: the deals are too few, or all ended alike."
NOBODY_TOLD: Final = "No pair can be told from chance, all looked at together."
NOTHING_TOLD: Final = "Nothing can be said yet: of so few deals nothing is left to tell a pair from."


def _told_from_chance(rows: Rows) -> str:
    """Which pairs can be told from chance; how many are off what is foretold, and how many would be by chance.

    These are one in twenty of whom anything is left, on average; of equals it is fewer, for the ratings then take more
    of what chance did than there is to take.
    """
    if not rows:
        return ""
    rows = [row for row in rows if row["error"] is not None]
    if not rows:
        return NOTHING_TOLD
    far = sorted((row for row in rows if row["apart"]), key=lambda row: -abs(row["rest"]))
    named = some([f"{row[PLAYER]} {row['met']} {row['other']} {Counting().mean(row['rest'])}" for row in far])
    told = f"Beyond chance, in units / stake a deal: {named}." if far else NOBODY_TOLD
    outside, met = sum(row["outside"] for row in rows), [sum(row["met"] == way for row in rows) for way in MET]
    of = counted(len(rows), "pair") + (f" ({met[0]} with and {met[1]} against)" if all(met) else "")
    return f"{told} {Outside(outside, len(rows) / ONE_IN).words(of, 'rest')}"


BEYOND: Final = Statistic(
    "beyond",
    "`scorer pairs --beyond`: a row two players and how they met, the highest rest first; in units / stake, all "
    "variants of a league together",
    (
        a_key(PLAYER, PLAYER, "with: the first by name; against: who got more than foretold", names=PLAYER),
        a_key("met", "met", "with: on the same side; against: on different sides"),
        a_key("other", "other", "the other player", names=PLAYER),
        a_count("deals", "deals", "deals in which they met so"),
        Column("units_per_deal", "got", "mean", "units / stake a deal: with, of both together; against, of the first "
               "less those of the other"),
        Column("foretold", "foretold", "mean", "what their roles, and the ratings of all at the table, say of the same "
               "deals"),
        Column("rest", "rest", "mean", "what they got beyond it", error="error"),
        Column("error", form="mean", about=f"standard error of `rest`: {CHANCE}"),
        Column("low", form="mean", about="lower end of what chance alone leaves the rest within in 95 of 100 cases"),
        Column("high", form="mean", about="upper end of it"),
        Column("outside", "outside", "yes", "the rest is further off than chance alone goes in 95 of 100 cases: of "
               "twenty pairs about one is by chance"),
        Column("shrunken", "shrunken", "mean", "the rest drawn towards 0 as far as chance explains how much the rests "
               "of all pairs differ"),
        Column("shrunken_error", form="mean", about="how far off `shrunken` may be"),
        Column("apart", "told apart", "yes", "chance alone hardly makes such a rest; of all pairs together any is "
               "taken for one wrongly in 5 of 100 such tables", rare=True),
    ),
    make=lambda frames, choice: beyond(frames.payouts, min_deals=choice.fewest("beyond")),
    terminal=(((PLAYER, "other"), ("deals", "units_per_deal", "foretold", "rest", "shrunken", "outside", "apart")),),
    dashboard=(PLAYER, "met", "other", "deals", "units_per_deal", "foretold", "rest", "shrunken", "outside", "apart"),
    legend=(
        (
            (),
            ("got: units / stake a deal, with: of both together, against: of the first less the other's. foretold: "
             "what their roles and all ratings at the table say of the same "
             f"deals. rest: what is left; {PLUS_MINUS}: {CHANCE}. shrunken: the rest drawn towards 0 as far as chance "
             f"explains it. outside: chance alone goes no further in 95 of 100 cases, so that of twenty pairs "
             "about one is there by chance."),
        ),
        (("apart",), "told apart: hardly by chance, all pairs taken together."),
        ((PLAYER,), "Against each other, first stands who got more than foretold."),
    ),
    lists="pair",
    apart=("met", "other"),
    measure="base",
    verdict=_told_from_chance,
)  # fmt: skip


def _whose_play(rows: Rows) -> str:
    """What the units of the one in front are made of, and whether play can be told at all; or that there is no deal.

    Rows of money, which are cents, have their `currency`.
    """
    first = next((row for row in rows if row["deals"]), None)
    if first is None:
        return ONLY_UNITS if rows else ""
    if first["chance"] is None and not first["told"]:
        return TOO_FEW
    sure = "" if first["told"] else "No difference in play can be told yet. "
    counting = Counting(first.get("currency", ""))
    play, units = counting.total(first["play"], first["play_error"]), counting.said(first["units"])
    told = f"Of {first[PLAYER]}'s {units}, {play} is play and {counting.total(first['cards'])} cards"
    if first["chance"] is None:
        return f"{sure}{told}."
    chance = counting.off(first["chance"], counting.places(first["cards"]))
    return f"{sure}{told}, which chance alone commonly moves by {chance}."


_MOVES: Final = "by about this much chance alone moves it"
_roles = dict(zip(IN_ROLES, ("caller", "partner", "defender", "in sides"), strict=True))
LUCK: Final = Statistic(
    "luck",
    f"`scorer luck`: a row a player, most units first. `units` are the sum of `{'`, `'.join(PARTS)}`, to the last one; "
    "`play` is that of the first five",
    (
        a_key(PLAYER, PLAYER, "the player", names=PLAYER),
        a_count("deals", "deals", "deals played"),
        Column("units", "units", "units", "everything: play, company, roles, cards, slams, carry and outside together"),
        Column("play", "play", "units", "what the player does better or worse than the others, own choice of when to "
               "call included: the rating of these deals at their stakes, drawn towards 0 as far as chance explains it",
               error="play_error", off=f"{HOW_FAR}; none where the deals do not tell", only="deals"),
        Column("play_error", form="units", about="how far off `play` may be"),
        Column("company", "company", "units", "the play of all others at the table, as it falls to this player: good "
               "partners, weak opponents", only="deals"),
        Column("roles", "roles", "units", "what average players get in the same roles at the same stakes, less own "
               "choice of them: the cards make the caller", rare=True),
        Column("cards", "cards", "units", "the rest: the cards and how they fell", error="chance", off=_MOVES,
               only="deals"),
        Column("chance", form="units", about="by about this much chance alone moves the cards of such deals"),
        Column("slams", "slams", "units", "what slams added to the plain payout, won and lost", rare=True),
        Column("carry", "carry", "units", "what was added where redeals or even deals before had doubled the stake",
               rare=True),
        Column("outside", "outside", "units", "penalties, adjustments and paper sheets", rare=True),
        *(
            Column(name, f"as {role}" if role in name else role, "units", f"{where}: a part of play", rare=True,
                   error=f"{name}_error", off=HOW_FAR)
            for (name, role), where in zip(
                _roles.items(),
                ("own calls, alone or with a partner", "the part as partner", "defence", "where nobody calls"),
                strict=True,
            )
        ),
        *(Column(f"{name}_error", form="units", about=f"how far off `{name}` may be") for name in IN_ROLES),
        Column("told", form="yes", about="whether the deals tell any difference between the players; the same in all "
               "rows"),
        Column("choice", "own choice", "units", "what calling more or less often than others brings: what is left of "
               "play beside the roles", rare=True),
    ),
    make=lambda frames, choice: luck(frames, choice.measure, min_deals=choice.fewest("luck")),
    terminal=(
        ((PLAYER,), ("units", "play", "company", "roles", "cards", "slams", "carry", "outside")),
        ((PLAYER,), PLAY),
    ),
    dashboard=(PLAYER, "units", "play", "company", "roles", "cards", "slams", "carry", "outside", *PLAY),
    legend=(
        ((), "units are the sum of the parts beside them."),
        (
            ("play", "company", "cards"),
            ("play: what the rating tells of the "
             f"player, at the stakes of these deals; {PLUS_MINUS}: {HOW_FAR}; none where the deals do not tell. "
             f"company: what the others at the table do in their roles. cards: the rest; {PLUS_MINUS}: {_MOVES}."),
        ),
        (("roles",), "roles: what average players get in the same roles, less own choice of them."),
        (("slams", "carry"), "slams, carry: what they added to the plain payout."),
        (("outside",), "outside: penalties, adjustments and paper sheets."),
        (
            IN_ROLES,
            ("as caller and so on: what is more than average players get in each role, a part of play; whether by how "
             "it was played or by the hands that were called on the deals do not tell."),
        ),
        (("choice",), "own choice: the other part, what calling more or less often than others brings."),
    ),
    verdict=_whose_play,
)  # fmt: skip
