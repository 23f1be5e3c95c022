"""A match as it ran, deal by deal: one line a player or partners, and marks for what was not a deal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import BARE, Numbers, hover, small, ticks
from dashboard.charts.season_lines import (
    AFTER_OTHERS,
    BEHIND,
    MOST_ON_A_LINE,
    NAME,
    RECORDS,
    UNSEEN,
    WIDTH,
    SeasonLine,
    drawn,
    thinned,
)
from dashboard.charts.shapes import nothing
from dashboard.look import safe_text, theme
from scorer.language import N_, _, in_context
from scorer.match.course import course, player_course, running, together
from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.rules.kinds import ADJUSTMENT, PENALTY, REDEALS, SHEET
from scorer.text.numbers import SCREEN, Counting, plain
from scorer.text.sentences import record_sentence
from scorer.text.story_words import MOST_NAMED
from scorer.text.tally_words import TALLY_WORDS

QUESTION = N_("Who is ahead, deal by deal?")
REDEAL = "diamond-open"
SYMBOLS = {PENALTY: "x", ADJUSTMENT: "cross", SHEET: "square-open"} | dict.fromkeys(REDEALS, REDEAL)
MARKS = {
    REDEAL: N_("◇ a redeal"),
    "x": N_("\N{MULTIPLICATION SIGN} a penalty"),
    "cross": N_("+ an adjustment"),
    "square-open": N_("□ a paper sheet"),
}
TURNING, BIGGEST = "star", "triangle-up"
STORY = {TURNING: N_("in the lead from here on"), BIGGEST: N_("the biggest deal")}
BEST, WORST = "triangle-up", "triangle-down"
OWN_STORY = {BEST: N_("brought most"), WORST: N_("cost most")}
STORY_SIGNS = {TURNING: "★", BIGGEST: "▲", WORST: "▼"}
FEW_MARKS = 100  # records up to which each has a mark on the lines
FEW_PLAYERS = 8  # of whom all can be named beside a record


def tonight_lines(sheet: Sheet, everybody: Sequence[str], player: str | None = None, by: str = "units") -> go.Figure:
    """A running tally over the records of a match, with marks for what is no deal and for the deals of its story.

    Marks on the line of zero are redeals, penalties and the like. Partners who have the same units all along are one
    line; a line lasts as long as its player sat at the table. With a `player` theirs alone is in colour, and what
    brought and what cost them most is marked.
    """
    if not sheet.records:
        return nothing(_(QUESTION), _("No deal yet: the lines begin with the first one."))
    has, colours = running(sheet, by), theme.at_table(sheet.players, everybody)
    order = sorted(together(sheet, has), key=lambda who: (-has[who[0]][-1], sheet.players.index(who[0])))
    numbers = np.array([sheet.records[0].number - 1, *(record.number for record in sheet.records)])
    lines = []
    for who in order:
        colour = colours[who[0]] if player in {None, *who} else ""
        lines.append(_tonight_line(who, np.array(has[who[0]]), numbers, sheet, by, colour))
    axes = {"xaxis": record_axis(numbers), "yaxis": {"title": {"text": in_context("tally", TALLY_WORDS[by].name)}}}
    whole = len(numbers) <= MOST_ON_A_LINE and len(lines) <= FEW_PLAYERS
    landmarks = list(_own_landmarks(sheet, has, player) if player else _landmarks(sheet, has))
    marks = [_(MARKS[mark]) for mark in dict.fromkeys(map(_mark, sheet.records)) if mark in MARKS]
    signs = dict.fromkeys(f"{STORY_SIGNS[mark]} {words}" for mark, _number, _height, words in landmarks)
    note = ", ".join([*marks, *signs])
    hovering = "x unified" if whole else "closest"
    chart = drawn(_(QUESTION), lines, axes, behind=[_story(sheet)], note=note, hovermode=hovering)
    if landmarks:  # each on the line of who gained by it
        symbols, at, heights, words = zip(*landmarks, strict=True)
        edge = {"width": 1.5, "color": theme.PAGE}
        look = {"symbol": symbols, "size": 7 * WIDTH, "color": theme.WORDS, "opacity": 1, "line": edge}
        dots = {"x": at, "y": heights, "mode": "markers", "marker": look, "name": _("the story"), "zorder": 2}
        chart.add_scatter(**dots, hovertext=words, hoverinfo="text", ids=leads(sheet, at))
        for mark, number, height, _words in landmarks:
            shift = -7 * WIDTH if mark == WORST else 7 * WIDTH
            chart.add_annotation(x=number, y=height, text=str(number), showarrow=False, yshift=shift)
    return chart


def line_look(who: tuple[str, ...], colour: str, *, few: bool) -> dict[str, Any]:
    """The look of a line of a match, with marks at `few` places; grey without a colour.

    No line has a pattern: at one table every colour is another.
    """
    name = safe_text.plain(" + ".join(map(safe_text.isolated, who)))
    if not colour:
        return {"name": name, "legendrank": AFTER_OTHERS, "line": {"color": BEHIND, "width": 1}, **UNSEEN}
    marks = {"mode": "lines+markers", "marker": {"size": 1.5 * WIDTH + 2}} if few else UNSEEN
    return {"name": name, "line": {"color": colour, "width": WIDTH}, **marks}


def record_axis(numbers: Numbers) -> dict[str, Any]:
    """The axis of the records of a match by their numbers."""
    titles = {"title": {"text": _(RECORDS)}, "unifiedhovertitle": {"text": _("record {number}", number="%{x}")}}
    return titles | BARE | ticks(numbers, most=10)


def _landmarks(sheet: Sheet, has: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, int, int, str]]:
    """The turning deal and the biggest one: mark, number, what who gained by it had then, words."""
    story = course(sheet)
    landmarks = [(TURNING, story.turning, story.leaders)] if story.turning and story.deals > 1 else []
    if len(story.biggest) == 1 < story.deals and story.biggest[0] != story.turning:
        paid = story.biggest[0].payouts
        landmarks.append((BIGGEST, story.biggest[0], (max(paid, key=paid.__getitem__),)))
    for mark, record, who in landmarks:
        yield mark, record.number, has[who[0]][sheet.records.index(record) + 1], _(STORY[mark])


def _own_landmarks(sheet: Sheet, has: Mapping[str, Sequence[int]], player: str) -> Iterator[tuple[str, int, int, str]]:
    """The records that brought a player most and those that cost most, where they are few."""
    own = player_course(sheet, player)
    for mark, records in ((BEST, own.best), (WORST, own.worst)):
        for record in records if len(records) <= MOST_NAMED else ():
            yield mark, record.number, has[player][sheet.records.index(record) + 1], _(OWN_STORY[mark])


def _mark(record: Record) -> str:
    return SYMBOLS.get(record.kind, "circle")


def _tonight_line(
    who: tuple[str, ...], has: Numbers, numbers: Numbers, sheet: Sheet, by: str, colour: str
) -> SeasonLine:
    """A line that begins before the first record at which its player sat at the table, and ends with the last."""
    here = [at for at, record in enumerate(sheet.records, 1) if who[0] in record.seats]
    first, last = (here[0] - 1, here[-1]) if here else (0, 0)
    has, numbers = has[first : last + 1], numbers[first : last + 1]
    kept = thinned(has, MOST_ON_A_LINE)
    changes = [""]
    for record in sheet.records[first:last]:
        brought = sheet.counted(record, by).get(who[0])  # nothing of a redeal, or where the player rested
        changes.append("" if brought is None else f" ({Counting(style=SCREEN).total(brought)})")
    few = len(has) <= FEW_MARKS
    trace = go.Scatter(
        x=small(numbers[kept]),
        y=small(has[kept]),
        yhoverformat="+,d" if by == "units" else ",d",  # an axis writes a true minus, a template a hyphen
        customdata=[changes[at] for at in kept.tolist()],
        ids=leads(sheet, numbers[kept].tolist()) if few else None,
        hovertemplate="%{fullData.name} <b>%{y}</b>%{customdata}<extra></extra>",
        **line_look(who, colour, few=few),
    )
    named = "+".join(safe_text.shorts(who, (NAME + 1) // len(who) - 1)) if len(who) > 1 else who[0]
    return SeasonLine(named, trace, written(int(has[-1]), by))


def written(number: int, by: str) -> str:
    """A figure of a match: units with their sign, deals won and card points without."""
    return Counting(style=SCREEN).total(number) if by == "units" else plain(number)


def leads(sheet: Sheet, numbers: Sequence[int]) -> list[str]:
    """The addresses of the pages that explain these records; "" before the first."""
    there = {record.number for record in sheet.records}
    return [links.to("matches", match=sheet.match.id, deal=number) if number in there else "" for number in numbers]


def _story(sheet: Sheet) -> go.Scatter:
    """A mark at zero for each record, with its sentence: only those of redeals, penalties and the like are seen.

    All lead to their record: where a line is clicked on, Plotly may take the mark below it.
    """
    records = sheet.records[-MOST_ON_A_LINE:]
    sentences = (record_sentence(record, sheet.match.variant) for record in records)
    return go.Scatter(
        x=small(np.array([record.number for record in records])),
        y=np.zeros(len(records), np.int8),
        mode="markers",
        marker={
            "symbol": list(map(_mark, records)),
            "size": [0 if record.is_deal else 4 * WIDTH for record in records],
            "color": theme.GREY,
            "line": {"width": 1.5, "color": theme.GREY},
        },
        hovertext=[hover(safe_text.sentence(sentence, sheet.players)) for sentence in sentences],
        hoverinfo="text",
        ids=leads(sheet, [record.number for record in records]),
        name=_("what happened"),
        zorder=1,
    )
