"""What a player's page says in words, wherever it is shown."""

from typing import Final

from scorer.language import N_, _
from scorer.language.lists_numbers_dates import number
from scorer.rules.cards import bid_shown
from scorer.stats.describe.phrases import CHANCE, INTERVAL
from scorer.stats.describe.statistic_tables import PlayerFigures
from scorer.text.numbers import Counting, Row

RUNS: Final = {"win": N_("{deals} won"), "loss": N_("{deals} lost")}
RUNS_BY_CHANCE: Final = {
    "win": N_("{deals} won (by chance about {by_chance})"),
    "loss": N_("{deals} lost (by chance about {by_chance})"),
}


def record_words(page: PlayerFigures, units: Counting, *, every: bool = True) -> dict[str, str]:
    """The highest and the lowest figures of a player, by name: `best match`: `+31 on 2026-02-03, Gelso 4`.

    In a sure style with what chance alone makes of the longest streaks. `every`: also what there is none of, and the
    worst match where there is one alone.
    """
    row, called = page.tables["records"][0], "caller" in page.head.has
    made, defended, suffered = (row[f"slams_{how}"] for how in ("made", "defended", "suffered"))

    def where(record: str, amount: str) -> str:
        return _("{amount} on {day}, {match}", amount=amount, day=row[f"{record}_on"], match=row[f"{record}_match"])

    highest = bid_shown(row["highest_bid_made"], units.pack)
    lines = {_("highest bid made"): highest or _("none")} if called and (highest or every) else {}
    if every or any(row[f"{run}_streak"] for run in RUNS):
        lines[_("longest streaks")] = ", ".join(run_words(row, run, sure=units.style.sure) for run in RUNS)
    if row.get("biggest_win"):
        lines[_("biggest win")] = where("biggest_win", units.total(row["biggest_win"]))
    if row.get("highest_count"):
        lines[_("highest count")] = where("highest_count", number(row["highest_count"]))
    lines[_("best match")] = where("best", units.total(row["best_units"]))
    if every or row["worst_match"] != row["best_match"] or row["worst_on"] != row["best_on"]:
        lines[_("worst match")] = where("worst", units.total(row["worst_units"]))
    if made or defended or suffered or (called and every):
        lines[_("slams")] = _(
            "{made} made, {defended} defended, {suffered} suffered", made=made, defended=defended, suffered=suffered
        )
    if row["penalties"] or every:
        lines[_("penalties")] = number(row["penalties"])
    return lines


def run_words(row: Row, run: str, *, sure: bool) -> str:
    """The longest run of deals, by a key of RUNS: `7 won (by chance about 6)`; of few deals without the second."""
    deals, by_chance = row[f"{run}_streak"], row[f"{run}_by_chance"]
    if by_chance is None or not sure:
        return _(RUNS[run], deals=deals)
    return _(RUNS_BY_CHANCE[run], deals=deals, by_chance=by_chance)


def page_legend(*, called: bool, met: bool, sure: bool = True) -> str:
    """What the columns of a player's page mean.

    `called`: where the player's bids stand beside those of the league; `met`: where others do, with and against whom;
    `sure`: where errors and intervals are shown.
    """
    interval = [_(INTERVAL)] if sure else []
    if called:
        sentences = [
            _("won: of the deals that somebody won; made: of the contracts made or failed."),
            *interval,
            _("The league is everybody, the player too."),
        ]
    else:
        sentences = [_("won: of the deals that somebody won."), *interval]
    if sure:
        sentences.append(_("±: {error}.", error=_(CHANCE)))
    if met:
        sentences.append(_("with, against: on the same side, on the other."))
        sentences.append(_("Units by role, with and against are those of deals alone."))
    else:
        sentences.append(_("Units by role are those of deals alone."))
    return " ".join(sentences)


def run_by_chance(row: Row, run: str) -> str:
    """What chance alone makes of the longest run of deals, by a key of RUNS; empty for few deals."""
    by_chance = row[f"{run}_by_chance"]
    return "" if by_chance is None else _("by chance about {deals}", deals=by_chance)
