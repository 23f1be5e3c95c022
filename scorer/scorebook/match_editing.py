"""A match put right after its start: its name, day, order within the day, league, variant, what was agreed.

Its records stay as they are, but for the deals that another variant reckons anew. The step keeps the old and the new
cells of the match's row, as those of players and leagues do, and those of the other matches of the day that move; undo
puts them back.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import Any

from scorer.errors import NoReasonError, RefusedError
from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import either
from scorer.match.days import unlikely_words
from scorer.match.deals_left import reached_end
from scorer.match.facts import Match
from scorer.match.parsing import clean_note
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS
from scorer.rules.ending import read_agreed
from scorer.rules.errors import Notice, advice, advised
from scorer.scorebook import rows
from scorer.scorebook.changes import write
from scorer.scorebook.former_variants import MATCH, OTHERS, VARIANT, variant_names
from scorer.scorebook.match_lookup import match_by_id, sheet_of
from scorer.scorebook.match_order import Reordering, reordering
from scorer.scorebook.opening import freeze, matches_of_day, read_match_name
from scorer.scorebook.people import find_league, read_currency, read_unit_value
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import check_free_name
from scorer.text.deals_left_words import due_words
from scorer.text.step_words import did

_STANDS = {"on", "place"}  # kept together: a place is one among those of a day


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchWords:
    """What a match is to be, as typed; None stays as it is. The word for no agreed end is `none`.

    `before` and `after` name another match of its day; empty: neither.
    """

    name: str | None = None
    on: date | None = None
    league: str | None = None
    variant: str | None = None
    until: str | None = None
    unit_value: str | None = None
    currency: str | None = None
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class MatchEdit:
    """A match put right: its sheet before and after, and the columns of its row that change, old and new.

    `notices` are what there is to say of it before it is done. `order` is where it stands among those of its day,
    `frozen` are name and text of the other variant, where there is one.
    """

    before: Sheet
    after: Sheet
    old: Mapping[str, Any]
    new: Mapping[str, Any]
    order: Reordering
    notices: tuple[Notice, ...] = ()
    frozen: tuple[str, str] | None = None

    @property
    def changes(self) -> dict[str, list[str | int]]:
        """What changes, each with what it was and what it is, as it is shown."""
        was, is_now = self.before.match, self.after.match
        variants = variant_names(was.variant.name, was.digest, is_now.variant.name, is_now.digest)
        number, other_number = self.order.number
        old = {**_shown(was, variants[0]), "place": number}
        new = {**_shown(is_now, variants[1]), "place": other_number}
        return {cell: [old[cell], new[cell]] for cell in old if old[cell] != new[cell]}


def match_edited(transaction: Transaction, match: Match, words: MatchWords, now: datetime) -> MatchEdit:
    """What `edit_match` would do; nothing is written. Raises ScorerError."""
    from scorer.scorebook import variant_editing as variants  # noqa: PLC0415 - no deal needs it

    if rows.of_tournament(transaction, match.id):
        template = N_("{match} is a table of a tournament, which decides its name, day, league, variant, money and end")
        raise RefusedError(_(template, match=match.name), *([advice("tournament_redraw_on")] if words.on else []))
    before = sheet_of(transaction, match)
    frozen = None if words.variant is None else VARIANTS.read(words.variant)
    put_right = _put_right(transaction, variants.put_under(match, *frozen[1:]) if frozen else match, words)
    after = variants.reckoned_under(before, put_right)
    order = reordering(transaction, match, after.match, words.before, words.after)
    old = {**_cells(transaction, match), "place": order.place[0]}
    new = {**_cells(transaction, after.match), "place": order.place[1]}
    changed = {column for column in old if old[column] != new[column]}
    if order.others or changed & _STANDS:
        changed |= _STANDS
    if not changed:
        raise RefusedError(
            _("nothing changes in {match}", match=match.name),
            advice("edit_as_in", example=either(["--on 2026-11-19", "--until deals:20"])),
        )
    edit = MatchEdit(
        before,
        after,
        {column: cell for column, cell in old.items() if column in changed},
        {column: cell for column, cell in new.items() if column in changed},
        order,
        (
            *variants.usual_end_notices(match, after.match),
            *_end_notices(before, after, now),
            *_place_notices(transaction, match, after.match, order),
        ),
        frozen[:2] if frozen and VARIANT in changed else None,
    )
    check_free_name(transaction, match.id, edit.new)
    return edit


def edit_match(transaction: Transaction, match: Match, edit: MatchEdit, reason: str) -> Sheet:
    """Put a match right as `match_edited` says, in one step; returns its sheet as it is kept.

    Raises NoReasonError without a reason.
    """
    if not reason.strip():
        raise NoReasonError(_("the reason why the match is put right is missing"), advice("reason"))
    cells = {"table": MATCH, "id": match.id, "before": edit.old, "after": edit.new, OTHERS: edit.order.others}
    detail = {**did("match_edited", changes=edit.changes), **cells}
    if edit.frozen:
        freeze(transaction, *edit.frozen)
    step = rows.add_step(transaction, MATCH, match.id, reason=clean_note(reason), detail=detail)
    for moved in (cells, *edit.order.others):
        rows.set_columns(transaction, MATCH, moved["id"], moved["after"])
    write(transaction, edit.before, edit.after, step)
    return sheet_of(transaction, match_by_id(transaction, match.id))


def _put_right(transaction: Transaction, match: Match, words: MatchWords) -> Match:
    """The match with these words; raises ScorerError for what it could not have been started with."""
    terms = match.terms
    if words.unit_value is not None:
        terms = replace(terms, unit_value_cents=read_unit_value(words.unit_value))
    if words.currency is not None:
        terms = replace(terms, currency=read_currency(words.currency))
    ending = match.ending
    if words.until is not None:
        ending = read_agreed(words.until, match.variant.ending)
        match.variant.check_ending(ending)
        terms = replace(terms, until=str(ending))
    return replace(
        match,
        name=match.name if words.name is None else read_match_name(words.name),
        on=words.on or match.on,
        league=match.league if words.league is None else find_league(transaction, words.league).name,
        terms=terms,
        ending=ending,
    )


def _cells(transaction: Transaction, match: Match) -> dict[str, Any]:
    """The columns of a match's row that can be put right, as they are kept."""
    cells = _shown(match, match.digest)
    return {"league_id": find_league(transaction, cells.pop("league")).id, **cells}


