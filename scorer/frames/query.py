"""Rows to columns of numbers: one aggregate of text per column, all in one scan, for SQLite and PostgreSQL alike."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from db.connection import Row
from db.laws import SEAT_NUMBERS, quoted
from scorer.errors import DamagedError, NotFoundError
from scorer.frames.building import Frames, matches_frame
from scorer.frames.record_columns import KIND_CODES, KIND_WORDS, OUTCOME_WORDS, Columns, Ints, Whole, verify
from scorer.frames.side_facts import BETWEEN
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.deal_reading import keeps_sides
from scorer.match.names import printable
from scorer.rule_files import begun_by, digest
from scorer.rules.cards import HIGHEST_COUNT
from scorer.rules.carry import MOST_TIMES
from scorer.rules.kinds import REDEALS, SHEET
from scorer.rules.variant import Variant
from scorer.scorebook import rows
from scorer.scorebook.missing_rows import check_count
from scorer.scorebook.people import find_league
from scorer.scorebook.transaction import Transaction

NOT_COUNTED = HIGHEST_COUNT + 1  # no deal has so many card points, bonuses included


@dataclass(frozen=True, slots=True)
class Selection:
    """Which matches: of a league by its name, between two days (both included), under a variant, or one by its id.

    `variant` is a label, or a name for all its editions. A part that is empty leaves nothing out.
    """

    league: str = ""
    first: date | None = None
    last: date | None = None
    variant: str = ""
    match_id: int | None = None


EVERYTHING = Selection()


def read(transaction: Transaction, selection: Selection = EVERYTHING) -> Frames:
    """The frames of a selection; raises NotFoundError for a league or a variant that is not there."""
    labels = rows.variant_labels(transaction)
    match_rows = matches_of(transaction, selection, labels)
    with rows.as_damage():
        frozen = variants_of(transaction)
        check_count(transaction)
        columns = records_of(transaction, [row.id for row in match_rows], match_rows, labels, frozen)
        usual = {key: edition.variant.ending for key, edition in frozen.items()}
        on_paper = np.zeros(len(match_rows), bool)
        on_paper[columns.match[columns.kind == KIND_CODES[SHEET]]] = True
        return Frames(matches_frame(match_rows, labels, usual, on_paper), columns)


# The day as text: numpy reads days faster than Python does.
_MATCHES = (
    'SELECT "match".id, league.name AS league, "match".name, "match"."on" AS day, "match".variant,'
    ' "match".unit_value_cents, "match".currency, sitting.finished, "match".until FROM "match"'
    f' JOIN league ON league.id = "match".league_id JOIN sitting ON {rows.LIVE_SITTING}'
    ' WHERE (league.id = :league OR :league = 0) AND "match"."on" BETWEEN :first AND :last'
    ' AND ("match".variant IN :variants OR :all_variants = 1) AND ("match".id IN :matches OR :all_matches = 1)'
    ' ORDER BY "match"."on", "match".id'
)


def matches_of(
    transaction: Transaction,
    selection: Selection,
    labels: Mapping[str, str],
    among: Collection[int] | None = None,
) -> Sequence[Row]:
    """The matches of a selection, or those of them that are `among` these ids, as rows for `matches_frame`, in order.

    Raises NotFoundError as `read` does.
    """
    matches = among if selection.match_id is None else {selection.match_id}.intersection(among or [selection.match_id])
    return transaction.rows(
        _MATCHES,
        league=find_league(transaction, selection.league).id if selection.league else 0,
        first=selection.first or date.min,
        last=selection.last or date.max,
        variants=_editions(transaction, selection.variant, labels) if selection.variant else [],
        all_variants=not selection.variant,
        matches=list(matches or ()),
        all_matches=matches is None,
    )


def _editions(transaction: Transaction, wanted: str, labels: Mapping[str, str]) -> list[str]:
    """The digests of the frozen variants that a word means: a label, `name@digest8`, or how only one name begins."""
    word = wanted.strip().casefold()
    frozen = transaction.rows(rows.VARIANTS_FROZEN)
    digests = [row.digest for row in frozen if word in {row.name, f"{row.name}@{row.digest[:8]}"}]
    if not digests and (begun := begun_by("variant", word, {row.name for row in frozen})):
        digests = [row.digest for row in frozen if row.name == begun]
    if not digests:
        variant = printable(wanted)
        if not labels:
            template = N_("nothing was played under a variant '{variant}': nothing has been played yet")
            raise NotFoundError(_(template, variant=variant))
        template = N_("nothing was played under a variant '{variant}': what was played is {variants}")
        raise NotFoundError(_(template, variant=variant, variants=listed(sorted(labels.values()))))
    return digests


class Frozen(NamedTuple):
    """A variant of a scorebook, with the name and the text that were frozen."""

    variant: Variant
    name: str
    text: str


def variants_of(transaction: Transaction) -> Mapping[str, Frozen]:
    """Every variant that was frozen, by its digest."""
    return {
        row.digest: Frozen(rows.variant_of(row.digest, row.name, row.text), row.name, row.text)
        for row in transaction.rows(rows.VARIANTS_FROZEN)
    }


Bounded = tuple[str, int]  # a number in SQL, and the highest that it can be


def coded(column: str, vocabulary: Sequence[str]) -> Bounded:
    """SQL: the place of a word in a closed vocabulary; the place after the last for none."""
    cases = " ".join(f"WHEN '{word}' THEN {code}" for code, word in enumerate(vocabulary))
    return f"CASE {column} {cases} ELSE {len(vocabulary)} END", len(vocabulary)


def packed(parts: Mapping[str, Bounded]) -> str:
    """SQL: these numbers as one, each in as many bits as its highest needs, the first on top."""
    return reduce(lambda number, part: f"({number}) * {2 ** part[1].bit_length()} + {part[0]}", parts.values(), "0")


def unpacked(numbers: Ints, parts: Mapping[str, Bounded]) -> dict[str, Any]:
    """The columns that were packed, by name."""
    columns: dict[str, Any] = {}
    for name, (_column, highest) in reversed(list(parts.items())):
        bits = highest.bit_length()
        fitting = np.min_scalar_type(-(2**bits))
        columns[name], numbers = (numbers & (2**bits - 1)).astype(fitting), numbers >> bits
    return columns


# The facts that the tables keep within bounds are read as one number.
_FACTS: dict[str, Bounded] = {
    "times": ("times", MOST_TIMES),
    "kind": coded("kind", KIND_WORDS),
    "outcome": coded("outcome", OUTCOME_WORDS),
    **{role: (f"coalesce({role}, 0)", SEAT_NUMBERS[-1]) for role in ("dealer", "caller", "partner")},
    "target": ("coalesce(target, 0)", HIGHEST_COUNT),
    "card_points": (f"coalesce(card_points, {NOT_COUNTED})", NOT_COUNTED),
    "slam": ("slam", 1),
}
_NUMBERS = {
    "deal_id": "id",
    "match": "match_id",
    "number": "number",
    "facts": packed(_FACTS),
    **{f"seat{seat}": f"coalesce(seat{seat}, 0)" for seat in SEAT_NUMBERS},
    # Doubled, so that the odd 1 can say: no units here.
    **{f"units{seat}": f"coalesce(units{seat} * 2, 1)" for seat in SEAT_NUMBERS},
}
_TEXTS = {**_NUMBERS, "bids": "coalesce(bid, '')"}
# The facts of a deal of sides are one text, read only where a variant has such deals.
_SIDES = f" || '{BETWEEN}' || ".join(
    ["sides", *(f"coalesce({part}, '')" for part in ("counts", "bonuses", "winners", "decided"))]
)
_TEXTS_OF_SIDES = {**_TEXTS, "side_texts": f"coalesce({_SIDES}, '')"}


def _reading(texts: Mapping[str, str], *, scanned: bool) -> str:
    """The statement that reads these columns of live records, each as one text.

    Of a file each row is read, and no index: a damaged one would leave rows out.
    """
    columns = ", ".join(f"string_agg(CAST({column} AS TEXT), ',') AS {name}" for name, column in texts.items())
    live, match = ("voided_by + 0", "match_id + 0") if scanned else ("voided_by", "match_id")
    # What has no kind is damaged, and is not to be left out.
    no_redeal = f"(kind IN ({quoted(REDEALS)})) IS NOT TRUE"
    return f"SELECT {columns} FROM record WHERE {live} IS NULL AND {no_redeal} AND {match} IN :matches"


# By whether deals have sides, and whether all rows are scanned.
_READING = {
    (of_sides, scanned): _reading(_TEXTS_OF_SIDES if of_sides else _TEXTS, scanned=scanned)
    for of_sides in (False, True)
    for scanned in (False, True)
}


def _rows_by_id(matches: Sequence[int]) -> Ints:
    """The row of each match, by its id; 0 for ids of none."""
    row_of = np.zeros(max(matches, default=0) + 1, np.int64)
    row_of[list(matches)] = np.arange(len(matches))
    return row_of


def records_of(
    transaction: Transaction,
    matches: Sequence[int],
    match_rows: Sequence[Row],
    labels: Mapping[str, str],
    frozen: Mapping[str, Frozen],
    *,
    by_index: bool = False,
) -> Columns:
    """The records of the matches in `match_rows` that moved units, as columns in order.

    `matches` are the ids of all rows of the frame of matches. `by_index` is faster for a few matches. Raises
    DamagedError for records that are not possible.
    """
    of_sides = any(keeps_sides(frozen[key].variant) for key in {row.variant for row in match_rows})
    scanned = transaction.is_sqlite and not by_index
    (row,) = transaction.raw_rows(_READING[of_sides, scanned], matches=[row.id for row in match_rows])
    texts = dict(zip(_TEXTS_OF_SIDES, row, strict=False))
    numbers = {name: _parsed(name, texts.pop(name)) for name in _NUMBERS}
    if scanned and (np.diff(numbers["deal_id"]) <= 0).any():  # met out of order: pages are not where they were written
        raise DamagedError
    facts = _facts(numbers.pop("facts"))
    facts["bid"], bids = _words(texts.pop("bids"))
    facts["side_fact"], side_texts = np.full_like(facts["bid"], -1), list[str]()
    if of_sides:
        facts["side_fact"], side_texts = _words(texts.pop("side_texts"))
    doubled = _side_by_side(numbers, "units")  # and one more where nothing was paid
    units, paid = doubled >> 1, (doubled & 1) == 0
    row_of = _rows_by_id(matches)
    columns = Columns(
        deal_id=numbers["deal_id"],
        match=row_of[numbers.pop("match")],
        number=numbers.pop("number"),
        **facts,
        seats=_side_by_side(numbers, "seat"),
        units=units,
        recorded=units,
        paid=paid,
        bids=bids,
        side_texts=tuple(side_texts),
        variants={labels[key]: edition.variant for key, edition in frozen.items()},
        names=rows.player_names(transaction),
    ).in_order()
    _verify(columns, match_rows, row_of, frozen)
    return columns


def _parsed(name: str, text: str | None) -> Whole:
    """The numbers of a column; of seats and units in 32 bits where all of them fit."""
    numbers = np.fromstring(text or "", np.int64, sep=",")
    highest = np.iinfo(np.int32).max
    fits = -highest <= numbers.min(initial=0) and numbers.max(initial=0) <= highest
    return numbers.astype(np.int32) if fits and name.startswith(("seat", "units")) else numbers


def _facts(numbers: Ints) -> dict[str, Any]:
    """The facts of every record by name, -1 for no outcome and where nobody counted."""
    facts = unpacked(numbers, _FACTS)
    facts["outcome"][facts["outcome"] == len(OUTCOME_WORDS)] = -1
    facts["card_points"][facts["card_points"] == NOT_COUNTED] = -1
    facts["slam"] = facts["slam"] == 1
    facts["times"] = facts["times"].astype(np.int64)
    return facts


def _side_by_side(numbers: dict[str, Whole], what: str) -> Whole:
    """The columns of all seats as one array, taken out of `numbers`: a million deals are 30 MB of them."""
    return np.column_stack([numbers.pop(f"{what}{seat}") for seat in SEAT_NUMBERS])


def _verify(columns: Columns, match_rows: Sequence[Row], row_of: Ints, frozen: Mapping[str, Frozen]) -> None:
    """Check the records against the variants of their matches; raises DamagedError, also for a changed variant."""
    place: dict[str, int] = {}  # of the variants that these matches have
    of_match = np.zeros(len(row_of), np.int64)
    for row in match_rows:
        of_match[row_of[row.id]] = place.setdefault(row.variant, len(place))
    texts = {key: (frozen[key].name, frozen[key].text) for key in place}
    if any(digest(text) != key for key, (_name, text) in texts.items()):
        raise DamagedError
    verify(columns, list(texts.values()), of_match)


def _words(text: str | None) -> tuple[Whole, list[str]]:
    """The place of each text between commas, -1 for an empty one, among those that occur."""
    written = text.split(",") if text is not None else []
    words = sorted(set(written) - {""})
    place = dict(zip(["", *words], range(-1, len(words)), strict=True))
    return np.fromiter(map(place.__getitem__, written), np.int32, len(written)), words
