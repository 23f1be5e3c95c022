"""`scorer check`: whatever the scorebook holds that does not follow from its facts, or contradicts itself."""

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date, datetime
from functools import partial
from json import loads
from typing import Any

from db.connection import Connection
from db.laws import LAWS
from db.schema import differences, has_every_column
from db.tables import TABLES, Table
from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import clean, clean_player, fold
from scorer.rule_files import VARIANTS, digest
from scorer.rules.bid import read_bid
from scorer.rules.cards import numbers_text, read_card, read_numbers
from scorer.rules.ending import read_ending
from scorer.rules.errors import ScorerError
from scorer.scorebook.check.payouts import note_faults, record_faults, voided_faults
from scorer.scorebook.check.references import References, complaint, read_references, stream
from scorer.scorebook.check.steps import match_faults, payment_faults, step_faults
from scorer.scorebook.database_errors import misfit_words
from scorer.scorebook.people import read_currency
from scorer.scorebook.record_law import SITTING_ROLES, Fault, place_faults, place_words, seats_of, taken_seats
from scorer.scorebook.rows import DAMAGED_ROWS, WAITED
from scorer.scorebook.step_kinds import StepKind, sql_of_kinds
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import PAYMENT
from scorer.text.kind_words import column_name
from scorer.wings import brought, by_name, missing

Found = Iterator[str]
LIVE = "voided_by IS NULL"
NOTHING_ELSE = N_("nothing else was looked at: restore a backup, or salvage whole matches")
LENGTH = len("2026-11-20T21:30:00.000000Z")
_STARTS = (
    'SELECT "match".id, count(step.id) FROM "match"'
    " LEFT JOIN step ON step.match_id = \"match\".id AND step.action = 'start'"
    ' GROUP BY "match".id HAVING count(step.id) <> 1'
)
# Matches where nobody ever sat, or whose last table was struck out by what ends no match; a round can be drawn again.
_SEATLESS = (
    'SELECT "match".id FROM "match" LEFT JOIN sitting ON sitting.match_id = "match".id WHERE sitting.id IS NULL'
    " UNION SELECT ended.match_id FROM (SELECT sitting.match_id, max(sitting.voided_by) AS step FROM sitting"
    " LEFT JOIN sitting AS now ON now.match_id = sitting.match_id AND now.voided_by IS NULL"
    " WHERE now.id IS NULL GROUP BY sitting.match_id) AS ended JOIN step ON step.id = ended.step"
    " WHERE NOT ({ends} OR (step.action = 'redo' AND step.tournament_id IS NOT NULL))"
)
_TELLING_STEPS = (
    "SELECT * FROM step WHERE reason <> '' OR detail <> '' OR undoes IS NOT NULL OR id IN :timeless ORDER BY id"
)
# Who recorded something, with a step of each.
_RECORDED_BY = "SELECT recorded_by, min(id) FROM step WHERE recorded_by IS NOT NULL GROUP BY recorded_by"
_WORDS = {
    "zero_sum": N_("its units do not sum to zero"),
    "penalty_loses": N_("it is a penalty, and its units sum to more than zero"),
    "reason": N_("it has no reason"),
    "deal_facts": N_(
        "a deal has an outcome, and caller, bid and target, or sides with what they counted; nothing else has any of it"
    ),
    "roles_paid": N_("its caller and its partner have to have units, and who rests none"),
    "partner_differs": N_("its caller is its own partner"),
    "units_seated": N_("there are units where nobody sits"),
    "seats_differ": N_("one player sits in two seats"),
    "sides": N_("its sides are not a letter for every seat, A to G, or a dot for who rests"),
    "sides_paid": N_("who is on a side has to have units, and who rests none"),
    "paid_as_one": N_("players of one side have different units"),
    "winners": N_("winners belong to a deal that is won, which has no caller; a deal without a caller is won or even"),
    "winners_paid": N_("its winners have to get units, and all others to pay"),
    "even_pays_nothing": N_("it is even, and somebody has units"),
    "counts": N_("its counts or bonuses are not numbers"),
    "deals": N_("a paper sheet alone says how many deals it holds, 1 to 1000"),
    "seat_numbers": N_("a role is no seat number from 1 to 7"),
    "call": N_("a pending call needs both a caller and a bid"),
}
_OTHER_LAW = N_("its {law} is outside what is allowed")
_EMPTY = N_("there is no {column}")  # a column that must not be empty cannot be read
_LOST = N_("its {column} is no {table} that is there")
_DOUBLED = N_("{count} rows have the same {columns}")
_LIVE_DOUBLED = N_("{count} live rows have the same {columns}")
_OTHER_KEY = N_("its key is '{key}', the name gives '{due}'")
_NO_VARIANT = N_("no variant can be called '{name}'")
_NO_DATE = N_("'{text}' is no date")
# What integrity_check says of rows rather than of pages: `broken_laws` says it with the name of the row.
_OF_ROWS = ("CHECK constraint failed", "non-unique entry")


