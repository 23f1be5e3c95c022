"""Which languages there are, and which one is in force: that of SCORER_LANG, else that of the system.

A catalogue is compiled from `catalogues/NAME.po` when the program is built, or by `make texts` in a checkout.
"""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from scorer.language import ENGLISH, LANGUAGE, Language, _

FOLDER: Final = Path(__file__).with_name("catalogues")
SUFFIX: Final = ".mo"
_SYSTEM: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class UnknownLanguageError(LookupError):
    """A language that SCORER_LANG names and that has no catalogue."""


def names() -> list[str]:
    """The languages that there are, English first."""
    return [ENGLISH.name, *sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}"))]


@cache
def language(name: str) -> Language:
    """A language by its name, or by the path of a compiled catalogue; raises UnknownLanguageError."""
    if name == ENGLISH.name:
        return ENGLISH
    path = Path(name) if name.endswith(SUFFIX) else FOLDER / f"{Path(name).name}{SUFFIX}"
    from gettext import GNUTranslations  # noqa: PLC0415 - English needs none of it

    try:
        with path.open("rb") as file:
            return Language(name, GNUTranslations(file))
    except (OSError, ValueError, UnicodeDecodeError) as error:
        known = ", ".join(names())
        raise UnknownLanguageError(
            _("SCORER_LANG: no catalogue for the language '{name}'; there are: {known}", name=name, known=known)
        ) from error


def wished(environment: Mapping[str, str] = os.environ) -> Language:
    """The language that SCORER_LANG names, else that of the system where every sentence has its translation.

    Raises UnknownLanguageError where SCORER_LANG names a language that has no catalogue.
    """
    if name := environment.get("SCORER_LANG"):
        return language(name)
    system = next(filter(None, (environment.get(variable) for variable in _SYSTEM)), "")
    for locale in system.split(":"):
        for name in dict.fromkeys((locale.partition(".")[0], locale[:2])):
            if name == ENGLISH.name:
                return ENGLISH
            if (FOLDER / f"{name}{SUFFIX}").is_file() and _is_complete(candidate := language(name)):
                return candidate
    return ENGLISH


def _is_complete(candidate: Language) -> bool:
    """Whether every sentence has a translation: hatch_build.py counts those without when it compiles."""
    return candidate.catalogue is not None and candidate.catalogue.pgettext("catalogue", "untranslated") == "0"


def use(chosen: Language) -> None:
    """Speak a language from now on in this context: threads do not inherit it."""
    LANGUAGE.set(chosen)


def tag(name: str) -> str:
    """A language as HTML names it: `it`, `pt-BR`, also one that was named by the path of its catalogue."""
    return Path(name).name.removesuffix(SUFFIX).replace("_", "-")


def current() -> str:
    """The name of the language in force; part of the key of whatever is kept with sentences in it."""
    return LANGUAGE.get().name
