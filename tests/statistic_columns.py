"""docs/columns.md: the columns of every statistic. `python -m tests.statistic_columns` writes them again."""

from functools import partial
from inspect import signature
from pathlib import Path
from pkgutil import resolve_name

import scorer
from scorer.stats.describe import commands
from scorer.stats.describe.columns import UNIT_OF, Column, Listing, Statistic
from scorer.stats.describe.statistic_files import described, listing_of

FILES = [*Path(scorer.__file__).parent.rglob("statistics/**/*.toml")]
PLAYERS: dict[tuple[str, ...], tuple[str, ...]] = {  # of whom a statistic is made, by what its function needs
    ("frames",): (),
    ("frames", "player"): ("Anna",),
    ("frames", "player", "other"): ("Anna", "Bruno"),
}


def _read(name: str) -> Listing:
    """The file of a statistic, or of a table that no function makes."""
    try:
        return described(name)
    except TypeError:
        return listing_of(name)


def _place(listing: Listing) -> tuple[int, bool, str]:
    """Where a statistic stands on the page: by its command, those without one at the end."""
    about = listing.about.split("`")[1]
    if not about.startswith("scorer "):
        return len(commands.names()), False, about
    command = about.split()[1]
    return commands.names().index(command), listing.name != command, about


def _needed(statistic: Statistic) -> tuple[str, ...]:
    """What its function cannot do without."""
    assert isinstance(statistic.function, partial)
    parameters = signature(resolve_name(statistic.function.args[0])).parameters.values()
    return tuple(parameter.name for parameter in parameters if parameter.default is parameter.empty)


_NAMES = (file.with_suffix("").as_posix().rpartition("/statistics/")[2] for file in FILES)
LISTINGS = sorted(map(_read, sorted({*_NAMES})), key=_place)
MADE = [  # every one that is made of frames, and of whom
    (one, PLAYERS[needed]) for one in LISTINGS if isinstance(one, Statistic) and (needed := _needed(one)) in PLAYERS
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
