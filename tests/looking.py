"""Looking at a page of the dashboard in this process: what it writes, and what its figures ask."""

import json
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df
from streamlit.testing.v1 import AppTest

APP = Path(__file__).resolve().parent.parent / "dashboard" / "app.py"


def look(page: str, **address: str) -> AppTest:
    """Open a page with filters in its address, without a fault: look("standings", variant="brisk")."""
    app = AppTest.from_file(APP, default_timeout=120)
    if page != "tonight":  # where everybody begins; any other goes by the name of its file, even before the first run
        app.switch_page(f"views/{page}.py")
    app.query_params.update(address)
    app.run()
    assert [one.message for one in app.exception] == []
    return app


LINK = r"<a class='leads' href='([^']*)'><bdi>(.*?)</bdi></a>"  # within a sentence


def written(app: AppTest) -> str:
    """All HTML of ours as text: what is a link within a sentence is a word of it."""
    return unescape(re.sub(LINK, r"\2", "\n".join(one.proto.body for one in app.get("html"))))


def leading(app: AppTest) -> list[tuple[str, str]]:
    """The links within sentences: what each says, and where it leads."""
    return [link for one in app.get("html") for link in leads(one.proto.body)]


def leads(html: str) -> list[tuple[str, str]]:
    """The same of a piece of HTML."""
    return [(unescape(re.sub("<.*?>", "", words)), unescape(address)) for address, words in re.findall(LINK, html)]


def title_of(app: AppTest) -> str:
    """The title of the page."""
    found = re.search(r"<h1[^>]*>(.*?)</h1>", written(app))
    assert found
    return re.sub("<[^>]*>", "", found[1])


def said(app: AppTest) -> list[str]:
    """Headings, and sentences outside of tables and figures."""
    return [*(one.value for one in app.subheader), *(one.value for one in app.text), *(one.value for one in app.info)]


def notices(app: AppTest) -> list[str]:
    """What was asked for in the address and is not there."""
    text = "\n".join(one.proto.body for one in app.get("html"))
    found = re.findall(r"class='notice'[^>]*><bdi[^>]*>(.*?)</bdi>", text)
    return [unescape(one) for one in found]


def questions(app: AppTest) -> list[str]:
    """What each figure answers."""
    return [json.loads(one.proto.spec)["layout"]["meta"]["question"] for one in app.get("plotly_chart")]


def column(app: AppTest, name: str, table: int = 0) -> list[Any]:
    """The cells of a column of a table, from above."""
    return list(app.dataframe[table].value[name])


def rows(app: AppTest, table: int = 0) -> list[dict[str, str]]:
    """The rows of a table of ours, each by the heads of its columns; what only a screen reader gets is left out."""
    tables = [body for one in app.get("html") for body in re.findall(r"<table>.*?</table>", one.proto.body, re.DOTALL)]
    seen = re.sub(r"<span class='unseen'>.*?</span>", "", tables[table])
    head, *body = [
        [unescape(re.sub("<[^>]*>", "", cell)).strip() for cell in re.findall(r"<t[hd]\b.*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall("<tr>.*?</tr>", seen, re.DOTALL)
    ]
    return [dict(zip(head, cells, strict=True)) for cells in body]


def as_shown(name: str, number: float | None) -> float | None:
    """A figure of a command with the decimals that a table shows: shares in percent."""
    if number is None:
        return None
    return round(100 * number) if name.endswith(("rate", "share")) else round(number, 1 if "margin" in name else 2)


# The fields of an element, and of a chart, in which words stand.
WORDS_OF_ELEMENTS = {"label", "help", "placeholder", "body", "alt", "content", "options", "codeText"}
WORDS_OF_CHARTS = {
    *("text", "name", "hovertemplate", "hovertext", "ticktext", "question", "answer", "places"),
    *("x", "y", "labels", "customdata", "title", "ticksuffix", "tickprefix"),
}


def all_texts(app: AppTest) -> Iterator[tuple[str, str]]:
    """Every text on a page, many of them HTML, with what it stands in; also what only a mouse shows."""
    for element in _elements(app._tree):
        if not hasattr(element.proto, "DESCRIPTOR"):
            continue
        fields = MessageToDict(element.proto)
        for text in _texts(fields, WORDS_OF_ELEMENTS):
            yield element.type, text
        if element.type == "plotly_chart":
            for text in _texts(json.loads(fields["spec"]), WORDS_OF_CHARTS):
                yield "chart", re.sub(r"%\{.*?\}", "", text)
        if element.type == "dataframe":
            for text in _of_table(fields):
                yield "table", text


def _elements(block: Any) -> Iterator[Any]:
    """The elements of a page that hold no others, from top to bottom."""
    for child in block.children.values():
        if hasattr(child, "children"):
            yield from _elements(child)
        yield child


def _texts(fields: Any, named: set[str], at: str = "") -> Iterator[str]:
    """The texts below fields of these names."""
    if isinstance(fields, Mapping):
        for name, inside in fields.items():
            yield from _texts(inside, named, name if name in named or not isinstance(inside, str) else "")
    elif isinstance(fields, list):
        for inside in fields:
            yield from _texts(inside, named, at)
    elif isinstance(fields, str) and at in named:
        yield fields


def _of_table(fields: Mapping[str, Any]) -> Iterator[str]:
    """The heads and cells of a table: as they are shown, and as they are read aloud and copied."""
    for column in json.loads(fields["columns"]).values():
        yield from (column[name] for name in ("label", "help") if column.get(name))
    arrow = fields["arrowData"]
    for data in (arrow["data"], arrow["styler"]["displayValues"]):
        cells = convert_arrow_bytes_to_pandas_df(b64decode(data)).to_numpy().ravel().tolist()
        yield from {cell for cell in cells if isinstance(cell, str)}
