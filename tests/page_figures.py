"""Tables of pages held against those of commands, in the sample league."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tests.looking import as_shown, column, questions, seen, tables, written

CHIAMATA, BRISK, SURE = {"variant": "chiamata"}, {"variant": "brisk"}, {"sure": "1"}
LEAGUE: Final = '"Circolo del Gelso"'
OF_ONE: Final = "/chiamata/Circolo del Gelso"
ALL: Final = "/brisk+chiamata+monte/Circolo del Gelso"
AHEAD: Final = "Who is ahead, evening by evening?"


class Figures(NamedTuple):
    """A page and the command whose figures it shows.

    Address; what is opened on it; which table of the page; the command; the columns that are compared; what the charts
    answer. Where a command has a verdict, the page or a chart says it too.
    """

    page: str
    address: dict[str, str]
    opened: str
    table: int
    command: str
    columns: str
    asked: tuple[str, ...]


def cells(name: str, rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    """A column of a command with the decimals that a page shows."""
    return [row[name] if isinstance(row[name], str) else as_shown(name, row[name]) for row in rows]


def hold_against_command(ok: Callable[..., str], held: Figures) -> None:
    """The page shows the figures of its command."""
    if held.opened:  # it is reckoned when it is asked for
        assert len(tables(seen(held.page, **held.address))) == held.table
    app = seen(held.page, *filter(None, [held.opened]), **held.address)
    told = json.loads(ok(f"{held.command} --format json"))
    told = told[0] if isinstance(told, list) else told
    for name in held.columns.split():
        assert column(app, name, held.table) == cells(name, told["rows"]), name
    assert tuple(questions(app)) == held.asked
    if "sure" in held.address:
        verdict = told.get("verdict", "").replace(" -", " \N{MINUS SIGN}")
        words = re.sub("<[^>]*>", "", written(app))  # names in the answer are links
        assert [sentence for sentence in verdict.split(". ") if sentence not in words] == []


def hold_that_chance_is_asked_for(page: str, sure: str, address: Mapping[str, str]) -> None:
    """Who does not ask how sure the page is reads of no chance and no error; who asks reads the words `sure`."""
    read = re.sub("<style>.*?</style>| title='[^']*'", "", written(seen(page, **address)))  # a head's meaning is asked
    assert not re.search("chance|\N{PLUS-MINUS SIGN}|95 %", read)
    assert sure in written(seen(page, **address, **SURE))