def _shown(match: Match, variant: str) -> dict[str, Any]:
    """What of a match can be put right, as it is shown: a league and a variant have their names."""
    head = {"name": match.name, "on": match.on.isoformat(), "league": match.league, VARIANT: variant}
    return {**head, **asdict(match.terms)}


def _place_notices(transaction: Transaction, before: Match, after: Match, order: Reordering) -> list[Notice]:
    """Where a match stands on another day, and that its money stays when it goes to a league with other money."""
    notices: list[Notice] = [*(unlikely_words(after.on) if after.on != before.on else ())]
    league = find_league(transaction, after.league)
    others = matches_of_day(transaction, None, after.on)
    if others and after.on != before.on:
        facts = {"day": after.on, "place": order.number[1], "matches": counts.matches(len(others) + 1)}
        notices.append(advised(_("of {matches} on {day} it is number {place}", **facts), advice("match_edit_order")))
    stays = after.terms == replace(before.terms, until=after.terms.until)
    if after.league != before.league and stays and after.terms != league.terms({"until": after.terms.until}):
        template = N_("what a unit is worth stays, whatever it is in league {league}")
        notices.append(advised(_(template, league=league.name), advice("match_edit_unit_value")))
    return notices


def _end_notices(before: Sheet, after: Sheet, now: datetime) -> list[Notice]:
    """That its end is reached, and was not so before; or, of another end, that a finished match stays finished."""
    match = after.match
    if match.sitting.finished:
        stays = _("{match} stays finished", match=match.name)
        of_end = match.terms.until != before.match.terms.until
        return [advised(stays, advice("reopen", number=match.id))] if of_end else []
    was, reason = (due_words(sheet, reached_end(sheet, now)) for sheet in (before, after))
    if not reason or reason == was:
        return []
    over = _("{match} is over with that: {reason}", match=match.name, reason=reason)
    return [advised(over, advice("finish", number=match.id))]
