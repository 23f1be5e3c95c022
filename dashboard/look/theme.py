"""How charts look: a colour for each player, and a chart that reads well in light, in dark and on a phone."""

from collections.abc import Sequence
from html import unescape
from threading import Lock
from typing import Any, Final, Self

import plotly.graph_objects as go

from dashboard.look.safe_text import BREAK, lines, plain, slug
from scorer.language.lists_numbers_dates import number

# Each is seen on a white page and on a dark one (3.1:1 at least, which leaves a band of lightness), so that a player
# has one colour by day and by night, and is far from all before it to people with any kind of colour vision: the first
# six most, eight, twelve. tests/dashboard/test_theme.py measures it.
PALETTE: Final = (
    "#2A54EE", "#C48523", "#A84669", "#3193BD", "#707000", "#FF468C", "#9A3FBD", "#A177FF", "#E7072A", "#778C70",
    "#CB3193", "#E754C4", "#2A7070", "#9362D9", "#D2625B", "#0E8C46", "#9A859A", "#5B69FF", "#7069A1", "#7E8CE0",
)  # fmt: skip
MADE, FAILED, EVEN = "#009E73", "#D55E00", "#6B6B6B"
HEAT: Final[tuple[tuple[float, str], ...]] = (
    (0.0, "#E07020"),
    (0.5, "#F2EBD5"),
    (1.0, "#3B93DB"),
)  # from never to always
ON_HEAT: Final = "#111111"  # of numbers on each of these
GREY: Final = "#8C8C8C"  # of marks: words on a page need more contrast than any grey has in both themes
# Not a colour: Streamlit puts its own in the place of this one, dark by day and light by night, and the other when that
# changes: patches/charts.py has the chart as it was sent looked at again. So it is in a picture that is kept.
WORDS: Final = "#000037"
PAGE: Final = "#000038"  # of the page, in the same way: around a mark that lies on a line
FAINT: Final = "rgba(128,128,128,0.25)"
STRONGER: Final = GREY
CLEAR: Final = "rgba(0,0,0,0)"
NOTHING: Final = "nothing"  # of a chart: why nothing is drawn
FORM: Final = "form"  # of an axis: how a table writes the figures along it, as columns have it
TITLE, LABELS = 17, 14  # pixels of letters
LINE: Final = 23  # pixels of a line of the title
SIGNED, LEGEND = 13, 28  # pixels of a line of what a kept picture is of, and of a legend below a chart
WIDTH_OF_SIGNED: Final = 64  # characters that fit on half a screen
CHANGING: Final = Lock()
UNSEEN: Final = "\N{INVISIBLE SEPARATOR}"
WIDTH_OF_TITLE: Final = 36  # characters that fit on a phone
_AXIS: Final = {"gridcolor": FAINT, "linecolor": FAINT}
# What the page's own theme would overrule if it stood in the template.
_OWN_AXIS: Final = {
    "zerolinecolor": STRONGER,
    "zerolinewidth": 1.5,
    "gridcolor": FAINT,
    "fixedrange": True,
    "showgrid": True,
    "tickfont": {"color": WORDS, "size": LABELS},
}
TEMPLATE: Final = go.layout.Template(
    layout={
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "colorway": PALETTE,
        "xaxis": _AXIS,
        "yaxis": _AXIS,
    }
)


class Chart(go.Figure):  # type: ignore[misc]  # plotly has no types
    """A chart that many viewers are shown; once it is settled nobody changes it, and what is sent of it is kept."""

    _sent: dict[str, Any] | None = None

    @property
    def is_settled(self) -> bool:
        """Whether it was shown already."""
        return self._sent is not None

    def settled(self, *, leads: bool = False) -> Self:
        """The same chart, from now on as it is; one of which a mark `leads` somewhere says what a click on it does.

        Streamlit says that only of the chart that it draws first, and not of those that come with new numbers.
        """
        if leads and not self.is_settled:
            self.update_layout(clickmode="event+select", dragmode="pan")
        self._sent = self._sent or super().to_dict()
        return self

    def to_dict(self) -> dict[str, Any]:
        """The chart for whoever draws it: Plotly walks through all of it, and copies it."""
        return self._sent or super().to_dict()


def colour(player: str, everybody: Sequence[str]) -> str:
    """The colour of a player, the same in every chart; `everybody` are all players of the scorebook in its order."""
    return PALETTE[everybody.index(player) % len(PALETTE)] if player in everybody else GREY


def at_table(players: Sequence[str], everybody: Sequence[str]) -> dict[str, str]:
    """The colours of those who sit at one table: a different one for each, their own wherever that is free.

    Who comes later in the scorebook gives way, to the first colour that is nobody's at the table.
    """
    places = {name: place for place, name in enumerate(everybody)}
    in_order = sorted(players, key=lambda player: places.get(player, len(places)))  # who is in no scorebook comes last
    own = {player: colour(player, everybody) for player in in_order}
    free = iter([another for another in PALETTE if another not in own.values()])
    given: dict[str, str] = {}
    for player, wanted in own.items():
        given[player] = wanted if wanted not in given.values() else next(free, wanted)
    return given


def separators() -> str:
    """The signs with which a chart writes its decimals and its thousands, in the language in force: `.,`."""
    return number(0.5, 1)[1] + number(10_000, thousands=True)[2]