def faults(transaction: Transaction, *, salvaged: bool = False) -> list[str]:
    """What is wrong with the scorebook, a line each that names the row; nothing when it is sound.

    Of one that is `salvaged`, matches and their steps may be lost.
    """
    answers = transaction.values("PRAGMA integrity_check") if transaction.is_sqlite else []
    complaints = [line for line in "\n".join(answers).splitlines() if line != "ok"]
    if pages := [line for line in complaints if not line.startswith(_OF_ROWS)]:
        return [*(_("the file is damaged: {complaint}", complaint=line) for line in pages), _(NOTHING_ELSE)]
    lines = [*map(misfit_words, differences(transaction))]
    if not has_every_column(transaction):
        return [*lines, _(NOTHING_ELSE)]
    known = read_references(transaction)
    # A file that SQLite finds in order, by laws that are ours, breaks none; a server does not go over its rows.
    in_order = transaction.is_sqlite and not (complaints or lines or transaction.values("PRAGMA foreign_key_check"))
    broken = [] if in_order else list(broken_laws(transaction))
    lines += [f"{known.row(transaction, table, key)}: {_(law, **facts)}" for table, key, (law, facts) in broken]
    if any(law == _EMPTY for _table, _key, (law, _facts) in broken):
        return [*lines, _(NOTHING_ELSE)]
    parts: list[Callable[[Connection, References], Found]] = [
        _book,
        _row_by_row("variant", _variant),
        _row_by_row("player", _player),
        _row_by_row("league", partial(_league, frozen=set(transaction.values("SELECT name FROM variant")))),
        _row_by_row("match", _match),
        _matches,
        _steps,
        _row_by_row("sitting", _sitting),
        record_faults,
        step_faults,
        partial(match_faults, salvaged=salvaged),
        _row_by_row(PAYMENT, partial(_payment, matches=set(transaction.values('SELECT id FROM "match"')))),
        payment_faults,
        *brought("faults"),
    ]
    return lines + [line for part in parts for line in part(transaction, known)]


def not_gone_over(transaction: Transaction) -> list[str]:
    """What `faults` says nothing about, for only a wing could that is not installed: a line for each."""
    left = transaction.value("SELECT count(DISTINCT tournament_id) FROM step")
    template = N_("the wing {wing} is not installed: what was done in {tournaments} was not gone over")
    wing = missing("faults")
    return [_(template, wing=wing, tournaments=counts.tournaments(left))] if wing and left else []


def _row_by_row(table: str, look: Callable[[Any, References], Found]) -> Callable[[Connection, References], Found]:
    """A check of every row of a table by itself: whatever `look` finds wrong, under the name of the row."""

    def check_rows(connection: Connection, known: References) -> Found:
        for row in stream(connection, table):
            for wrong in look(row, known):
                yield f"{known.named(table, row)}: {wrong}"

    return check_rows


def _book(connection: Connection, _known: References) -> Found:
    if (rows := connection.value("SELECT count(*) FROM book")) != 1:
        yield _("the table book, which says which scorebook this is, has {count} rows instead of one", count=rows)


def _variant(row: Any, _known: References) -> Found:
    if digest(row.text) != row.digest:
        yield _("its text is not the one that was frozen, which had another digest")
    if not row.name.strip() or "/" in row.name:  # of a file its name is taken, whatever that is
        yield _(_NO_VARIANT, name=row.name)
    if wrong := complaint(VARIANTS.from_text, row.name, row.text):
        yield _("it is no sound variant any more: {fault}", fault=wrong)


def _player(row: Any, known: References) -> Found:
    if row.key != fold(row.name):
        yield _(_OTHER_KEY, key=row.key, due=fold(row.name))
    yield from _name(clean_player, row.name)
    if row.id in known.circling:
        yield _("its merges run in a circle")


