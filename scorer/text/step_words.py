"""What a step did, in words: from the code and the facts that its detail keeps.

Steps of older programs keep their words themselves, which are shown as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from scorer.language import N_, _, counts, kept_day
from scorer.language.lists_numbers_dates import capitalised, listed, number
from scorer.text.deals_left_words import early_words
from scorer.text.kind_words import COLUMN_NAMES, transfer_words
from scorer.text.numbers import money
from scorer.wings import by_name

DID: Final = "did"  # the key in a step's detail
OLD_WORDS: Final = "what"  # the key under which older programs kept a sentence
Detail = Mapping[str, Any]
REPEATED: Final = {"undo": N_("undo: {step}"), "redo": N_("redo: {step}")}  # what a step says of the one it takes back
_COUNTED: Final = {
    "matches": counts.matches,
    "minutes": counts.minutes,
    "records": counts.records,
    "tables": counts.tables,
}


def did(code: str, /, **facts: object) -> dict[str, Any]:
    """What a step did, as its detail keeps it: a code of `STEP_WORDS` and the facts that its sentence names."""
    return {DID: {"code": code, **facts}}


def _finished(**early: Any) -> str:
    """That a match was finished early, as `deals_left.closed_early` has it."""
    return _("match finished {early}", early=early_words(**early))


def at_the_table(players: Sequence[str]) -> str:
    """`At the table: Anna, Bruno, Carla.`: who sits there, as a sentence."""
    return f"{capitalised(_seated(players))}."


def _seated(players: Sequence[str], resting: str | None = None) -> str:
    """Who sits at the table from then on, and who rests."""
    seats = ", ".join(players)
    if resting:
        return _("at the table: {players}; {resting} rests", players=seats, resting=resting)
    return _("at the table: {players}", players=seats)


def _reassigned(people: Mapping[str, str], matches: Sequence[Detail]) -> str:
    """`Anna and Bruno are exchanged in Friday (1 to 3)`, `in Friday (4 to 6) what was Anna's is Bruno's`.

    `people` gives the real player by who was written, `matches` the name of each match with the first and the last
    record, how many were put right, and whether others stand between them.
    """
    places = listed([_place(**match) for match in matches])
    if len(people) == 2 and people.keys() == set(people.values()):  # noqa: PLR2004 - two who are exchanged
        return _("{players} are exchanged in {matches}", players=listed(list(people)), matches=places)
    put = [_("what was {written}'s is {real}'s", written=written, real=real) for written, real in people.items()]
    return _("in {matches} {changes}", matches=places, changes=listed(put))


def _place(match: str, first: int = 0, last: int = 0, records: int = 0, *, gaps: bool = False) -> str:
    """A match with the records that were put right: `Friday (3)`, `Friday (1 to 5)`, `Friday (4 records of 2 to 9)`."""
    if not records:
        return _("{match} (nothing recorded)", match=match)
    if records == 1:
        return f"{match} ({first})"
    numbers = {"match": match, "first": first, "last": last}
    if gaps:
        return _("{match} ({records} of {first} to {last})", **numbers, records=counts.records(records))
    return _("{match} ({first} to {last})", **numbers)


# What of a match can be put right, as its changes name it.
_CELLS: Final = COLUMN_NAMES | {"place": N_("number within the day"), "unit_value_cents": N_("unit value")}


def match_changes(changes: Mapping[str, Sequence[Any]]) -> str:
    """`name Friday -> Monday, unit value none -> 0.50`: each cell of a match with what it was and what it is."""
    nothing = _("none")  # no end, no money
    cells = []
    for cell, both in changes.items():
        before, after = both
        if cell == "unit_value_cents":
            before, after = (cents and number(int(cents) / 100, 2) for cents in both)
        if cell == "on":
            before, after = map(kept_day, both)
        cells.append(f"{_(_CELLS[cell])} {before or nothing} -> {after or nothing}")
    return ", ".join(cells)


_PAID: Final = (
    N_("{payer} to {payee} {amount}"), N_("{payer} to the pot {amount}"), N_("the pot to {payee} {amount}"),
)  # fmt: skip


def _paid(payments: Sequence[Sequence[Any]], currency: str) -> str:
    """`paid: Bruno to Anna 1.50 EUR, Carla to the pot 2.00 EUR`."""
    made = [transfer_words(_PAID, who, whom, amount=money(cents, currency)) for who, whom, cents in payments]
    return _("paid: {payments}", payments=", ".join(made))


# By the code: a template (see `_filled`), or what words the facts.
STEP_WORDS: Final[Mapping[str, str | Callable[..., str]]] = {
    "league_added": N_("league {league} added"),
    "league_renamed": N_("league {old} renamed {new}"),
    "player_renamed": N_("player {old} renamed {new}"),
    "player_hidden": N_("player {player} hidden"),
    "player_shown": N_("player {player} shown again"),
    "player_merged": N_("player {player} merged into {into}"),
    "match_finished_early": _finished,
    "seated": _seated,
    "imported": N_("imported {records} of {matches} from {source}"),
    "came_in": N_("imported with {records}"),
    "reassigned": _reassigned,
    "match_edited": lambda changes: _("match put right: {changes}", changes=match_changes(changes)),
    "paid": _paid,
}


def step_words(detail: Detail) -> str:
    """What a step did, out of its detail; "" where that does not say it, or in a code of a newer program."""
    facts = dict(detail.get(DID, ()))
    code = facts.pop("code", "")
    known = STEP_WORDS if not code or code in STEP_WORDS else by_name("step_words")  # or else nothing more is loaded
    words = known.get(code, "")
    if not words:
        return str(detail.get(OLD_WORDS, ""))
    with suppress(KeyError, TypeError, ValueError):  # facts that somebody changed by hand
        return _filled(words, facts)
    return ""


def _filled(words: str | Callable[..., str], facts: Detail) -> str:
    """A template with these facts, names as a list and numbers with what they count; or what words the facts."""
    if callable(words):
        return words(**facts)
    counted = {name: count(facts[name]) for name, count in _COUNTED.items() if name in facts}
    named = {name: listed(fact) for name, fact in facts.items() if isinstance(fact, list | tuple)}
    return _(words).format(**{**facts, **counted, **named})
