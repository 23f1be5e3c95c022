"""Whether a file has all of its rows: each table against its index, and the newest steps against their records.

SQLite looks at a page when it reads it, and no further: where two pages changed places, or an index lost an entry, it
leaves rows out and reports nothing. So a reader counts and adds up ids in the table and in the index, which hold the
same rows on pages of their own. A server has checksums for its pages.
"""

import sqlite3
from collections.abc import Sequence
from typing import Final

from db.laws import quoted
from scorer.errors import DamagedError
from scorer.rules.kinds import MOVES_UNITS
from scorer.scorebook.transaction import Transaction

_MATCHES, _RECORDS, _STEPS = "matches", "records", "steps"
# The rows of the table, and those that a reader finds by the index, match by match. The sums are of ids, which stand in
# both.
_SUMS: Final = "count(*), sum(id), sum(match_id) FROM"
_SITTINGS: Final = (
    f"SELECT {_SUMS} sitting NOT INDEXED WHERE voided_by IS NULL",
    (
        'SELECT count(*), sum(sitting.id), sum("match".id) FROM "match"'
        ' CROSS JOIN sitting INDEXED BY ix_sitting_live ON sitting.match_id = "match".id AND sitting.voided_by IS NULL'
        ' JOIN league ON league.id = "match".league_id JOIN variant ON variant.digest = "match".variant'
    ),
)
# Leagues, players and variants are found by name or digest, each in an index that SQLite made.
_LEAGUES: Final = (
    "SELECT count(*), sum(id) FROM league NOT INDEXED",
    "SELECT count(*), sum(id) FROM league INDEXED BY sqlite_autoindex_league_1",
)
_PLAYERS: Final = (
    "SELECT count(*), sum(id) FROM player NOT INDEXED",
    "SELECT count(*), sum(id) FROM player INDEXED BY sqlite_autoindex_player_1",
)
_VARIANTS: Final = (
    "SELECT count(*) FROM variant NOT INDEXED",
    "SELECT count(*) FROM variant INDEXED BY sqlite_autoindex_variant_1",
)
_LIVE_RECORDS: Final = (
    f"SELECT {_SUMS} record NOT INDEXED WHERE voided_by IS NULL",
    (
        'SELECT count(*), sum(record.id), sum("match".id) FROM "match"'
        ' CROSS JOIN record INDEXED BY ix_record_live ON record.match_id = "match".id AND record.voided_by IS NULL'
    ),
)
MATCH_WEIGHS: Final = 4096  # one sum for match and number takes less time than two
_ALL_NUMBERS: Final = (
    f"SELECT coalesce(sum(match_id * {MATCH_WEIGHS} + number), 0) FROM record INDEXED BY ix_record_live"
    " WHERE voided_by IS NULL"
)
_NUMBERS: Final = f"{_ALL_NUMBERS} AND match_id IN :matches"
_VOIDED_RECORDS: Final = (
    f"SELECT {_SUMS} record NOT INDEXED WHERE voided_by IS NOT NULL",
    (
        'SELECT count(*), sum(record.id), sum("match".id) FROM "match" CROSS JOIN record INDEXED BY ix_record_voided'
        ' ON record.match_id = "match".id AND record.voided_by IS NOT NULL'
    ),
)
_OF_MATCHES: Final = (
    f"SELECT {_SUMS} step NOT INDEXED WHERE match_id IS NOT NULL AND action <> 'deal'",
    (
        'SELECT count(*), sum(step.id), sum("match".id) FROM "match"'
        " CROSS JOIN step INDEXED BY ix_step_match_id ON step.match_id = \"match\".id AND step.action <> 'deal'"
    ),
)
# Steps of deals are found by their records.
_OF_DEALS: Final = (
    f"SELECT {_SUMS} step NOT INDEXED WHERE action = 'deal'",
    (
        "SELECT count(*), sum(step.id), sum(record.match_id) FROM record"
        " JOIN step ON step.id = record.made_by AND step.action = 'deal'"
    ),
)
_OF_TOURNAMENTS: Final = (
    "SELECT count(*), sum(id), sum(tournament_id) FROM step NOT INDEXED WHERE tournament_id IS NOT NULL",
    (
        "SELECT count(*), sum(step.id), sum(tournament.id) FROM tournament"
        " CROSS JOIN step INDEXED BY ix_step_tournament_id ON step.tournament_id = tournament.id"
    ),
)
_TOURNAMENTS: Final = (
    "SELECT count(*), sum(id) FROM tournament",
    (
        "SELECT count(*), sum(tournament.id) FROM tournament JOIN league ON league.id = tournament.league_id"
        " JOIN variant ON variant.digest = tournament.variant"
    ),
)
# Written out: to put together what is asked of every reader takes longer than to ask it.
_RECORDING: Final = quoted(("redeal", *MOVES_UNITS))  # the steps that make one record
_NEWEST_MAKERS: Final = "SELECT made_by FROM record ORDER BY id DESC LIMIT 200"
_NEWEST_STEPS: Final = "SELECT id FROM step ORDER BY id DESC LIMIT 200"
_MAKERS_AMONG: Final = "SELECT made_by FROM record WHERE made_by IN :steps"
_LAST_STEP: Final = "SELECT coalesce(max(id), 0) FROM step"
_RECORDING_STEPS: Final = f"SELECT id FROM step WHERE id IN ({_NEWEST_STEPS}) AND action IN ({_RECORDING})"


