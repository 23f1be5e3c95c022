"""Every record judged again: whether its facts under the frozen variant give the units that are kept."""

from collections.abc import Iterable, Iterator

from db.connection import Connection, Row
from db.tables import TABLES
from scorer.errors import RefusedError
from scorer.language.lists_numbers_dates import signed
from scorer.match.parsing import MOST_UNITS, clean_note
from scorer.rules.cards import numbers_text, read_numbers
from scorer.rules.judge import FactError, Judge, SidesFacts, SidesJudge, sides_along, units_along
from scorer.rules.kinds import CONTRACT_OUTCOMES, DEAL, PASSED_OUT, PLAYED_OR_REDEALT, SHEET
from scorer.scorebook import rows
from scorer.scorebook.check.contracts import PLAIN, doubtful
from scorer.scorebook.check.references import References, read_references
from scorer.scorebook.check.seats import Seven, empty_roles, filled, seat_faults
from scorer.scorebook.transaction import Transaction

_SHEETS = f"{rows.RECORDS} WHERE kind = '{SHEET}' AND voided_by IS NULL ORDER BY match_id, number"
_CLOSELY = f"{rows.RECORDS} WHERE ({PLAIN}) IS NOT TRUE OR id IN :doubtful ORDER BY id"
_GIVE = "the facts and the frozen variant give"
# Where the columns stand in a row: by their places, a hundred thousand are read in half the time.
COLUMNS = TABLES["record"].columns
_OF_DEALS = ("caller", "partner", "bid", "target", "called", "card_points", "outcome", *COLUMNS[rows.SIDES])
MATCH, VOIDED_BY = COLUMNS.index("match_id"), COLUMNS.index("voided_by")
ROLES = slice(COLUMNS.index("dealer"), COLUMNS.index("partner") + 1)
ASKED, SIDES = slice(COLUMNS.index("kind"), VOIDED_BY + 1), COLUMNS.index("sides")


def record_faults(connection: Connection, known: References) -> Iterator[str]:
    """What is wrong with the records, voided ones too: one line each, which names the deal."""
    sound = {id(variant): variant for variant in known.frozen.values() if variant}
    judges = {key: Judge(read) if read.has_auction else SidesJudge(read) for key, read in sound.items()}
    judge_of = {match: judges.get(id(variant)) for match, variant in known.variants.items()}
    tables: dict[tuple[Seven, bool], list[str]] = {}
    for row in connection.stream(_CLOSELY, doubtful=doubtful(connection, known, judge_of)):
        seats = row[rows.SEATS]
        table = seats, row[VOIDED_BY] is None and row[MATCH] in known.existing
        if table not in tables:
            tables[table] = list(seat_faults(seats, known, live=table[1]))
        for wrong in (*tables[table], *_faults(row, seats, judges.get(id(known.variant_of(row))), known)):
            yield f"{known.record(row)}: {wrong}"


def _faults(row: Row, seats: Seven, judge: Judge | SidesJudge | None, known: References) -> Iterator[str]:
    """What is wrong with one record, in words."""
    kind, *roles, bid, target, _called, _count, outcome, _slam, _times, note, made, voided = row[ASKED]
    *_dealer_and_out, caller, _partner = roles
    if voided is not None and voided <= made:
        yield "it was not voided by a later step than the one that made it"
    if note:
        yield from note_faults(note, "note")
    if not filled(seats).issuperset(roles):
        yield from empty_roles(dict(zip(COLUMNS[ROLES], roles, strict=True)), seats)
    elif kind != DEAL:
        yield from _outside(row)
        if kind == PASSED_OUT and isinstance(judge, SidesJudge):
            yield f"it is {PASSED_OUT}, and nobody calls in its variant"
    elif isinstance(judge, SidesJudge):
        yield from _judged_sides(row, seats, judge, known)
    elif judge and caller is None and row[SIDES] is not None:
        yield "nobody called in it, and its variant has an auction"
    elif judge and None not in {caller, bid, target} and outcome in CONTRACT_OUTCOMES:
        yield from _judged(row, seats, judge, known)  # else a law is broken


def note_faults(text: str, what: str) -> Iterator[str]:
    """What is wrong with a note or a reason."""
    try:
        if clean_note(text) != text:
            yield f"its {what} is not written as notes are kept"
    except RefusedError as error:
        yield f"its {what}: {error}"


