"""A match on a page: its score in large letters, its sheet, who pays whom, each deal explained, what was put right."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

import streamlit as st

from dashboard import markup, safe_text, tables, theme
from scorer.errors import RefusedError
from scorer.match.settlement import settle
from scorer.match.values import Match, Record, Sheet, Step
from scorer.rules.kinds import CARDS, EVEN, SAID
from scorer.rules.variant import Variant
from scorer.stats.columns import Column
from scorer.text.ending_words import left_words, near_words
from scorer.text.explanation import explanation
from scorer.text.numbers import SCREEN, Counting
from scorer.text.sentences import (
    next_words,
    pending_words,
    record_sentence,
    residual_words,
    settlement_lines,
    step_sentence,
    winning,
)

NUMBER: Final = Column("number", "#", "count", pinned=True)
CALLED: Final = (Column("bid", "bid"), Column("caller", "caller"))
PARTNER: Final = Column("partner", "partner")
RESULT: Final = Column("result", "result")
TRUMPS: Final = Column("trumps", "trumps")
TAKEN: Final = Column("taken", "card points")
LAST_FACTS: Final = (
    Column("bonuses", "bonuses", about="what of the counts is bonuses", rare=True),
    Column("times", "counts", "times", "what redeals before it left", rare=True),
    Column("dealer", "dealer"),
)
NOTE: Final = Column("note", "note", rare=True)
OWED: Final = (Column("player", "player"), Column("units", "units", "units"))
STEPS: Final = (
    Column("at", "when"),
    Column("what", "what"),
    Column("why", "why"),
    Column("state", "state", about="undone: a later step took it back"),
)
CORRECTIONS: Final = {"void", "edit", "carry", "undo", "redo"}


def tiles(sheet: Sheet, everybody: Sequence[str]) -> None:
    """A tile for everybody of the match, the leader first: place, units, what the last record brought."""
    shown = []
    for place, player in places(sheet):
        above = f"{place}. {safe_text.isolated(player)}"
        units, last = Counting(style=SCREEN).total(sheet.running[player]), " · ".join(news(player, sheet))
        shown.append(markup.Tile(above, units, last, theme.colour(player, everybody)))
    markup.tiles(shown)


def places(sheet: Sheet) -> list[tuple[int, str]]:
    """Everybody of a match with their place, the leader first."""
    order = sorted(sheet.lead, key=sheet.lead.__getitem__, reverse=True)
    return [(1 + sum(other > sheet.lead[player] for other in sheet.lead.values()), player) for player in order]


def news(player: str, sheet: Sheet) -> Iterable[str]:
    """How far a player is, what is new of them, and what they do next."""
    race = sheet.match.ending.race
    for tally in ("won", "taken"):
        number = sheet.tallies.get(tally, {}).get(player, 0)
        if race and race[0] == tally:
            yield f"{tally} {number} of {race[1]}"
        elif number:
            yield f"{tally} {number}"
    last = sheet.records[-1].payouts.get(player) if sheet.records else None
    if last:
        yield f"last {Counting(style=SCREEN).total(last)}"
    if sheet.match.sitting.finished:
        return
    if player == sheet.next_dealer:
        yield "deals"
    if player == sheet.resting():
        yield "rests"
    if player not in sheet.seats:
        yield "has left"


def story(sheet: Sheet) -> None:
    """The auction that waits, what happened last, and how the match goes on."""
    markup.story(story_lines(sheet))


def story_lines(sheet: Sheet) -> list[tuple[str, str]]:
    """The same as sentences, each with the word that says what it is."""
    lines = [("now", waiting)] if (waiting := pending_words(sheet)) else []
    if sheet.records:
        last = sheet.records[-1]
        lines.append((f"{last.number}", record_sentence(last, sheet.match.variant)))
    if not sheet.match.sitting.finished:
        now = datetime.now().astimezone()
        end = sheet.end(now)
        lines.append(("next", "; ".join(filter(None, [next_words(sheet), left_words(sheet, end, now)]))))
        if near := near_words(sheet, end):
            lines.append(("soon", near))
        if due := sheet.due(now):
            lines.append(("over", due))
    return [(label, safe_text.sentence(words, sheet.players)) for label, words in lines]


def score_sheet(sheet: Sheet, key: str, *, newest_first: bool = False) -> None:
    """A row a record, a column a player with running units, empty for who rested or was not there.

    The units stand before what they came from: on a phone, what stands behind is out of sight.
    """
    sides = _lasting_sides(sheet)
    rows = list(_rows(sheet, sides))
    names = safe_text.shorts(sheet.players, 16)
    seats = [Column(f"seat{at}", name, "units") for at, name in enumerate(names)]
    columns = (NUMBER, *seats, *_fact_columns(sheet.match.variant, sides), NOTE)
    tables.shown(rows[::-1] if newest_first else rows, columns, key, alt="Score sheet")


def _lasting_sides(sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    """The sides of the deals so far, where nobody ever was on another; else none."""
    sides = dict.fromkeys(side for record in sheet.deals if not record.has_caller for side in record.by_side)
    met = [player for side in sides for player in side]
    return tuple(sides) if len(met) == len(set(met)) else ()


def _fact_columns(variant: Variant, sides: Sequence[Sequence[str]]) -> Iterator[Column]:
    """What is told of a deal: its contract, or what each side took; in words where the sides change."""
    if variant.has_auction:
        yield from CALLED
        if not variant.alone:
            yield PARTNER
        yield RESULT
    else:
        if variant.trumps:
            yield TRUMPS
        yield RESULT
        took = safe_text.shorts([_named(side) for side in sides], 20)
        yield from (Column(f"side{at}", f"{name} took", "count") for at, name in enumerate(took))
        if not sides:
            yield TAKEN
    yield from LAST_FACTS


def _named(side: Sequence[str]) -> str:
    """A side by the names of its players, in few letters."""
    return " + ".join(side)


def _rows(sheet: Sheet, sides: Sequence[tuple[str, ...]]) -> Iterator[tables.Row]:
    running = dict.fromkeys(sheet.players, 0)
    turns, dealt = sheet.match.variant.trumps, 0
    for record in sheet.records:
        for player, units in record.payouts.items():
            running[player] += units
        seats = {
            f"seat{at}": running[player] if player in record.seats and player != record.out else None
            for at, player in enumerate(sheet.players)
        }
        counts = dict(zip(record.by_side, record.counts or (), strict=False))
        took = {f"side{at}": counts.get(side) for at, side in enumerate(sides)}
        trumps = turns[dealt % len(turns)] if turns and record.is_deal else None
        dealt += record.is_deal
        facts = {**_facts(record, called=sheet.match.variant.has_auction), **took, "trumps": trumps, **seats}
        yield {"number": record.number, "dealer": record.dealer, "note": record.note, **facts}


def _facts(record: Record, *, called: bool) -> dict[str, Any]:
    """What is told of a record; in a game where nobody is `called`, what it was stands for the result."""
    none = dict.fromkeys(("bid", "caller", "partner", "result", "taken", "bonuses", "times"))
    if not record.is_deal:
        left = residual_words(record)
        return none | ({"bid": record.kind, "result": left or None} if called else
                       {"result": f"{record.kind}, {left}" if left else record.kind})  # fmt: skip
    slam, times = " slam" if record.slam else "", record.times if record.times > 1 else None
    if record.has_caller:
        bonus = str(record.bonuses[0]) if record.bonuses else None
        contract = {"bid": record.bid, "caller": record.caller, "partner": record.partner or "solo"}
        return none | contract | {"result": record.result + slam, "bonuses": bonus, "times": times}
    names = list(map(_named, record.by_side))
    taken = [f"{name} {count}" for name, count in zip(names, record.counts or (), strict=False)]
    bonuses = [f"{name} {bonus}" for name, bonus in zip(names, record.bonuses or (), strict=False) if bonus]
    told = {"taken": ", ".join(taken) or None, "bonuses": ", ".join(bonuses) or None}
    return none | told | {"result": _won(record, names) + slam, "times": times}


def _won(record: Record, names: Sequence[str]) -> str:
    """Who won a deal without a caller, and by what where the counts do not say it."""
    winners = [names[place] for place in winning(record)]
    by = {None: "", SAID: ", uncounted", CARDS: ", more cards"}.get(record.decided, f", {record.decided}")
    return (f"{', '.join(winners)} won" if winners else EVEN) + by


def settlement(sheets: Sequence[Sheet], key: str) -> None:
    """Who pays whom, of these matches together; apart where they do not count in the same money."""
    try:
        settled = settle(sheets)
    except RefusedError:
        for sheet in sheets:
            markup.small(sheet.match.name)
            settlement([sheet], f"{key}_{sheet.match.id}")
        return
    st.text(safe_text.sentence("\n".join(settlement_lines(settled)), settled.balances))
    order = sorted(settled.balances, key=lambda player: (-settled.balances[player], player))
    rows = [{"player": player, "units": settled.units[player], "owed": settled.balances[player]} for player in order]
    money = [Column("owed", settled.currency, "money")] if settled.currency else []
    tables.shown(rows, (*OWED, *money), key, alt="Settlement")


def explained(sheet: Sheet) -> None:
    """How the payouts of every record came about."""
    with st.expander("Each deal explained"):
        told = []
        for record in sheet.records:
            lines = "\n   ".join(explanation(record, sheet.match.variant))
            told.append(f"{record.number}: {safe_text.sentence(lines, sheet.players)}")
        st.code("\n\n".join(told) or "Nothing is recorded yet.", language=None, wrap_lines=True)


def history(steps: Sequence[Step], match: Match, key: str) -> None:
    """What was voided, edited, undone, and why; and every step of the match."""
    own = [step for step in steps if step.match_id == match.id]
    by_id = {step.id: step for step in steps}
    rows = [_step(step, by_id, match) for step in own]
    corrected = [row for row, step in zip(rows, own, strict=True) if step.action in CORRECTIONS]
    st.subheader("What was put right", anchor=False)
    if corrected:
        tables.shown(corrected, STEPS, f"{key}_corrections", alt="Corrections")
    else:
        st.text("Nothing: every record stands as it was written.")
    with st.expander("Every step of the match"):
        tables.shown(rows, STEPS, f"{key}_steps", alt="Steps")


def _step(step: Step, by_id: dict[int, Step], match: Match) -> tables.Row:
    """A step in words; one that takes back another, or does it again, says which."""
    original = step
    while original.undoes:
        original = by_id[original.undoes]
    words = safe_text.sentence(step_sentence(original, match))
    return {
        "at": f"{step.at.astimezone():%Y-%m-%d %H:%M}",
        "what": words if original is step else f"{step.action}: {words}",
        "why": step.reason,
        "state": "undone" if step.undone else "",
    }
