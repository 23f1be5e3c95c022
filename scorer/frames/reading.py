"""Rows to columns of numbers: one aggregate of text per column, all in one scan, for SQLite and PostgreSQL alike."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from typing import Any

import numpy as np
from sqlalchemy import ColumnElement, Integer, Row, Text, case, cast, func, literal_column, select, type_coerce
from sqlmodel import Session

from db.columns import SEAT_NUMBERS
from scorer.errors import DamagedError, NotFoundError
from scorer.frames.building import Frames, matches_frame
from scorer.frames.columns import KIND_WORDS, OUTCOME_WORDS, Auction, Columns, Ints
from scorer.frames.verifying import verify
from scorer.match.names import printable
from scorer.rule_files import VARIANTS, digest
from scorer.rules.bid import Bid
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.deal import MOST_TIMES
from scorer.rules.kinds import REDEALS
from scorer.scorebook import rows
from scorer.scorebook.people import find_league
from scorer.scorebook.rows import variant_labels

RECORD, MATCH, LEAGUE, SITTING = rows.RECORD.c, rows.MATCH.c, rows.LEAGUE.c, rows.SITTING.c
NOT_COUNTED = TOTAL_CARD_POINTS + 1  # no deal has so many card points


@dataclass(frozen=True, slots=True)
class Selection:
    """Which matches: of a league by its name, between two days (both included), under a variant, or one by its id.

    `variant` is a label, or a name for all its editions. Nothing said, nothing left out.
    """

    league: str = ""
    first: date | None = None
    last: date | None = None
    variant: str = ""
    match_id: int | None = None


EVERYTHING = Selection()


def read(session: Session, selection: Selection = EVERYTHING) -> Frames:
    """The frames of a selection; raises NotFoundError for a league or a variant that is not there."""
    labels = variant_labels(session)
    chosen = chosen_matches(session, selection, labels)
    found = matches_of(session, chosen)
    with rows.damage_told():
        columns = records_of(session, [row.id for row in found], found, chosen, labels)
        return Frames(matches_frame(found, labels), columns)


_MATCHES = (
    select(
        MATCH.id,
        LEAGUE.name,
        MATCH.name,
        type_coerce(MATCH.on, Text),  # numpy reads days faster than Python does
        MATCH.variant,
        MATCH.unit_value_cents,
        MATCH.currency,
        SITTING.finished,
    )
    .join(rows.LEAGUE, LEAGUE.id == MATCH.league_id)
    .join(rows.SITTING, rows.LIVE_SITTING)
)


def matches_of(session: Session, chosen: Iterable[ColumnElement[bool]]) -> Sequence[Row[Any]]:
    """The rows of these matches for `matches_frame`, in their order."""
    return rows.read(session, _MATCHES.where(*chosen).order_by(MATCH.on, MATCH.id))


def chosen_matches(session: Session, selection: Selection, labels: Mapping[str, str]) -> list[ColumnElement[bool]]:
    """SQL: the conditions that a match of the selection meets."""
    conditions: list[tuple[object, Any]] = [
        (selection.league, lambda: MATCH.league_id == find_league(session, selection.league).id),
        (selection.first, lambda: MATCH.on >= selection.first),
        (selection.last, lambda: MATCH.on <= selection.last),
        (selection.variant, lambda: MATCH.variant.in_(_editions(session, selection.variant, labels))),
        (selection.match_id, lambda: MATCH.id == selection.match_id),
    ]
    return [condition() for wanted, condition in conditions if wanted]


def _editions(session: Session, wanted: str, labels: Mapping[str, str]) -> list[str]:
    """The digests of the frozen variants meant: by label, by `name@digest8`, or all that have the name."""
    word = wanted.strip().casefold()
    frozen = rows.read(session, select(rows.VARIANT.c.digest, rows.VARIANT.c.name))
    found = [row.digest for row in frozen if word in {row.name, f"{row.name}@{row.digest[:8]}"}]
    if not found:
        there = f"there is {', '.join(sorted(labels.values()))}" if labels else "nothing has been played yet"
        raise NotFoundError(f"nothing was played under a variant '{printable(wanted)}': {there}")
    return found


Bounded = tuple[ColumnElement[int], int]  # a column, and the highest number in it


def coded(column: ColumnElement[Any], vocabulary: Sequence[str]) -> Bounded:
    """SQL: the place of a word in a closed vocabulary; the place after the last for none."""
    none = len(vocabulary)
    return case({word: code for code, word in enumerate(vocabulary)}, value=column, else_=none), none


def packed(parts: Mapping[str, Bounded]) -> ColumnElement[int]:
    """SQL: these columns as one number, each in as many bits as its highest number needs, the first on top."""
    return reduce(
        lambda number, part: number * 2 ** part[1].bit_length() + part[0], parts.values(), literal_column("0")
    )


def unpacked(numbers: Ints, parts: Mapping[str, Bounded]) -> dict[str, Any]:
    """The columns that were packed, by name."""
    columns: dict[str, Any] = {}
    for name, (_, highest) in reversed(list(parts.items())):
        bits = highest.bit_length()
        columns[name], numbers = numbers & (2**bits - 1), numbers >> bits
    return columns


# What the tables keep within bounds is read as one number.
_FACTS: dict[str, Bounded] = {
    "times": (RECORD.times, MOST_TIMES),
    "kind": coded(RECORD.kind, KIND_WORDS),
    "outcome": coded(RECORD.outcome, OUTCOME_WORDS),
    **{role: (func.coalesce(RECORD[role], 0), SEAT_NUMBERS[-1]) for role in ("dealer", "caller", "partner")},
    "target": (func.coalesce(RECORD.target, 0), TOTAL_CARD_POINTS),
    "card_points": (func.coalesce(RECORD.card_points, NOT_COUNTED), NOT_COUNTED),
    "slam": (cast(RECORD.slam, Integer), 1),
}
_NUMBERS: dict[str, ColumnElement[Any]] = {
    "deal_id": RECORD.id,
    "match": RECORD.match_id,
    "number": RECORD.number,
    "facts": packed(_FACTS),
    **{f"seat{seat}": func.coalesce(RECORD[f"seat{seat}"], 0) for seat in SEAT_NUMBERS},
    # Doubled, so that the odd 1 can say: no units here.
    **{f"units{seat}": func.coalesce(RECORD[f"units{seat}"] * 2, 1) for seat in SEAT_NUMBERS},
}
_TEXTS = [
    func.aggregate_strings(cast(column, Text), ",").label(name)
    for name, column in {**_NUMBERS, "bids": func.coalesce(RECORD.bid, "")}.items()
]


def records_of(
    session: Session,
    matches: Sequence[int],
    found: Sequence[Row[Any]],
    chosen: Iterable[ColumnElement[bool]],
    labels: Mapping[str, str],
) -> Columns:
    """The records of the matches `found` that moved units, as columns in order; `matches` are the ids of all rows.

    Raises DamagedError for records that cannot have been recorded so.
    """
    conditions = list(chosen)
    inside = _MATCHES.with_only_columns(MATCH.id).where(*conditions)
    # Of everything each row is read: an index is of no use then, and a damaged one would leave rows out.
    live, match = (RECORD.voided_by, RECORD.match_id) if conditions else (RECORD.voided_by + 0, RECORD.match_id + 0)
    query = select(*_TEXTS).where(live.is_(None), RECORD.kind.not_in(REDEALS), match.in_(inside))
    texts = dict(session.connection().execute(query).mappings().one())
    numbers = {name: _numbers(texts[name]) for name in _NUMBERS}
    bid, bids = _bids(texts["bids"])
    doubled = _side_by_side(numbers, "units")
    units = doubled >> 1
    columns = Columns(
        deal_id=numbers["deal_id"],
        match=_rows_of(matches)[numbers["match"]],
        number=numbers["number"],
        **_facts(numbers["facts"]),
        bid=bid,
        seats=_side_by_side(numbers, "seat"),
        units=units,
        recorded=units,
        paid=(doubled & 1) == 0,
        bids=bids,
        auctions=_auctions(session, labels),
        names=rows.player_names(session),
    )
    columns = columns.in_order()
    digests = sorted({row.variant for row in found})
    of_match = np.zeros(len(matches), np.int64)
    of_match[_rows_of(matches)[[row.id for row in found]]] = [digests.index(row.variant) for row in found]
    verify(columns, _variants(session, digests), of_match)
    return columns


def _variants(session: Session, digests: Sequence[str]) -> list[tuple[str, str]]:
    """Names and texts of the frozen variants of these digests; raises DamagedError for a text that is another."""
    texts = {
        row.digest: row for row in rows.read(session, select(rows.VARIANT).where(rows.VARIANT.c.digest.in_(digests)))
    }
    if any(digest(texts[key].text) != key for key in digests):
        raise DamagedError
    return [(texts[key].name, texts[key].text) for key in digests]


def _numbers(text: str | None) -> Ints:
    """Whole numbers out of a text with commas between them; none out of None."""
    return np.fromstring(text, np.int64, sep=",") if text else np.zeros(0, np.int64)


def _facts(numbers: Ints) -> dict[str, Any]:
    """The facts that were read as one number, as columns by name."""
    parts = unpacked(numbers, _FACTS)
    parts["outcome"][parts["outcome"] == len(OUTCOME_WORDS)] = -1
    parts["card_points"][parts["card_points"] == NOT_COUNTED] = -1
    return parts | {"slam": parts["slam"] == 1}


def _side_by_side(numbers: Mapping[str, Ints], what: str) -> Ints:
    """The columns of this name of all seats, as one table."""
    return np.column_stack([numbers[f"{what}{seat}"] for seat in SEAT_NUMBERS])


def _rows_of(matches: Sequence[int]) -> Ints:
    """The row of each match among `matches`, by id."""
    row_of = np.zeros(max(matches, default=0) + 1, np.int64)
    row_of[list(matches)] = np.arange(len(matches))
    return row_of


def _bids(text: str | None) -> tuple[Ints, list[str]]:
    """The place of each bid, -1 for none, among the bids that occur."""
    written = text.split(",") if text is not None else []
    bids = sorted(set(written) - {""})
    place = {"": -1} | {bid: code for code, bid in enumerate(bids)}
    return np.fromiter(map(place.__getitem__, written), np.int64, len(written)), bids


def _auctions(session: Session, labels: Mapping[str, str]) -> dict[str, Auction]:
    """What the bids of each frozen variant sort by, by its label."""
    frozen = rows.read(session, select(rows.VARIANT))
    return {
        labels[row.digest]: {
            str(bid): _bid_key(bid, place)
            for place, bid in enumerate(VARIANTS.from_text(row.name, row.text).auction.bids)
        }
        for row in frozen
    }


def _bid_key(bid: Bid, place: int) -> tuple[int, int, bool]:
    """Ranks in calling order, card points by target (2/71 before 71), then named bids."""
    if bid.name:
        return 2, place, False
    return (0, place, False) if str(bid) == bid.rank else (1, bid.target, not bid.rank)
