"""What the rows of a scorebook refer to, read past all types, so that a damaged value is named and not raised."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from db.connection import Connection, Row
from db.tables import TABLES
from scorer.language import N_, _, kept_day
from scorer.match.names import end_of_merges
from scorer.rule_files import VARIANTS
from scorer.rules.deal_facts import Units
from scorer.rules.errors import ScorerError, VariantError
from scorer.rules.variant import Variant
from scorer.scorebook.former_variants import VariantSteps, former_variants, variant_then
from scorer.scorebook.rows import DAMAGED_ROWS
from scorer.text.kind_words import kind_name

_ROWS: Final = {  # what a row of each table is called
    "book": N_("book {key}"),
    "variant": N_("variant {key}"),
    "player": N_("player {key}"),
    "league": N_("league {key}"),
    "match": N_("match {key}"),
    "tournament": N_("tournament {key}"),
    "step": N_("step {key}"),
    "sitting": N_("table {key}"),
    "record": N_("record {key}"),
    "payment": N_("payment {key}"),
}


def row_words(table: str, key: object) -> str:
    """`player 4`, `table 7` of a sitting."""
    return _(_ROWS[table], key=key)


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
                template = N_("{player} and {other} sit here, and are one person by a merge")
                yield _(template, player=self.player(player), other=self.player(person))

    def match(self, match_id: int) -> str:
        """`Friday (match 1), 2026-11-20`."""
        return self.matches.get(match_id) or _("match {match}, which is not there", match=match_id)

    def player(self, player: int | None) -> str:
        """The player's own name."""
        return self.names.get(player or 0) or row_words("player", player)

    def record(self, row: Row) -> str:
        """`Friday (match 1), 2026-11-20, deal 3`, of a row of records."""
        template = N_("{match}, deal {number}")
        if row.kind != "deal":
            template = N_("{match}, record {number} ({kind})")
        record = _(template, match=self.match(row.match_id), number=row.number, kind=kind_name(row.kind))
        return record if row.voided_by is None else _("{record} (voided)", record=record)

    def row(self, connection: Connection, table: str, key: Any) -> str:
        """Any row, by its primary key."""
        row = next(iter(connection.raw_rows(f"{selecting(table)} WHERE {TABLES[table].key} = :key", key=key)), None)
        if table == "match":
            return self.match(key)
        return row_words(table, key) if row is None or table == "step" else self.named(table, row)

    def named(self, table: str, row: Row) -> str:
        """Any row: `player 4 (Anna)` where it has a name, else by its match."""
        if table == "match":
            return self.match(row.id)
        if table == "record":
            return self.record(row)
        if table == "payment":
            template = N_("payment {key} of {payer} to {payee}")
            return _(template, key=row.id, payer=self.player(row.payer), payee=self.player(row.payee))
        if table in {"step", "sitting"}:
            match = self.match(row.match_id) if row.match_id else ""
            return ", ".join(filter(None, [match, row_words(table, row.id)]))
        return f"{row_words(table, str(row[0])[:8])} ({row.name})"


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
        matches={row.id: f"{row.name} ({row_words('match', row.id)}), {kept_day(row.on)}" for row in matches},
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
    except ScorerError as error:
        return str(error).splitlines()[0]
    except DAMAGED_ROWS:
        return _("it cannot be read")
    return ""
