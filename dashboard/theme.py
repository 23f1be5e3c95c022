"""How figures look: a colour for each player, and a figure that reads well in light, in dark and on a phone."""

from collections.abc import Sequence
from html import unescape
from typing import Any, Final

import plotly.graph_objects as go

from dashboard.safe_text import BREAK, lines, plain, slug

# Six colours of Okabe and Ito; their black and their yellow vanish in one of the themes, so violet and grey stand for
# them. Then twelve more, each far from all before it to people with any kind of colour vision.
PALETTE: Final = (
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8F3FF0", "#6E6E6E", "#735322", "#BFAE69",
    "#A60085", "#8585F2", "#668C4D", "#F200C2", "#A63249", "#D94141", "#8C5400", "#F2859B", "#9900BF", "#BF8A39",
)  # fmt: skip
DASHES: Final = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
DASH_EVERY: Final = 8  # so many players before the next pattern: by then colours begin to look alike
MADE, FAILED, EVEN = "#009E73", "#D55E00", "#8C8C8C"
GREY: Final = "#8C8C8C"
FAINT: Final = "rgba(128,128,128,0.25)"
STRONGER: Final = "rgba(128,128,128,0.7)"
CLEAR: Final = "rgba(0,0,0,0)"
SEPARATORS: Final = ".,"
LINE: Final = 22  # pixels of a line of the title
WIDTH_OF_TITLE: Final = 40  # characters that fit on a phone
_AXIS: Final = {"gridcolor": FAINT, "linecolor": FAINT}
# What the page's own theme would overrule if it stood in the template.
_OWN_AXIS: Final = {
    "zerolinecolor": STRONGER,
    "zerolinewidth": 1.5,
    "gridcolor": FAINT,
    "fixedrange": True,
    "showgrid": True,
}
TEMPLATE: Final = go.layout.Template(
    layout={
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "colorway": PALETTE,
        "font": {"color": GREY},
        "xaxis": _AXIS,
        "yaxis": _AXIS,
        "separators": SEPARATORS,
    }
)


def colour(player: str, everybody: Sequence[str]) -> str:
    """The colour of a player, the same in every figure; `everybody` are all players of the scorebook in its order."""
    return PALETTE[everybody.index(player) % len(PALETTE)] if player in everybody else GREY


def dash(player: str, everybody: Sequence[str]) -> str:
    """The pattern of a player's line: with the colour it tells a hundred players apart."""
    place = everybody.index(player) if player in everybody else 0
    return DASHES[place // DASH_EVERY % len(DASHES)]


def link_colour(theme: str | None) -> str:
    """The colour of what leads to another page, in a table of this theme."""
    return "#6CB6FF" if theme == "dark" else "#0059B3"


def figure(
    question: str, *, height: int, answer: str = "", note: str = "", traces: Sequence[Any] = (), **layout: Any
) -> go.Figure:
    """A figure titled by its question, with the answer in words below; `height` is that of the part that is drawn.

    A `note` says how to read it.
    """
    title = lines(question, WIDTH_OF_TITLE)
    below = BREAK.join(lines(words, WIDTH_OF_TITLE + 14) for words in (answer, note) if words)
    top = 14 + LINE * (1 + title.count(BREAK)) + (8 + 18 * (1 + below.count(BREAK)) if below else 0)
    margin = {"l": 8, "r": 12, "t": 0, "b": 56} | layout.pop("margin", {})
    margin["t"] += top
    axes: dict[str, Any] = {}
    for name in ("xaxis", "yaxis"):
        axis = layout.pop(name, {})
        named = axis.get("title", {})
        axes[name] = _OWN_AXIS | axis | {"title": named | {"text": plain(named.get("text", ""))}}
    axes["yaxis"].setdefault("automargin", True)
    return go.Figure(
        traces,
        {
            "template": TEMPLATE,
            "title": {
                "text": title,
                "subtitle": {"text": below, "font": {"size": 13}},
                "x": 0, "xref": "container", "xanchor": "left", "y": 1, "yanchor": "top",
                "pad": {"t": 6 + LINE * title.count(BREAK), "l": 4},
            },
            "height": height + margin["t"] + margin["b"],
            "margin": margin,
            "dragmode": False,
            "showlegend": False,
            "hoverlabel": {"align": "left", "namelength": -1},
            "uirevision": plain(question),
            "meta": {"question": plain(question), "answer": plain(answer)},
        }
        | axes
        | layout,
    )  # fmt: skip


def enlarged(drawn: go.Figure, letters: int) -> go.Figure:
    """The same figure with letters of this size in its title, along its axes and in its hover text."""
    words = {"title_font_size": letters, "tickfont_size": letters}
    drawn.update_xaxes(**words, title_standoff=letters // 2).update_yaxes(**words)
    drawn.layout.title.update(font_size=letters + 4, pad_t=letters // 2, subtitle_font_size=letters - 4)
    above = letters * (2 if drawn.layout.title.subtitle.text else 1)
    drawn.layout.margin.update(t=drawn.layout.margin.t + above, b=drawn.layout.margin.b + letters)
    return drawn.update_layout(height=drawn.layout.height + above + letters, hoverlabel_font_size=letters - 4)


def hatched(shape: str) -> dict[str, Any]:
    """The pattern of a bar, over its colour: outcomes differ by more than colours."""
    return {"shape": shape, "fillmode": "overlay", "fgcolor": "rgba(255,255,255,0.45)", "solidity": 0.25, "size": 7}


def legend_below() -> dict[str, Any]:
    """The legend in one line below the figure, with room for it."""
    place = {"orientation": "h", "x": 0, "xanchor": "left", "y": 0, "yref": "container", "yanchor": "bottom"}
    return {
        "showlegend": True,
        "legend": place | {"title": {"text": ""}, "bgcolor": CLEAR, "traceorder": "normal"},
        "margin": {"b": 84},
    }


def settings(drawn: go.Figure) -> dict[str, Any]:
    """What Plotly is told beside the figure: a quiet bar of tools, and a picture named after the question."""
    return {
        "displaylogo": False,
        "modeBarButtonsToRemove": ["select2d", "lasso2d", "zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "autoScale2d"],
        "toImageButtonOptions": {"format": "png", "filename": slug(asked(drawn)), "scale": 2},
    }


def asked(drawn: go.Figure) -> str:
    """The question that a figure answers, as plain text."""
    return unescape(str(drawn.layout.meta["question"]))


def told(drawn: go.Figure) -> str:
    """The question and the answer of a figure, for who does not see it."""
    return f"{asked(drawn)} {unescape(str(drawn.layout.meta['answer']))}".strip()


def shown(drawn: go.Figure) -> dict[str, Any]:
    """The words with which a page shows a figure: `st.plotly_chart(figure, **shown(figure))`."""
    return {"theme": "streamlit", "config": settings(drawn), "width": "stretch", "alt": told(drawn)}
