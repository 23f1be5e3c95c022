"""Every statistic by its name, as its file in statistics/ has it: how it is made, its columns and its fixed words.

A file is read when its statistic is first asked for, and what makes it is loaded when it is first made. The tables of a
terminal, CSV, JSON, the dashboard with its help, and the columns in docs/columns.md follow from it.

The keys of a file are the fields of `Statistic`, those of its `columns` the fields of `Column`, in the order of CSV
and JSON. A column is called by its name unless it has another `title`; what it means stands as `help` where the
dashboard shows that, else as `about`. The ends of the interval of a rate follow it without being written.
`function`, `verdict` and `writer` are functions, as `module:name`. A file may be `like` another one: what it has itself
stands instead, and columns that are `renamed` have another name.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, partial
from importlib.resources import files
from pkgutil import resolve_name
from typing import Any, Final

from scorer.stats.describe.columns import Column, Listing, Part, Sentence, Statistic
from scorer.stats.describe.phrases import PHRASES

PAGE: Final = ("roles", "compared", "records", "companions", "matches")  # of a player, in their order


@cache
def described(name: str) -> Statistic:
    """A statistic by its name; `page/` stands before the name of one of a player's page."""
    return Statistic(**_fields(name))


@cache
def listing_of(name: str) -> Listing:
    """What is listed and not reckoned: the matches, or the places of a ranking."""
    return Listing(**_fields(name))


@cache
def page_tables() -> tuple[Statistic, ...]:
    """The statistics of a player's page, in their order."""
    return tuple(described(f"page/{name}") for name in PAGE)


def _fields(name: str) -> dict[str, Any]:
    """The fields of a statistic from its file; raises KeyError, TypeError or ValueError for what no field is."""
    found = _read(name)
    own = {key: words.format_map(PHRASES) for key, words in found.pop("phrases", {}).items()}
    phrases = PHRASES | own
    for key in {"function", "verdict"} & {*found}:
        found[key] = partial(_called, found[key])
    return found | {
        "name": name.rpartition("/")[2],
        "columns": tuple(one for key, words in found["columns"].items() for one in _columns(key, words, phrases)),
        "terminal": tuple(Part(**part) for part in found.get("terminal", ())),
        "legend": tuple(Sentence(**sentence) for sentence in found.get("legend", ())),
        "phrases": phrases,
    }


def _columns(name: str, words: Mapping[str, Any], phrases: Mapping[str, str]) -> Iterator[Column]:
    """A column, and behind a rate the ends of its interval."""
    if ("help" in words) == ("about" in words):
        raise ValueError(f"{name}: what it means stands either as help or as about")
    given = {"title": name, "obvious": "about" in words, **words}
    for key in {"about", "help", "off"} & {*given}:
        given[key] = given[key].format_map(phrases)
    if "writer" in given:
        given["writer"] = partial(_called, given["writer"])
    column = Column(name, about=given.pop("help", "") or given.pop("about"), **given)
    yield column
    if column.form == "rate":
        for end, which in zip(column.ends, ("lower", "upper"), strict=True):
            about = f"{which} end of the 95 % interval of `{name}`"
            yield Column(end, form="percent", about=about, needs=column.needs)


def _called(path: str, *of: Any, **chosen: Any) -> Any:
    """What a function makes, which is loaded now."""
    return resolve_name(path)(*of, **chosen)


def _read(name: str) -> dict[str, Any]:
    """A file with tuples instead of lists; of one that is like another, with what that one has."""
    text = files("scorer.stats.describe").joinpath("statistics", f"{name}.toml").read_text(encoding="utf-8")
    own: dict[str, Any] = _plain(tomllib.loads(text))
    if "like" not in own:
        return own
    found, renamed, columns = _read(own.pop("like")), own.pop("renamed", {}), own.pop("columns", {})
    found["columns"] = {renamed.get(key, key): words for key, words in found["columns"].items()}
    for key, words in columns.items():
        found["columns"][key] |= words
    for part in found["terminal"]:
        part["keys"] = tuple(renamed.get(key, key) for key in part["keys"])
    found["dashboard"] = tuple(renamed.get(key, key) for key in found["dashboard"])
    return found | own


def _plain(value: Any) -> Any:
    """A value of a file with tuples instead of lists."""
    if isinstance(value, dict):
        return {key: _plain(inside) for key, inside in value.items()}
    return tuple(map(_plain, value)) if isinstance(value, list) else value
