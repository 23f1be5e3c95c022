"""Charts that stay where they are when their numbers change, until Streamlit keeps them by itself.

Three things are missing there. It makes the identity of a chart of all its numbers, even where it has a key, so that
the browser takes a chart with new numbers for another one: it removes the old one and draws from nothing. A chart whose
identity stays never looks at new numbers again. And where it is drawn twice in a row, as when its numbers and what a
click does change together, it takes what was drawn first for the newest, and shows old numbers below a new answer.
Each mended alone is worse than none, so all are, or none:
tests/dashboard/test_steady.py says when this may go.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import streamlit as st
from streamlit.elements import plotly_chart

SCRIPTS: Final = Path(st.__file__).with_name("static") / "static" / "js"
NAME: Final = r"[\w$]+"
# figure=useMemo(()=>element.spec?...,[element.id,element.spec]): the figure as it was sent last
SENT: Final = re.compile(rf"(?P<sent>{NAME})=\(0,{NAME}\.useMemo\)\(\(\)=>{NAME}\.spec\?".encode())
# useEffect(()=>{set(shown=>themed(shown,element.theme,colours))},[element.id,colours,element.theme])
THEMED: Final = re.compile(
    rf"(?P<set>\(0,{NAME}\.useEffect\)\(\(\)=>\{{{NAME}\((?P<shown>{NAME})=>{NAME}\()(?P=shown)"
    rf"(?P<by>,(?P<element>{NAME})\.theme,{NAME}\)\)\}},\[)(?P=element)\.id,".encode()
)
# ...,[element.id,selectable,points,box,lasso,disabled]): what a click does, which the figure as sent does not know
CLICKED: Final = re.compile(rf"(\}}\}}\)\}},\[){NAME}\.id((?:,{NAME}){{5}}\]\))".encode())
# onUpdate:drawn=>{keep(element.id,`figure`,drawn),set(drawn)}: what was drawn, even if something newer waits its turn
DRAWN: Final = re.compile(
    rf"(onUpdate:(?P<drawn>{NAME})=>\{{{NAME}\.setElementState\({NAME}\.id,`figure`,(?P=drawn)\),{NAME}\()"
    rf"(?P=drawn)\)\}}".encode()
)
NEWEST: Final = rb"\g<1>$is=>$is.layout===\g<drawn>.layout?\g<drawn>:$is)}"


@cache
def script() -> Path | None:
    """The script that draws charts, where it is one that can be mended; None for any other."""
    found = list(SCRIPTS.glob("PlotlyChart.*.js"))
    return found[0] if len(found) == 1 and mended(found[0].read_bytes()) else None


def mended(code: bytes) -> bytes:
    """The script that draws charts with one that shows what was sent last; empty where it is not as we know it."""
    sent, ways = SENT.findall(code), [len(way.findall(code)) for way in (THEMED, CLICKED, DRAWN)]
    if len(sent) != 1 or ways != [1, 1, 1]:
        return b""
    code = THEMED.sub(rb"\g<set>" + sent[0] + rb"\g<by>" + sent[0] + b",", code)
    code = CLICKED.sub(rb"\g<1>" + sent[0] + rb"\g<2>", code)
    return DRAWN.sub(NEWEST, code)


def keep_charts() -> None:
    """Have Streamlit tell a chart with a key by that key alone, where the browser gets the script that is mended."""
    charts: Any = plotly_chart
    made = charts.compute_and_register_element_id
    if made.__module__ == __name__ or not script():
        return

    def by_key(kind: str, **facts: Any) -> str:
        return str(made(kind, **facts | {"key_as_main_identity": facts["user_key"] is not None}))

    charts.compute_and_register_element_id = by_key
