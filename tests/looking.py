"""Looking at a page of the dashboard in this process: what it writes, and what its figures ask."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict
from streamlit.testing.v1 import AppTest

from dashboard.pages import file_of

APP = Path(__file__).resolve().parent.parent / "dashboard" / "app.py"


def look(page: str, *folds: str, **address: str) -> AppTest:
    """Open a page with filters in its address, without a fault: look("standings", variant="brisk").

    What is made only when it is asked for, `folds` by their keys, is open from the first.
    """
    app = AppTest.from_file(APP, default_timeout=120)
    if page != "tonight":  # where everybody begins; any other goes by the name of its file, even before the first run
        app.switch_page(str(file_of(page)))
    app.query_params.update(address)
    for fold in folds:
        app.session_state[fold] = True
    app.run()
    assert [one.message for one in app.exception] == []
    return app


def seen(page: str, *folds: str, **address: str) -> AppTest:
    """The same of a scorebook that nobody changes, made once for all tests that look: none of them may run it on."""
    return _made_once(os.environ["SCORER_DB"], page, folds, tuple(sorted(address.items())))


@cache
def _made_once(_book: str, page: str, folds: tuple[str, ...], address: tuple[tuple[str, str], ...]) -> AppTest:
    return look(page, *folds, **dict(address))


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


def buttons_of(page: str, **address: str) -> list[str]:
    """The files that a page of a scorebook that nobody changes offers to keep."""
    return [one.proto.label for one in seen(page, **address).get("download_button")]


def notices(app: AppTest) -> list[str]:
    """What was asked for in the address and is not there."""
    text = "\n".join(one.proto.body for one in app.get("html"))
    found = re.findall(r"class='notice'[^>]*><bdi[^>]*>(.*?)</bdi>", text)
    return [unescape(one) for one in found]


def questions(app: AppTest) -> list[str]:
    """What each figure answers."""
    return [json.loads(one.proto.spec)["layout"]["meta"]["question"] for one in app.get("plotly_chart")]


def tables(app: AppTest) -> list[str]:
    """The HTML of the tables of a page; what only a screen reader gets is left out."""
    html = "\n".join(one.proto.body for one in app.get("html"))
    return re.findall("<table>.*?</table>", re.sub("<span class='unseen'>.*?</span>", "", html), re.DOTALL)


def rows(app: AppTest, table: int = 0) -> list[dict[str, str]]:
    """The rows of a table, each by the heads of its columns."""
    head, *body = [[text for _, text in row] for row in _cells(tables(app)[table])]
    return [dict(zip(head, cells, strict=True)) for cells in body]


def names_of_columns(app: AppTest, table: int = 0) -> list[str]:
    """The names of the columns of a table, as commands have them: its heads sort by these."""
    return re.findall(r"<th [^>]*>\s*<a [^>]*href='[^']*sort=-?([^'&]*)'", tables(app)[table])


def column(app: AppTest, name: str, table: int = 0) -> list[str | float | None]:
    """The cells of a column of a table, from above: words, or the figure with which a cell begins, None for none."""
    at = names_of_columns(app, table).index(name)
    _head, *body = _cells(tables(app)[table])
    return [text if in_words else _figure(text) for in_words, text in (row[at] for row in body)]


def _cells(table: str) -> list[list[tuple[bool, str]]]:
    """Of every cell of a table, row by row: whether it is in words, and its text."""
    return [
        [
            ("words" in attributes, unescape(re.sub("<[^>]*>", "", cell)).strip())
            for attributes, cell in re.findall(r"<t[hd]\b([^>]*)>(.*?)</t[hd]>", row, re.DOTALL)
        ]
        for row in re.findall("<tr>.*?</tr>", table, re.DOTALL)
    ]


def _figure(text: str) -> float | None:
    """The figure with which a cell begins: -12 of `-12`, 62 of `62 % (45 to 77)`; None where nothing is known."""
    found = re.match(r"[+\N{MINUS SIGN}]?[\d,]+(\.\d+)?", text)
    return float(found[0].replace("\N{MINUS SIGN}", "-").replace(",", "")) if found else None


def as_shown(name: str, number: float | None) -> float | None:
    """A figure of a command with the decimals that a table shows: shares in percent."""
    if number is None:
        return None
    if name.endswith(("rate", "share")):
        return round(100 * number)
    return round(number, 3 if name == "mse" else 1 if "margin" in name else 2)


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


def _elements(block: Any) -> Iterator[Any]:
    """Everything on a page from top to bottom; what holds others comes behind them."""
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