def _league(row: Any, _known: References, frozen: Collection[str]) -> Found:
    if not row.removed and row.key != fold(row.name):
        yield _(_OTHER_KEY, key=row.key, due=fold(row.name))
    yield from _name(clean, row.name)
    yield from _currency(row.currency)
    if row.variant not in frozen and not VARIANTS.can_be_called(row.variant):  # its file may be on another machine
        yield _(_NO_VARIANT, name=row.variant)


def _name(read: Callable[[str], str], name: str) -> Found:
    """What is wrong with a name, as `read` takes it."""
    if complaint(read, name):
        yield _("that is no name that can be kept")
    elif read(name) != name:
        yield _("its name is not written as names are kept")


def _currency(code: str) -> Found:
    """What is wrong with a currency."""
    if wrong := complaint(read_currency, code):
        yield wrong
    elif read_currency(code) != code:
        yield _("currency '{code}' is not written as it is kept", code=code)


def _match(row: Any, _known: References) -> Found:
    if complaint(date.fromisoformat, row.on):
        yield _(_NO_DATE, text=row.on)
    if row.until and complaint(read_ending, row.until):
        yield _("'{text}' is no agreed end", text=row.until)
    yield from _name(clean, row.name)
    yield from _currency(row.currency)


def _matches(connection: Connection, known: References) -> Found:
    """What is wrong between matches, steps and tables: two of one name, a start too many, nobody at the table."""
    seen: set[tuple[object, ...]] = set()
    for row in stream(connection, "match"):
        if row.id in known.existing:
            name = row.league_id, row.on, fold(row.name)
            if name in seen:
                yield _("{match}: there is another match of that name, day and league", match=known.match(row.id))
            seen.add(name)
    for match, count in connection.raw_rows(_STARTS):
        yield _("{match}: it was started {count} times", match=known.match(match), count=count)
    kinds: Mapping[str, StepKind] = by_name("step_kinds")
    ends = sql_of_kinds(["undo", *(name for name, kind in kinds.items() if kind.may_end)], kinds)
    for match in connection.values(_SEATLESS.format(ends=ends)):
        yield _("{match}: nobody sits at its table, and nobody undid its start", match=known.match(match))


def _steps(connection: Connection, known: References) -> Found:
    """What is wrong with the steps by themselves; most have a moment and nothing else."""
    moments = connection.stream("SELECT id, at FROM step")
    timeless = [step for step, at in moments if not _is_moment(at)]
    undone: set[int] = set()
    for row in connection.stream(_TELLING_STEPS, timeless=timeless):
        for wrong in _step(row, undone):
            yield f"{known.named('step', row)}: {wrong}"
    for recorded_by, step in connection.raw_rows(_RECORDED_BY):
        for wrong in _name(clean, recorded_by):
            yield _("{step}: who recorded it: {fault}", step=known.row(connection, "step", step), fault=wrong)


def _step(row: Any, undone: set[int]) -> Found:
    """What is wrong with a step; `undone` are those that an earlier one took back."""
    if not _is_moment(row.at):
        yield _("'{text}' is no moment", text=row.at)
    if row.reason:
        yield from note_faults(row.reason, "reason")
    if row.detail and not _is_detail(row.detail):
        yield _("what it set cannot be read")
    if row.undoes:
        if row.undoes >= row.id or row.undoes in undone:
            yield _("it undoes step {step}, which is later or was undone before", step=row.undoes)
        undone.add(row.undoes)


def _is_detail(text: str) -> bool:
    """Whether a step can have set this, with the seconds that its entry waited."""
    try:
        waited = dict(loads(text)).get(WAITED, 0)
    except DAMAGED_ROWS:
        return False
    return isinstance(waited, int) and waited >= 0


def _is_moment(text: str) -> bool:
    """Whether this is a moment as it is kept, to the letter."""
    try:
        return len(text) == LENGTH and bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _sitting(row: Any, known: References) -> Found:
    seats = seats_of(row)
    roles = row.first_dealer, row.resting, row.call_caller
    yield from place_words(place_faults(taken_seats(seats), SITTING_ROLES, roles))
    if row.voided_by is None:
        yield from known.doubled(seats)
    yield from voided_faults(row)
    if row.call_bid is not None and (wrong := _call(row, known)):
        yield _("the pending call cannot be read: {fault}", fault=wrong)


