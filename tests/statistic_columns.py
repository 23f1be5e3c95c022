"""docs/columns.md: the columns of every statistic. `python -m tests.statistic_columns` writes them again."""

from pathlib import Path

from scorer.stats.describe import statistic_files
from scorer.stats.describe.columns import UNIT_OF, Column, Listing
from scorer.stats.describe.statistic_files import described, listing_of, page_tables

FILES = Path(statistic_files.__file__).with_name("statistics")
OF_FRAMES = [  # made of frames and a choice, in the order of the page
    "standings", "gaps", "rating", "bids", "bands", "players", "overview", "pairs", "met", "beyond",
    "luck", "records", "awards", "pays", "paying_bands", "calls",
]  # fmt: skip
OTHERS = ("chances", "recount", "left_out")
RANKINGS = ("ranking", "ranking_events")
OF_TWO = ("meetings", "head_to_head")  # made of frames, a player and another
_ELSEWHERE = {*OTHERS, *RANKINGS, *OF_TWO, "evenings", "matches"}
OF_FRAMES += sorted({file.stem for file in FILES.glob("*.toml")} - {*OF_FRAMES} - _ELSEWHERE)  # a new one comes last
STATISTICS = {name: described(name) for name in OF_FRAMES}
MADE = [  # every one that is made of frames, and of whom
    *((one, ()) for one in STATISTICS.values()),
    *((one, ("Anna",)) for one in (*page_tables(), described("evenings"))),
    *((described(name), ("Anna", "Bruno")) for name in OF_TWO),
]
LISTINGS: list[Listing] = [
    *STATISTICS.values(),
    *map(described, OTHERS),
    *map(listing_of, RANKINGS),
    *page_tables(),
    described("evenings"),
    *map(described, OF_TWO),
    listing_of("matches"),
]
PAGE_OF_DOCS = Path(__file__).resolve().parent.parent / "docs" / "columns.md"
BEGIN = "<!-- from here: python -m tests.statistic_columns -->"
END = "<!-- to here -->"


def reference() -> str:
    """The generated part of the page."""
    sections = [_section(one) for one in LISTINGS]
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
    head = "| column | holds | terminal | dashboard | meaning |\n|---|---|---|---|---|"
    return "\n".join([f"{listing.about}.", "", head, *rows, ""])


def _row(column: Column, on_terminal: bool, on_dashboard: bool) -> str:
    terminal = column.head(short=True) if on_terminal else ""
    names = ", ".join(f"`{name}`" for name in (column.name, *(column.ends if column.form == "rate" else ())))
    cells = (names, UNIT_OF[column.form], terminal, column.head() if on_dashboard else "", column.meaning)
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Write the columns into the page again."""
    page = PAGE_OF_DOCS.read_text(encoding="utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    PAGE_OF_DOCS.write_text(before + reference() + after, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
