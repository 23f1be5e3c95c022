"""Every statistic by its name, read from its file in statistics/: how it is made, its columns, and its texts.

A file is read when somebody first asks for its statistic, and the function that makes it is loaded when it is first
made. The tables of a terminal, CSV, JSON, the dashboard with its help, and docs/columns.md follow from the file.

The keys of a file are the fields of `Statistic`, the keys of its `columns` the fields of `Column`, in the order of CSV
and JSON. Every column that people see has a `title`. What it means stands as `help` where the dashboard shows that,
else as `about`. The loader adds the ends of the interval of a rate. `function`, `everybody`, `verdict`, `left_out`
and `writer` are functions, as `module:name`. A file may be `like` another one: its own keys replace those of the other
file, and columns that are `renamed` have another name.

The texts are the sources of translations: `title`, `short`, `about`, `help` and `words`. What is read stays in memory,
so nothing is translated here.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pkgutil import resolve_name
from typing import Any, Final

from scorer.stats.describe.columns import Column, Listing, Sentence, Statistic, TerminalTable
from scorer.stats.describe.commands import files_of, laid_over, with_line

PAGE: Final = ("roles", "compared", "records", "companions", "matches")  # of a player, in their order


@cache
def described(name: str) -> Statistic:
    """A statistic by its name; `page/` stands before the name of one of a player's page."""
    return Statistic(**_fields(name))


@cache
def listing_of(name: str) -> Listing:
    """A table that no function makes, by its name: the matches, or the places of a ranking."""
    return Listing(**_fields(name))


@cache
def page_tables() -> tuple[Statistic, ...]:
    """The statistics of a player's page, in their order."""
    return tuple(described(f"page/{name}") for name in PAGE)


@cache
def on_page(page: str) -> tuple[Statistic, ...]:
    """The statistics that a page of the dashboard has folded away, as their files say."""
    return tuple(map(described, with_line(f'page = "{page}"')))


def _fields(name: str) -> dict[str, Any]:
    """The fields of a statistic from its file; raises KeyError, TypeError or ValueError for an unknown one."""
    fields = _read(name)
    fields.pop("command", None)  # it is read by itself, as what makes the statistic is not needed for it
    for key in {"function", "everybody", "verdict", "left_out"} & {*fields}:
        fields[key] = partial(_called, fields[key])
    return fields | {
        "name": name.rpartition("/")[2],
        "columns": tuple(column for key, keys in fields["columns"].items() for column in _columns(key, keys)),
        "terminal": tuple(TerminalTable(**part) for part in fields.get("terminal", ())),
        "legend": tuple(Sentence(**sentence) for sentence in fields.get("legend", ())),
    }


def _columns(name: str, keys: Mapping[str, Any]) -> Iterator[Column]:
    """A column, and behind a rate the ends of its interval."""
    if ("help" in keys) == ("about" in keys):
        raise ValueError(f"{name}: what it means stands either as help or as about")
    fields = {"obvious": "about" in keys, **keys}
    if "writer" in fields:
        fields["writer"] = partial(_called, fields["writer"])
    if fields.get("form") == "rate":
        fields.setdefault("ends", ("low", "high"))
    column = Column(name, about=fields.pop("help", "") or fields.pop("about"), **fields)
    yield column
    if column.form == "rate":
        for end, which in zip(column.ends, ("lower", "upper"), strict=True):
            about = f"{which} end of the 95 % interval of `{name}`"
            yield Column(end, form="percent", about=about, needs=column.needs)


def _called(path: str, *arguments: Any, **chosen: Any) -> Any:
    """What a function returns, which is loaded now."""
    return resolve_name(path)(*arguments, **chosen)


def _read(name: str) -> dict[str, Any]:
    """The keys of a file, tuples instead of lists; where it is `like` another file, on top of the keys of that."""
    texts = (file.read_text(encoding="utf-8") for file in files_of(name))
    own: dict[str, Any] = _plain(laid_over(*map(tomllib.loads, texts)))
    if "like" not in own:
        return own
    fields, renamed, columns = _read(own.pop("like")), own.pop("renamed", {}), own.pop("columns", {})
    fields["columns"] = {renamed.get(column, column): keys for column, keys in fields["columns"].items()}
    for column, keys in columns.items():
        fields["columns"][column] |= keys
    for part in fields["terminal"]:
        part["keys"] = tuple(renamed.get(column, column) for column in part["keys"])
    fields["dashboard"] = tuple(renamed.get(column, column) for column in fields["dashboard"])
    return fields | own


def _plain(value: Any) -> Any:
    """A value of a file with tuples instead of lists."""
    if isinstance(value, dict):
        return {key: _plain(inside) for key, inside in value.items()}
    return tuple(map(_plain, value)) if isinstance(value, list) else value
