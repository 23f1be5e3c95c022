"""docs/columns.md: the columns of every statistic. `python -m tests.statistic_columns` writes them again."""

from pathlib import Path

from scorer.stats.chances_descriptions import OF_MATCHES
from scorer.stats.columns import UNIT_OF, Column, Listing
from scorer.stats.descriptions import MATCHES, STATISTICS
from scorer.stats.page_descriptions import BESIDE, PAGE
from scorer.stats.ranking_descriptions import PLACES, SHARES
from scorer.stats.recount_descriptions import LEFT_OUT, RECOUNT

PAGE_OF_DOCS = Path(__file__).resolve().parent.parent / "docs" / "columns.md"
BEGIN = "<!-- from here: python -m tests.statistic_columns -->"
END = "<!-- to here -->"


def reference() -> str:
    """The generated part of the page."""
    others = (*OF_MATCHES, RECOUNT, LEFT_OUT, PLACES, SHARES, *PAGE, *BESIDE, MATCHES)
    sections = [_section(one) for one in (*STATISTICS.values(), *others)]
    return f"{BEGIN}\n\n" + "\n".join(sections) + f"\n{END}"


def _section(listing: Listing) -> str:
    """A table of the columns of one statistic; a rate and the ends of its interval are in one line."""
    shown = {name for keys, others in listing.terminal for name in (*keys, *others)}
    ends = {name for column in listing.columns if column.form == "rate" for name in column.ends}
    rows = [
        _row(column, column.name in shown, column.name in listing.dashboard)
        for column in listing.columns
        if column.name not in ends
    ]
    head = "| column | it holds | on a terminal | on the dashboard | what it is |\n|---|---|---|---|---|"
    return "\n".join([f"{listing.about}.", "", head, *rows, ""])


def _row(column: Column, on_terminal: bool, on_dashboard: bool) -> str:
    terminal = (column.short or column.title) if on_terminal else ""
    names = ", ".join(f"`{name}`" for name in (column.name, *(column.ends if column.form == "rate" else ())))
    cells = (names, UNIT_OF[column.form], terminal, column.title if on_dashboard else "", column.about)
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Write the columns into the page again."""
    page = PAGE_OF_DOCS.read_text(encoding="utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    PAGE_OF_DOCS.write_text(before + reference() + after, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
