"""Charts stay where they are when their numbers change.

Streamlit has no option for that: it makes the identity of a chart of all its numbers, even where it has a key. Each
patch alone is worse than none: either all are made, or none. The regular expressions are of Streamlit's minified
script, each below a comment with what it was, and what is lost without the patch.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import streamlit as st
from streamlit.elements import plotly_chart

SCRIPTS: Final = Path(st.__file__).with_name("static") / "static" / "js"
# The function by which a chart gets its identity.
# Without: the browser takes a chart with new numbers for another one. When a deal comes, charts disappear and are drawn
# from nothing; what filled the screen is small again, and what was hidden in a legend is shown.
IDENTITY: Final = "compute_and_register_element_id"
NAME: Final = r"[\w$]+"
# figure=useMemo(()=>element.spec?...,[element.id,element.spec]): the figure as it was sent last
SENT: Final = re.compile(rf"(?P<sent>{NAME})=\(0,{NAME}\.useMemo\)\(\(\)=>{NAME}\.spec\?".encode())
# useEffect(()=>{set(shown=>themed(shown,element.theme,colours))},[element.id,colours,element.theme])
# Without: a chart whose identity stays never looks at new numbers again.
THEMED: Final = re.compile(
    rf"(?P<set>\(0,{NAME}\.useEffect\)\(\(\)=>\{{{NAME}\((?P<shown>{NAME})=>{NAME}\()(?P=shown)"
    rf"(?P<by>,(?P<element>{NAME})\.theme,{NAME}\)\)\}},\[)(?P=element)\.id,".encode()
)
# onUpdate:drawn=>{keep(element.id,`figure`,drawn),set(drawn)}: what was drawn, even if something newer waits its turn
# Without: a chart that changes again before it is drawn takes what was drawn for the newest: old numbers stand below a
# new answer.
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
    sent, ways = SENT.findall(code), [len(way.findall(code)) for way in (THEMED, DRAWN)]
    if len(sent) != 1 or ways != [1, 1]:
        return b""
    code = THEMED.sub(rb"\g<set>" + sent[0] + rb"\g<by>" + sent[0] + b",", code)
    return DRAWN.sub(NEWEST, code)


def identify_by_key() -> None:
    """Have Streamlit identify a chart with a key by that key alone, where the browser gets the patched script."""
    streamlits = getattr(plotly_chart, IDENTITY, None)
    if not streamlits or streamlits.__module__ == __name__ or not script():
        return

    def by_key(kind: str, **facts: Any) -> str:
        return str(streamlits(kind, **facts | {"key_as_main_identity": facts["user_key"] is not None}))

    setattr(plotly_chart, IDENTITY, by_key)
