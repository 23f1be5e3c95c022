"""Who stands where: the table, the units as they ran, who overtook whom."""

from dashboard import charts, data, filters, page, tables
from scorer import stats
from scorer.frames import Part
from scorer.tables import STATISTICS, Choice, Head, flat_tables, plain_rows


def section(about: Head, part: Part, choice: Choice) -> None:
    """One league under one variant, or under several by a measure."""
    payouts, everybody, money = part.frames.payouts, data.players_now(), about.currency
    table = STATISTICS["standings"](part.frames, choice)
    page.heading(about)
    tables.shown(plain_rows(table), tables.STANDINGS, page.key(about, "table"), alt="Standings", currency=money)
    by = "units" if choice.order == "units" else "units_per_deal"
    running, names = stats.running_by_match(payouts), page.match_names(part.frames)
    kept = table["player"].tolist()
    page.beside(
        (page.key(about, "bars"), charts.standings_bars(table, everybody, by=by, currency=money)),
        (page.key(about, "running"), charts.match_lines(running, names, everybody, kept, currency=money)),
        (page.key(about, "places"), charts.place_changes(stats.match_units(payouts), names, everybody)),
        (page.key(about, "calls"), charts.call_rates(table, "", everybody)),
    )


page.begin("Standings")
chosen = filters.sidebar("standings", "measure", "min_deals", "order")
sections = page.sections(chosen)
for about, part in sections:
    section(about, part, chosen.choice)
if sections:
    tables.csv_button("standings", lambda: flat_tables(data.frames_now(chosen.selection), "standings", chosen.choice))
