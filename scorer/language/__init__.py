"""Sentences in the language of whoever reads them.

Every sentence is one template with named fields, marked where it stands, and translated when it is shown:
`_("{points} card points: a deal has {total}", points=74, total=120)`. A text that is made when its module is loaded is
marked with `N_` there and translated with `_` where it is shown. What is stored, exported or compared is no sentence.

A language is a file: docs/translating.md. The language in force is that of the context (`scorer.language.catalogues`).
"""

import re
from contextvars import ContextVar
from datetime import date, datetime
from typing import Final, NamedTuple, Protocol


class Catalogue(Protocol):
    """The sentences of a language, by methods that have the names that `gettext` gives them."""

    def gettext(self, message: str, /) -> str:
        """The translation of a template; itself where there is none."""

    def ngettext(self, singular: str, plural: str, count: int, /) -> str:
        """The translation of the form that goes with a number."""

    def pgettext(self, context: str, message: str, /) -> str:
        """The translation of a text in a context; itself where there is none."""


class Language(NamedTuple):
    """A language by its name, such as `it`; English needs no catalogue."""

    name: str
    catalogue: Catalogue | None


ENGLISH: Final = Language("en", None)
LANGUAGE: Final = ContextVar("language", default=ENGLISH)
_ARTICLE: Final = re.compile(r"\b(il|[Aa]l|[Dd]al|[Dd]el|[Nn]el|[Ss]ul) (?=\{(\w+))")
_VOWEL: Final = re.compile(r"(?:0?8|11)\b")


def _(template: str, /, **fields: object) -> str:
    """A sentence in the language in force, its fields filled in; without fields the template as it is."""
    catalogue = LANGUAGE.get().catalogue
    words = catalogue.gettext(template) if catalogue and template else template
    return _filled(words, fields) if fields else words


def in_context(context: str, template: str, /, wider: str = "") -> str:
    """A text where a language may say it otherwise than elsewhere, as above a column; else its translation.

    A context may lie within a `wider` one: a column of its own among all columns.
    """
    catalogue = LANGUAGE.get().catalogue
    said = catalogue.pgettext(context, template) if catalogue and template else template
    if said != template:
        return said
    return in_context(wider, template) if wider else _(template)


def ngettext(singular: str, plural: str, count: float, /, **fields: object) -> str:
    """The sentence that goes with a number, which is its field `count` unless that is given: `{count} deals`."""
    catalogue = LANGUAGE.get().catalogue
    if catalogue:
        words = catalogue.ngettext(singular, plural, abs(int(count)) if count == int(count) else 2)
    else:
        words = singular if abs(count) == 1 else plural
    return _filled(words, {"count": count, **fields})


def _filled(words: str, fields: dict[str, object]) -> str:
    """The sentence with its fields, each day as the language writes it in figures."""
    catalogue = LANGUAGE.get().catalogue
    if catalogue is None:
        return words.format(**fields)
    said = {name: numeric_day(value) if type(value) is date else value for name, value in fields.items()}
    if _ARTICLE.search(words) and "'" in catalogue.gettext(THE_EIGHTH):
        words = _ARTICLE.sub(lambda found: _elided(found, str(said.get(found[2]))), words)
    return words.format(**said)


def _elided(found: re.Match[str], number: str) -> str:
    """`l'{day}` for `il {day}`, `dell'{day}` for `del {day}` where that is an 8 or an 11, which begin with a vowel."""
    return f"{found[1].removesuffix('il')}l'" if _VOWEL.match(number) else found[0]


def numeric_day(day: date, /) -> str:
    """A day in figures: `2026-06-19`, in Italian `19/06/2026`."""
    return _("{year}-{month}-{day}", year=day.year, month=f"{day:%m}", day=f"{day:%d}")


def kept_day(text: str, /) -> str:
    """A day that is kept as text in figures; any other text as it is."""
    try:
        return numeric_day(date.fromisoformat(text))
    except ValueError:
        return text


def N_(template: str, /) -> str:  # noqa: N802 - what translators' tools know
    """The template itself, marked for translators: `_` translates it where it is shown."""
    return template


THE_EIGHTH: Final = N_("the 8")  # an example: `l'8` where an article loses its vowel before one


def numeric_moment(moment: datetime, /) -> str:
    """A moment in figures, as clocks here show it: `2026-06-19 21:05`, in Italian `19/06/2026 21:05`."""
    here = moment.astimezone()
    return f"{numeric_day(here.date())} {here:%H:%M}"
