"""Charts of invented leagues and of one evening, for tests: what holds for every chart is tried here."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go

from dashboard import charts
from dashboard.look import theme
from scorer.frames import Frames
from scorer.match.facts import Match, Record, Sitting, Terms
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS
from scorer.rules.ending import Ending
from scorer.text.numbers import SURE_SCREEN, Counting
from tests.invented import BIDS, HOSTILE, frames

Charts = Mapping[str, Callable[[], go.Figure]]
HOSTILE_BIDS = ("A", "<b>2</b>", "%{x}", "$x$")
FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")


def match_of(players: Sequence[str]) -> Match:
    return Match(
        id=1, league="main", name="Friday", on=date(2026, 11, 20), started_at=datetime(2026, 11, 20, 20, tzinfo=UTC),
        variant=VARIANTS.load("chiamata"), digest="", terms=Terms(), ending=Ending(),
        sitting=Sitting(tuple(players), players[0]),
    )  # fmt: skip


def deal(number: int, players: Sequence[str], units: Sequence[int], note: str = "") -> Record:
    return Record(
        number=number, kind="deal", seats=tuple(players), units=tuple(units), dealer=players[-1], caller=players[0],
        partner=players[1], bid="2", target=61, card_points=74, outcome="made" if units[0] > 0 else "failed", note=note,
    )  # fmt: skip


def evening(players: Sequence[str] = FIVE) -> Sheet:
    """A deal made, a redeal, a penalty of 4 to the others, a deal failed."""
    nobody = (None,) * len(players)
    records = (
        deal(1, players, (2, 1, -1, -1, -1), note=players[0]),
        Record(number=2, kind="passed-out", seats=tuple(players), units=nobody, note=players[1]),
        Record(number=4, kind="penalty", seats=tuple(players), units=(1, 1, -4, 1, 1), note=players[2]),
        deal(5, players, (-2, -1, 1, 1, 1)),
    )
    return Sheet(match_of(players), records)


class League:
    """Invented deals, and the charts that are drawn of them."""

    def __init__(self, played: Frames, everybody: Sequence[str]) -> None:
        self.frames, self.everybody = played, list(everybody)

    def charts(self) -> Charts:
        """Every chart that is about all players."""
        raise NotImplementedError

    def charts_about(self, first: str, second: str) -> Charts:
        """Every chart that is about a player, or about two, or has them in its words."""
        raise NotImplementedError


Kind = Callable[[Frames, Sequence[str]], League]


@cache
def league(kind: Kind, names: Sequence[str], count: int, bids: Sequence[str] = BIDS) -> League:
    """So many deals among these players."""
    return kind(frames(names, count, bids), names)


@cache
def drawn(kind: Kind, names: Sequence[str], count: int, bids: Sequence[str] = BIDS) -> dict[str, go.Figure]:
    """Every figure of so many deals, about the first caller and somebody else; to be looked at alone."""
    played = league(kind, names, count, bids)
    caller = str(played.frames.deals["caller"].iloc[0])
    other = next(name for name in names if name != caller)
    return {name: make() for name, make in {**played.charts(), **played.charts_about(caller, other)}.items()}


def strings(part: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every string of a chart, with the key it stands under."""
    if isinstance(part, dict):
        for name, inside in part.items():
            yield from strings(inside, name)
    elif isinstance(part, list):
        for inside in part:
            yield from strings(inside, key)
    elif isinstance(part, str):
        yield key, part


def markup(figure: go.Figure) -> list[str]:
    """What a browser could take for HTML, a template or a formula in a chart, outside of our own templates."""
    found = (text for key, text in strings(json.loads(figure.to_json())) if not key.endswith(("template", "bdata")))
    return [text for text in found if re.search(r"<(?!br>)|%\{|\$", text.replace("record %{x}", ""))]


def templates(figure: go.Figure) -> set[str]:
    return {text for key, text in strings(json.loads(figure.to_json())) if key.endswith("template")}


def cells(figure: go.Figure) -> list[list[Any]]:
    """The heads of the columns, then the cells of each row."""
    columns, rows = charts.as_table(figure)
    return [[column.title for column in columns], *(list(row.values()) for row in rows)]


def as_written(figure: go.Figure) -> list[list[str]]:
    """The figures of each row as the table writes them."""
    columns, rows = charts.as_table(figure)
    figures = [column for column in columns if column.name not in {"label", "words"}]
    return [[column.written(row, Counting(style=SURE_SCREEN)) for column in figures] for row in rows]


def no_name_becomes_markup(kind: Kind) -> None:
    """Assert it for every chart of such a league."""
    for name, figure in drawn(kind, HOSTILE, 300, HOSTILE_BIDS).items():
        assert markup(figure) == [], name
    played, kinds = league(kind, HOSTILE, 300, HOSTILE_BIDS), ("<script>alert(1)</script>", "%{x}", "$x^2$")
    for first, second in pairwise((*kinds, kinds[0])):  # each kind that a chart reads, as either of two players
        for name, make in played.charts_about(first, second).items():
            assert markup(make()) == [], name


def templates_are_ours(kind: Kind) -> None:
    """Assert of every figure that its templates are the same whoever plays."""
    plain = tuple(f"P{at:02}" for at in range(len(HOSTILE)))
    ours, theirs = drawn(kind, plain, 300), drawn(kind, HOSTILE, 300, HOSTILE_BIDS)
    for name, figure in ours.items():
        assert templates(theirs[name]) == templates(figure), name
        assert not [text for text in templates(figure) if ":+" in text], name  # a minus would be a hyphen


def nothing_says_so(kind: Kind) -> None:
    """Assert of every chart of no deal that it says that it has none."""
    empty = kind(frames(FIVE, 0), FIVE)
    for name, make in {**empty.charts(), **empty.charts_about(*FIVE[:2])}.items():
        figure = make()
        assert len(figure.data) == 0, name
        assert "deal" in figure.layout.annotations[0].text, name
        assert figure.layout.title.text.endswith("?"), name
        assert "deal" in theme.alt_text(figure).partition("?")[2], name  # who does not see it is told so too


def every_chart_is_whole(kind: Kind, count: int) -> None:
    """Assert of every chart of so many deals that it asks its question, names its axes, and is a table."""
    for name, figure in drawn(kind, FIVE, count).items():
        assert len(figure.data) >= 1, name
        assert figure.layout.title.text.endswith("?"), name
        assert figure.layout.xaxis.title.text, name
        assert not re.search(r"  | -\d", theme.alt_text(figure)), name
        assert "nan" not in figure.to_json().casefold().replace("nanum", ""), name
        columns, rows = charts.as_table(figure)
        assert len(columns) >= 2, name
        assert {tuple(row) for row in rows} == {tuple(column.name for column in columns)}, name
        assert any(row["label"] not in {None, ""} for row in rows), name