def _payment(row: Any, known: References, matches: Collection[int]) -> Found:
    if complaint(date.fromisoformat, row.on):
        yield _(_NO_DATE, text=row.on)
    yield from _currency(row.currency)
    if not complaint(read_numbers, row.matches):  # else a law is broken
        covered = read_numbers(row.matches) or ()
        if numbers_text(sorted(set(covered))) != row.matches:
            yield _("its matches '{matches}' are not written as they are kept", matches=row.matches)
        if lost := sorted(set(covered) - set(matches)):
            yield _("it is of match {match}, which is not there", match=lost[0])
    yield from voided_faults(row)
    persons = {known.persons.get(player, player) for player in (row.payer, row.payee)}
    if row.voided_by is None and len(persons) == 1:
        yield _("its payer and its payee are one person by a merge")


def _call(row: Any, known: References) -> str:
    """What is wrong with a pending call; "" for nothing, and where the variant itself is at fault."""
    variant = known.variant_of(row)
    if variant is None:
        return ""
    auction = variant.auction
    try:
        bid = read_bid(row.call_bid, auction)
        card = read_card(row.call_called, auction.pack) if row.call_called else None
        if card:
            auction.check_called(bid, card)
    except ScorerError as error:
        return str(error)
    written = (str(bid), str(card) if card else row.call_called)
    if written == (row.call_bid, row.call_called):
        return ""
    return _("it would be written {call}", call=" ".join(filter(None, written)))


def broken_laws(connection: Connection) -> Iterator[tuple[str, Any, Fault]]:
    """Every row that breaks a law of its table: the table, its primary key, and the law as a template with fields."""
    for name, table in TABLES.items():
        laws = _laws(name, table)
        flags = ", ".join(f"CASE WHEN {broken} THEN 1 ELSE 0 END" for broken, _fault in laws)
        any_broken = " OR ".join(f"({broken})" for broken, _fault in laws)
        statement = f'SELECT "{table.key}", {flags} FROM "{name}" WHERE {any_broken}'
        for key, *row_flags in connection.raw_rows(statement):
            for (_broken, fault), flag in zip(laws, row_flags, strict=True):
                if flag:
                    yield name, key, fault
        yield from _doubled(connection, name, table)


def broken_law_words(complaint: str) -> str:
    """What SQLite says of a row that breaks a law, as `faults` says it: `CHECK constraint failed: ck_record_target`."""
    kind, _colon, name = complaint.partition(" constraint failed: ")
    columns = [column_name(column.rpartition(".")[2]) for column in name.split(", ")]
    if kind == "CHECK":
        law = name.removeprefix("ck_").partition("_")[2]
        return _(_WORDS.get(law, _OTHER_LAW), law=column_name(law))
    if kind == "NOT NULL":
        return _(_EMPTY, column=columns[0])
    return _("another row has the same {columns}", columns=listed(columns)) if kind == "UNIQUE" else complaint


def _laws(name: str, table: Table) -> list[tuple[str, Fault]]:
    """For each law of a table an SQL condition that is true where it is broken, and the words for that."""
    laws: list[tuple[str, Fault]] = [
        (f"NOT ({condition})", (_WORDS.get(law, _OTHER_LAW), {"law": column_name(law)}))
        for law, condition in sorted(LAWS.get(name, {}).items())
    ]
    laws += [(f'"{column}" IS NULL', (_EMPTY, {"column": column_name(column)})) for column in table.required]
    for column, other in table.references.items():
        there = f'SELECT "{TABLES[other].key}" FROM "{other}"'
        fault = _LOST, {"column": column_name(column), "table": other}
        laws.append((f'"{column}" IS NOT NULL AND "{column}" NOT IN ({there})', fault))
    return laws


def _doubled(connection: Connection, name: str, table: Table) -> Iterator[tuple[str, Any, Fault]]:
    """Rows that share what only one of them may have; the last one is named."""
    for columns, where in table.unique:
        conditions = " AND ".join([*(f"{column} IS NOT NULL" for column in columns), *filter(None, [where])])
        same = ", ".join(columns)
        statement = (
            f'SELECT max("{table.key}"), count(*) FROM "{name}" WHERE {conditions} GROUP BY {same} HAVING count(*) > 1'
        )
        for key, count in connection.raw_rows(statement):
            template = _LIVE_DOUBLED if where == LIVE else _DOUBLED
            yield name, key, (template, {"count": count, "columns": listed([*map(column_name, columns)])})
