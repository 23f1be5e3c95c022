"""What of a foreign table does not come in, by the rule that leaves it out."""

from collections import defaultdict

TOTALS, NOTHING_ELSE = "of totals", "that can be nothing but totals"
MEANS, PERCENTAGES = "of means, counts or places", "of percentages"
TITLE, NAMES_AGAIN, NOTHING = "above the names of the columns", "with the names of the columns", "without a number"
IGNORED, EMPTY, A_CHECK = "as --ignore says", "nothing stands there", "neither a player nor a fact by its name"
NO_FACT_OF_A_SHEET = "units are kept without them"
ROWS_NAMED = 30


class LeftOut:
    """Rows and columns that are left out, each with its rule; `word` is what a row is called in the file."""

    def __init__(self, word: str) -> None:
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
            rows = "row" if len(numbers) == 1 else "rows"
            parts.append(f"{len(numbers)} {rows} {rule} ({self._word} {', '.join(where)})")
        for rule, names in self._columns.items():
            parts.append(f"{'column' if len(names) == 1 else 'columns'} {', '.join(names)} ({rule})")
        return f"left out: {'; '.join(parts)}" if parts else ""
