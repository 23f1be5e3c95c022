"""What a season is remembered for: the records of all time."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dashboard import data
from dashboard.address import links
from dashboard.look import markup, theme
from dashboard.page import skeleton, tables
from dashboard.page.skeleton import PageSection
from scorer import wings
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import listed, short_day
from scorer.stats.all_time import bare_amount
from scorer.stats.describe.columns import PLAYER, MakingOptions
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables
from scorer.text.numbers import Counting, Row

ALL_TIME: Final = described("records")

TITLES: Final = {
    "biggest deal": N_("most in a deal"),
    "closest finish": N_("closest finish, won by"),
    "biggest comeback": N_("biggest comeback, from behind by"),
}
OF_LEADS: Final = ("closest finish", "biggest comeback")  # in what the match is judged by


def records(section: PageSection) -> None:
    """Who holds most records of a payout table; where it is alone each as a tile, and as a table folded away."""
    rows = data.rows(("records", section.frames), lambda: ALL_TIME.make(section.frames))
    answer, caveat = holders(rows), section.verdict(ALL_TIME, rows)
    if not section.is_only:
        section.heading("records")
        markup.quiet(answer)
        section.table(rows, ALL_TIME.on_dashboard, _("Records"))
        return
    markup.answer(answer, caveat)
    section.heading("records")
    markup.tiles([tile(row, section.counting) for row in rows])
    section.folded_away("records")
    if rows and (fold := markup.unfolded(_("Who holds which record, and since when?"), section.key("as a table"))):
        with fold:
            section.table(rows, ALL_TIME.on_dashboard, _("Records"))


def holders(rows: Sequence[Row]) -> str:
    """`Adele holds 4 of 10 records.`: who holds most of them, alone or with others; empty for none."""
    if not rows:
        return ""
    held = Counter(player for player, _record in dict.fromkeys((str(row[PLAYER]), row["record"]) for row in rows))
    most, records = max(held.values()), len({row["record"] for row in rows})
    players = [links.named(player) for player, count in held.items() if count == most]
    facts = {"players": listed(players), "held": most, "records": records}
    if len(players) == 1:
        return ngettext(
            "{players} holds the one record.", "{players} holds {held} of {records} records.", records, **facts
        )
    return _("{players} hold {held} of {records} records each.", **facts)


def tile(row: Row, counting: Counting) -> markup.Tile:
    """A record: what it is, how much, whose, and in which match it came about; if sure, what chance would make."""
    where = [links.match(row["match_id"], short_day(row["on"]))] if row["match_id"] else []
    below = ", ".join([links.named(row[PLAYER]), *where])
    if row["record"] in OF_LEADS and row["counts"] != "units":
        below = f"{ALL_TIME['counts'].written(row, counting)} · {below}"
    if counting.style.sure and row["by_chance"] is not None:
        amount = ALL_TIME["by_chance"].written(row, counting)
        below = _("{record} · by chance {amount}", record=below, amount=amount)
    record = str(row["record"])
    return markup.Tile(_(TITLES.get(record, record)), bare_amount(row, counting), below, colour(row))


def colour(row: Row) -> str:
    """The colour of the player whose record it is."""
    return theme.colour(row[PLAYER], data.players_now())


chosen = skeleton.subject(_("Records"), "records", "sure")
sections = skeleton.sections(replace(chosen, choice=MakingOptions()))
skeleton.below_each_other(sections, records)
if sections:
    wings.answers("records: below", chosen)
    tables.csv_button("records", lambda: flat_tables(data.frames_now(chosen.selection), "records", MakingOptions()))
