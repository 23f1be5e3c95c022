"""What the rows of a scorebook refer to, read past all types, so that a damaged value is named and not raised."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from db.connection import Connection, Row
from db.tables import TABLES
from scorer.match.names import end_of_merges
from scorer.rule_files import VARIANTS
from scorer.rules.deal_facts import Units
from scorer.rules.errors import ScorerError, VariantError
from scorer.rules.variant import Variant
from scorer.scorebook.former_variants import VariantSteps, former_variants, variant_then
from scorer.scorebook.rows import DAMAGED_ROWS


@dataclass(frozen=True, slots=True)
class References:
    """Own names and persons by player, labels and frozen variants by match; a variant is None where it is not sound.

    `persons` gives the player that a merged one is read as, `circling` those whose merges run in a circle; `existing`
    are the matches with a table that stands. `frozen` are the variants by digest, `former` those that a match was under
    before, as `former_variants` gives them.
    """

    names: Mapping[int, str]
    persons: Mapping[int, int]
    circling: frozenset[int]
    matches: Mapping[int, str]
    variants: Mapping[int, Variant | None]
    existing: frozenset[int]
    frozen: Mapping[str, Variant | None]
    former: Mapping[int, VariantSteps]

    def variant_of(self, row: Row) -> Variant | None:
        """The variant that a row of records or sittings was made under; None where it is not sound, or not there."""
        then = variant_then(self.former.get(row.match_id, ()), row)
        return self.frozen.get(then) if then else self.variants.get(row.match_id)

    def doubled(self, seats: Units) -> Iterator[str]:
        """Who sits here twice by a merge: two who were merged later may have sat together at a table that is gone."""
        taken = [seat for seat in seats if seat is not None]
        persons = [self.persons.get(player, player) for player in taken]
        for player, person in zip(taken, persons, strict=True):
            if persons.count(person) > 1 and person != player:
                yield f"{self.player(player)} and {self.player(person)} sit here, and are one person by a merge"

    def match(self, match_id: int) -> str:
        """`Friday (match 1), 2026-11-20`."""
        return self.matches.get(match_id, f"match {match_id}, which is not there")

    def player(self, player: int | None) -> str:
        """The player's own name."""
        return self.names.get(player or 0, f"player {player}")

    def record(self, row: Row) -> str:
        """`Friday (match 1), 2026-11-20, deal 3`, of a row of records."""
        number = f"deal {row.number}" if row.kind == "deal" else f"record {row.number} ({row.kind})"
        return f"{self.match(row.match_id)}, {number}{'' if row.voided_by is None else ' (voided)'}"

    def row(self, connection: Connection, table: str, key: Any) -> str:
        """Any row, by its primary key."""
        row = next(iter(connection.raw_rows(f"{selecting(table)} WHERE {TABLES[table].key} = :key", key=key)), None)
        if table == "match":
            return self.match(key)
        return f"{table} {key}" if row is None or table == "step" else self.named(table, row)

    def named(self, table: str, row: Row) -> str:
        """Any row: `player 4 (Anna)` where it has a name, else by its match."""
        if table == "match":
            return self.match(row.id)
        if table == "record":
            return self.record(row)
        if table == "step":
            return f"{self.match(row.match_id)}, step {row.id}" if row.match_id else f"step {row.id}"
        if table == "sitting":
            return f"{self.match(row.match_id)}, table {row.id}"
        if table == "payment":
            return f"payment {row.id} of {self.player(row.payer)} to {self.player(row.payee)}"
        return f"{table} {str(row[0])[:8]} ({row.name})"


def selecting(table: str) -> str:
    """The statement that reads every row of a table, its columns in their order."""
    columns = ", ".join(map('"{}"'.format, TABLES[table].columns))
    return f'SELECT {columns} FROM "{table}"'


def stream(connection: Connection, table: str) -> Iterator[Row]:
    """Every row of a table by its key, cells as the driver gives them, and not all in memory at once."""
    return connection.stream(f"{selecting(table)} ORDER BY {TABLES[table].key}")


def read_references(connection: Connection) -> References:
    """What rows can refer to, as far as it can be read."""
    players = connection.raw_rows(selecting("player"))
    merged_into = {row.id: row.merged_into for row in players}
    persons = {player: end_of_merges(merged_into, player) for player in merged_into}
    matches = connection.raw_rows(selecting("match"))
    frozen = {row.digest: _variant(row.name, row.text) for row in connection.raw_rows(selecting("variant"))}
    return References(
        names={row.id: row.name for row in players},
        persons=persons,
        circling=frozenset(player for player, end in persons.items() if merged_into.get(end) in merged_into),
        matches={row.id: f"{row.name} (match {row.id}), {row.on}" for row in matches},
        variants={row.id: frozen.get(row.variant) for row in matches},
        existing=frozenset(connection.values("SELECT match_id FROM sitting WHERE voided_by IS NULL")),
        frozen=frozen,
        former=former_variants(connection),
    )


def _variant(name: str, text: str) -> Variant | None:
    """A frozen variant; None where it is not sound."""
    try:
        return VARIANTS.from_text(name, text)
    except VariantError:
        return None


def complaint(read: Callable[..., object], *values: object) -> str:
    """The error that reading these values raises, in words; "" when they are sound."""
    try:
        read(*values)
    except (ScorerError, *DAMAGED_ROWS) as error:
        return str(error).splitlines()[0] if str(error) else "it cannot be read"
    return ""
