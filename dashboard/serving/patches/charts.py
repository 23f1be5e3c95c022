"""Charts stay where they are when their numbers change.

Streamlit lacks three things for that. It makes the identity of a chart of all its numbers, even where it has a key: the
browser takes a chart with new numbers for another one, removes the old one and draws from nothing. A chart whose
identity stays never looks at new numbers again. And a chart that is drawn twice in a row, as when its numbers and what
a click does change together, takes what was drawn first for the newest, and shows old numbers below a new answer.
Each patch alone is worse than none: either all are made, or none. The regular expressions are of Streamlit's minified
script, each below a comment with what it was.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import streamlit as st
from streamlit.elements import plotly_chart

SCRIPTS: Final = Path(st.__file__).with_name("static") / "static" / "js"
IDENTITY: Final = "compute_and_register_element_id"  # the function by which a chart gets its identity
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
    """Streamlit's script that draws charts; None where this Streamlit is not as the patches know it."""
    scripts = list(SCRIPTS.glob("PlotlyChart.*.js"))
    known = len(scripts) == 1 and hasattr(plotly_chart, IDENTITY) and patched(scripts[0].read_bytes())
    return scripts[0] if known else None


def patched(code: bytes) -> bytes:
    """The script so that it shows what was sent last; empty where it is not as the patches know it."""
    sent, ways = SENT.findall(code), [len(way.findall(code)) for way in (THEMED, CLICKED, DRAWN)]
    if len(sent) != 1 or ways != [1, 1, 1]:
        return b""
    code = THEMED.sub(rb"\g<set>" + sent[0] + rb"\g<by>" + sent[0] + b",", code)
    code = CLICKED.sub(rb"\g<1>" + sent[0] + rb"\g<2>", code)
    return DRAWN.sub(NEWEST, code)


def identify_by_key() -> None:
    """Have Streamlit identify a chart with a key by that key alone, where the browser gets the patched script."""
    streamlits = getattr(plotly_chart, IDENTITY, None)
    if not streamlits or streamlits.__module__ == __name__ or not script():
        return

    def by_key(kind: str, **facts: Any) -> str:
        return str(streamlits(kind, **facts | {"key_as_main_identity": facts["user_key"] is not None}))

    setattr(plotly_chart, IDENTITY, by_key)