def chart(question: str, *, height: int, note: str = "", traces: Sequence[Any] = (), **layout: Any) -> Chart:
    """A chart titled by its question; `height` is that of the part that is drawn.

    Its `meta` keeps the question, a `note` that says how to read it, which a page has below the chart, where it finds
    room, and the FORM of each axis.
    """
    title = lines(question, WIDTH_OF_TITLE)
    top = 14 + LINE * (1 + title.count(BREAK))
    margin = {"l": 8, "r": 12, "t": 0, "b": 56} | layout.pop("margin", {})
    margin["t"] += top
    axes, forms = _axes(layout)
    return Chart(
        traces,
        {
            "template": TEMPLATE,
            "separators": separators(),
            "font": {"color": WORDS, "size": LABELS},
            "title": {
                "text": title,
                "font": {"size": TITLE},
                "x": 0,
                "xref": "container",
                "xanchor": "left",
                "y": 1,
                "yanchor": "top",
                "pad": {"t": 6 + LINE * title.count(BREAK), "l": 4},
            },
            "height": height + margin["t"] + margin["b"],
            "margin": margin,
            "dragmode": False,
            "showlegend": False,
            "hoverlabel": {"align": "left", "namelength": -1, "font": {"color": WORDS, "size": LABELS}},
            "uirevision": plain(question),
            "meta": {"question": plain(question), "note": plain(note), "forms": forms},
        }
        | axes
        | layout,
    )


def _axes(layout: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The axes taken out of a layout, as every chart has them; and the FORM of each that has one."""
    axes: dict[str, Any] = {}
    forms: dict[str, str] = {}
    for name in ("xaxis", "yaxis"):
        axis = dict(layout.pop(name, {}))
        if form := axis.pop(FORM, ""):
            forms[name] = form
        named = axis.get("title", {})
        title_of_axis = {"font": {"color": WORDS, "size": LABELS}} | named | {"text": plain(named.get("text", ""))}
        axes[name] = _OWN_AXIS | axis | {"title": title_of_axis}
    axes["yaxis"].setdefault("automargin", True)
    # Where all labels are hidden, as on a phone before a chart has its width, its title is put at minus infinity.
    axes["xaxis"].setdefault("ticklabeloverflow", "allow")
    return axes, forms


def signed(drawn: Chart, subject: str) -> Chart:
    """The same chart with its `subject` below it, such as league, variant and days: for a picture that is kept.

    The page says it above its charts: there everybody.css hides what begins with UNSEEN. Signed once.
    """
    with CHANGING:  # viewers share charts
        if drawn.is_settled or any(str(word.text).startswith(UNSEEN) for word in drawn.layout.annotations):
            return drawn
        words = lines(subject, WIDTH_OF_SIGNED)
        below = drawn.layout.margin.b - (LEGEND if drawn.layout.showlegend else 0)
        room = SIGNED * (1 + words.count(BREAK))
        drawn.layout.margin.b += room
        drawn.layout.height += room
        corner = {"xref": "paper", "x": 1, "xanchor": "right", "yref": "paper", "y": 0, "yanchor": "top"}
        font = {"size": 10, "family": "sans-serif"}  # no other letters come into a picture
        drawn.add_annotation(text=UNSEEN + words, font=font, align="right", showarrow=False, yshift=3 - below, **corner)
        return drawn


def align(charts: Sequence[Chart]) -> None:
    """Give charts that stand side by side the same room above and below what they draw, unless one was shown."""
    with CHANGING:
        if any(chart.is_settled for chart in charts):
            return
        margins = [chart.layout.margin for chart in charts]
        above, below = max(margin.t for margin in margins), max(margin.b for margin in margins)
        for chart, margin in zip(charts, margins, strict=True):
            chart.layout.height += above - margin.t + below - margin.b
            margin.update(t=above, b=below)


def hatched(shape: str) -> dict[str, Any]:
    """The pattern of a bar, over its colour: outcomes differ by more than colours."""
    return {"shape": shape, "fillmode": "overlay", "fgcolor": "rgba(255,255,255,0.45)", "solidity": 0.25, "size": 7}


def legend_below() -> dict[str, Any]:
    """The legend in one line below the chart, with room for it."""
    place = {"orientation": "h", "x": 0, "xanchor": "left", "y": 0, "yref": "container", "yanchor": "bottom"}
    return {
        "showlegend": True,
        "legend": place | {"title": {"text": ""}, "bgcolor": CLEAR, "traceorder": "normal", "font": {"size": LABELS}},
        "margin": {"b": 84},
    }


def settings(drawn: go.Figure) -> dict[str, Any]:
    """The settings of Plotly for a chart: a quiet bar of tools, and a picture named after the question."""
    return {
        "displaylogo": False,
        "modeBarButtonsToRemove": ["select2d", "lasso2d", "zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "autoScale2d"],
        "toImageButtonOptions": {"format": "png", "filename": slug(question_of(drawn)), "scale": 2},
    }


def question_of(drawn: go.Figure) -> str:
    """The question that a chart answers, as plain text."""
    return unescape(str(drawn.layout.meta["question"]))


def note_of(drawn: go.Figure) -> str:
    """How a chart is read, as plain text."""
    return unescape(str(drawn.layout.meta["note"]))


def alt_text(drawn: go.Figure, answer: str = "") -> str:
    """The question of a chart and the answer, or that there is nothing to draw, for people who do not see it."""
    return f"{question_of(drawn)} {answer or unescape(drawn.layout.meta.get(NOTHING, ''))}".strip()


def shown(drawn: go.Figure, answer: str = "") -> dict[str, Any]:
    """The arguments with which a page shows a chart that gives this answer."""
    return {"theme": "streamlit", "config": settings(drawn), "width": "stretch", "alt": alt_text(drawn, answer)}
