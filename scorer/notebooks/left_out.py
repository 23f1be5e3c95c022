"""What of a foreign table does not come in, by the rule that leaves it out."""

from collections import defaultdict
from typing import Final

from scorer.exchange.csv_reader import RowWord
from scorer.language import N_, _, ngettext

# Of rows: `1 row of totals (line 7)`
TOTALS: Final = N_("{rows} of totals ({lines})")
NOTHING_ELSE: Final = N_("{rows} that can be nothing but totals ({lines})")
MEANS: Final = N_("{rows} of means, counts or places ({lines})")
PERCENTAGES: Final = N_("{rows} of percentages ({lines})")
TITLE: Final = N_("{rows} above the names of the columns ({lines})")
NAMES_AGAIN: Final = N_("{rows} with the names of the columns ({lines})")
NOTHING: Final = N_("{rows} without a number ({lines})")
# Of columns: `column Note (as --ignore says)`
IGNORED: Final = N_("{columns} (as --ignore says)")
EMPTY: Final = N_("{columns} (nothing stands there)")
A_CHECK: Final = N_("{columns} (neither a player nor a fact by its name)")
NO_FACT_OF_A_SHEET: Final = N_("{columns} (units are kept without them)")
ROWS_NAMED = 30


class LeftOut:
    """Rows and columns that are left out, each with its rule; `word` is what a row is called in the file."""

    def __init__(self, word: RowWord) -> None:
        self._word = word
        self._rows: dict[str, list[int]] = defaultdict(list)
        self._columns: dict[str, list[str]] = defaultdict(list)

    def row(self, rule: str, number: int) -> None:
        """Leave out a row by this rule."""
        self._rows[rule].append(number)

    def column(self, rule: str, name: str) -> None:
        """Leave out a column by this rule."""
        if name not in self._columns[rule]:
            self._columns[rule].append(name)

    def sentence(self) -> str:
        """`left out: 1 row of totals (line 7); column Note (as --ignore says)`; "" where everything came in."""
        parts = []
        for rule, numbers in self._rows.items():
            where = [*map(str, sorted(numbers)[:ROWS_NAMED]), *(["..."] if numbers[ROWS_NAMED:] else [])]
            rows = ngettext("{count} row", "{count} rows", len(numbers))
            parts.append(_(rule, rows=rows, lines=self._word.of(", ".join(where))))
        for rule, names in self._columns.items():
            columns = ngettext("column {names}", "columns {names}", len(names), names=", ".join(names))
            parts.append(_(rule, columns=columns))
        return _("left out: {parts}", parts="; ".join(parts)) if parts else ""