def _judged(row: Row, seats: Seven, judge: Judge, known: References) -> Iterator[str]:
    """The bid, target, card, outcome or units of a deal that its facts do not give."""
    bid, target, called, card_points, outcome, slam, times, _note = row[rows.FACTS]
    _dealer, resting, caller, partner = row[ROLES]
    kept_sides, _counts, bonuses, *_winners = row[rows.SIDES]
    seated = filled(seats)
    sides = sides_along(len(seated) - 1, resting, caller, None) if judge.variant.bonuses else None
    if kept_sides != sides:
        yield f"sides is {kept_sides}, {_GIVE} {sides}"
    bonus = int(bonuses) if bonuses and bonuses.isdecimal() else None
    if bonuses not in {None, str(bonus)}:
        yield f"bonuses is {bonuses}, and one number is kept"
    players = len(seated) - 1 - (resting is not None)
    try:
        judged = judge.deal(bid, called, card_points, outcome, bool(slam), times, players, partner is None, bonus=bonus)
    except FactError as error:
        yield f"{error.fact.replace('_', ' ')}: {error}"
        return
    if (bid, target, called, outcome) != (judged.bid, judged.target, judged.called, judged.outcome):
        for fact in ("bid", "target", "called", "outcome"):  # written in another way, or not what other facts give
            if getattr(row, fact) != getattr(judged, fact):
                yield f"{fact} is {getattr(row, fact)}, {_GIVE} {getattr(judged, fact)}"
    due = units_along(seated, resting, caller, partner, judged.paid)
    if row[rows.UNITS] != due:
        yield _other_units(seats, row[rows.UNITS], due, known)


def _judged_sides(row: Row, seats: Seven, judge: SidesJudge, known: References) -> Iterator[str]:
    """The counts, winners or units of a deal without a caller that its facts do not give."""
    if row.caller is not None or row.sides is None:
        yield "somebody called in it, and its variant has no auction"
        return
    try:
        counts, bonuses = read_numbers(row.counts), read_numbers(row.bonuses)
        facts = SidesFacts(
            len(filled(seats)) - 1, row.resting, row.sides, counts, bonuses, row.winners or "", row.decided or "",
            row.outcome, bool(row.slam), row.times,
        )  # fmt: skip
        judged = judge.deal(facts)
    except FactError as error:
        yield f"{error.fact}: {error}"
        return
    except ValueError:  # they are no numbers: a broken law, which is a fault of its own
        return
    kept = {"counts": numbers_text(counts), "bonuses": numbers_text(bonuses if any(bonuses or ()) else None)}
    kept |= {"winners": judged.winners, "decided": judged.decided}
    for fact, gives in kept.items():  # written in another way, or not what other facts give
        if getattr(row, fact) != gives:
            yield f"{fact} is {getattr(row, fact)}, {_GIVE} {gives}"
    if row[rows.UNITS] != judged.units:
        yield _other_units(seats, row[rows.UNITS], judged.units, known)


def _other_units(seats: Seven, units: Seven, due: Seven, known: References) -> str:
    """The players whose units are not those due: `Anna has +4 units, the facts and the frozen variant give +2; ...`."""
    wrong = []
    for player, got, want in zip(seats, units, due, strict=True):
        if got != want:
            has = "no units" if got is None else f"{signed(got)} {'unit' if abs(got) == 1 else 'units'}"
            gives = "none" if want is None else signed(want)
            wrong.append(f"{known.player(player)} has {has}, {_GIVE} {gives}")
    return "; ".join(wrong)


def _outside(row: Row) -> Iterator[str]:
    """Facts of a deal in a record of another kind, units in a redeal, and a dealer where nobody dealt."""
    for fact in _OF_DEALS:
        if getattr(row, fact) is not None:
            yield f"it is no deal, and has a {fact.replace('_', ' ')}"
    if row.slam or row.times != 1:
        yield "it is no deal, and counts as a slam or more than once"
    if row.kind in PLAYED_OR_REDEALT:
        if any(row[rows.UNITS]):
            yield "it is a redeal, and somebody has units"
        return
    if too_many := [units for units in row[rows.UNITS] if units and abs(units) > MOST_UNITS]:
        yield f"{too_many[0]} units: at most {MOST_UNITS:,} are taken or given"
    if row.dealer is not None or row.resting is not None:
        yield "it is no deal, and somebody dealt or rested"


def residuals(transaction: Transaction) -> list[str]:
    """The paper sheets that leave a residual, a line each with the residual and its reason: no fault, but to be seen.

    The sheets of a match that follow one another and have nobody in common may be parts of one evening of more than
    seven: where they sum to zero together, they leave none.
    """
    known = read_references(transaction)
    lines = []
    for evening in _evenings_on_paper(row for row in transaction.raw_rows(_SHEETS) if row.match_id in known.existing):
        if sum(map(_residual, evening)):
            leaving = [row for row in evening if _residual(row)]
            lines += [f"{known.record(row)}: a residual of {signed(_residual(row))}: {row.note}" for row in leaving]
    return lines


def _evenings_on_paper(sheets: Iterable[Row]) -> list[list[Row]]:
    """Paper sheets by match and number, those together that follow one another and have nobody in common."""
    evenings: list[list[Row]] = []
    players: set[int] = set()
    for row in sheets:
        seated = set(filter(None, row[rows.SEATS]))
        last = evenings[-1][-1] if evenings else None
        if last and (last.match_id, last.number + 1) == (row.match_id, row.number) and not seated & players:
            evenings[-1].append(row)
            players |= seated
        else:
            evenings.append([row])
            players = seated
    return evenings


def _residual(row: Row) -> int:
    """The sum of the units of a record, which should be zero."""
    return sum(filter(None, row[rows.UNITS]))