def check_matches(transaction: Transaction) -> None:
    """Raise DamagedError unless every match is found, whichever way, and the newest steps have their records."""
    if not _is_due(transaction, _MATCHES):
        return
    for queries in (_SITTINGS, _LEAGUES, _PLAYERS, _VARIANTS):
        _check_same(transaction, *queries)
    makers = set(transaction.values(_NEWEST_MAKERS))
    recording = {step for step in transaction.values(_RECORDING_STEPS) if step >= min(makers, default=0)}
    # Records of a scorebook that came from a server may stand in another order than their steps: a second look.
    if missing := recording - makers:
        makers |= set(transaction.values(_MAKERS_AMONG, steps=list(missing)))
    if not recording <= makers or max(makers, default=0) > transaction.value(_LAST_STEP):
        raise DamagedError
    _looked_at(transaction, _MATCHES)


def check_numbers(transaction: Transaction, total: int, matches: Sequence[int] | None) -> None:
    """Raise DamagedError unless the index has the live records that were read from the table: for readers of many.

    `total` sums up their matches, each times MATCH_WEIGHS, and their numbers; `matches` is None for all records.
    """
    if matches is None:
        _check_same(transaction, _ALL_NUMBERS, known=(total,))
    else:
        _check_same(transaction, _NUMBERS, known=(total,), matches=matches)


def check_records(transaction: Transaction) -> None:
    """Raise DamagedError unless the index by which records of a match are found has those of the table."""
    if _is_due(transaction, _RECORDS):
        _check_same(transaction, *_LIVE_RECORDS)
        _looked_at(transaction, _RECORDS)


def check_steps(transaction: Transaction) -> None:
    """Raise DamagedError unless steps, what they struck out and tournaments are all found by their indexes."""
    if _is_due(transaction, _STEPS):
        for queries in (_OF_MATCHES, _OF_DEALS, _VOIDED_RECORDS, _OF_TOURNAMENTS, _TOURNAMENTS):
            _check_same(transaction, *queries)
        _looked_at(transaction, _STEPS)


def _is_due(transaction: Transaction, part: str) -> bool:
    """Whether a reader of a file has not looked at this part of it yet."""
    return transaction.looked_at is not None and part not in transaction.looked_at


def _looked_at(transaction: Transaction, part: str) -> None:
    """Note that this part was whole: it is looked at once."""
    if transaction.looked_at is not None:
        transaction.looked_at.add(part)


def _check_same(transaction: Transaction, *queries: str, known: tuple[int, ...] | None = None, **bound: object) -> None:
    """Raise DamagedError unless these queries give the same row, the one that is `known` already.

    Where somebody dropped an index readers do without it, and `scorer check` names it.
    """
    try:
        sums = {tuple(transaction.raw_rows(query, **bound)[0]) for query in queries}
    except sqlite3.OperationalError as error:
        if "no such index" not in str(error):
            raise
        return
    if known:
        sums.add(known)
    if len(sums) > 1:
        raise DamagedError


def is_sound(transaction: Transaction) -> bool:
    """Whether SQLite finds pages, rows, indexes and references in order; of a very big file that takes seconds."""
    in_order = bool(transaction.value("PRAGMA integrity_check(1)") == "ok")
    return in_order and not transaction.raw_rows("PRAGMA foreign_key_check")
