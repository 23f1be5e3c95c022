"""Which languages there are, and which one is in force: that of SCORER_LANG, else that of the system.

A catalogue is compiled from `catalogues/NAME.po` when the program is built, or by `make texts` in a checkout.
"""

import os
import re
import struct
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from scorer.language import ENGLISH, LANGUAGE, N_, Catalogue, Language, _

FOLDER: Final = Path(__file__).with_name("catalogues")
SUFFIX: Final = ".mo"
MOST_BYTES: Final = 5_000_000  # a tenth of it would be a whole language
_LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_NO_LANGUAGE: Final = {"C", "POSIX"}  # locales that ask for the words of the program
_LOCALE_NAME: Final = re.compile(r"([A-Za-z]{1,8})(?:[_-]([A-Za-z0-9]{1,8}))?(?:[.@].*)?")
_TAG: Final = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")  # of a language: no path of a file
_NOT_WISHED: Final = re.compile(r"q=0(\.0*)?")
OWN_NAME: Final = N_("English")  # a catalogue translates it by what its own language is called
NO_FILE: Final = N_("there is no file {name!r}")
NO_REGULAR_FILE: Final = N_("{name!r} is no regular file")
NOT_COMPILED: Final = N_("{name!r} is no compiled catalogue, NAME.mo; make texts compiles NAME.po")
DAMAGED: Final = N_("{name!r} is no catalogue in UTF-8, or a damaged one; make texts compiles it again")


class UnknownLanguageError(LookupError):
    """A language that SCORER_LANG names and that has no catalogue."""


def names() -> list[str]:
    """The languages that there are, English first."""
    return [ENGLISH.name, *sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}"))]


@cache
def language(name: str) -> Language:
    """A language by its name, as a system writes it too, or by the path of its file; raises UnknownLanguageError."""
    if name.endswith(SUFFIX) or {"/", os.sep} & {*name}:
        return Language(name, _catalogue(Path(name), name))
    for code in _codes(name):
        if code == ENGLISH.name:
            return ENGLISH
        if (FOLDER / f"{code}{SUFFIX}").is_file():
            return Language(code, _catalogue(FOLDER / f"{code}{SUFFIX}", name))
    known = ", ".join(names())
    raise UnknownLanguageError(
        _("there is no catalogue for the language {name!r}, but for {known}", name=name, known=known)
    )


def _codes(locale: str) -> list[str]:
    """The names under which the catalogue of a locale may be: `pt_BR` and `pt` of `pt_BR.UTF-8`; `en` of `C`."""
    if locale.partition(".")[0] in _NO_LANGUAGE:
        return [ENGLISH.name]
    found = _LOCALE_NAME.fullmatch(locale)
    if not found:
        return []
    spoken, country = found[1].lower(), (found[2] or "").upper()
    return [*([f"{spoken}_{country}"] if country else []), spoken]


def _catalogue(path: Path, name: str) -> Catalogue:
    """The catalogue in a file, which was asked for by this name; raises UnknownLanguageError."""
    from scorer.language.translations import Translations  # noqa: PLC0415 - English needs none of it

    if path.suffix != SUFFIX:
        raise UnknownLanguageError(_(NOT_COMPILED, name=name))
    why = NO_FILE
    with suppress(OSError, ValueError, struct.error):  # of the path as well: it may be too long, or nobody's to read
        if path.exists():
            why = DAMAGED if path.is_file() else NO_REGULAR_FILE
        if path.is_file() and path.stat().st_size <= MOST_BYTES:
            return Translations.read(path)
    raise UnknownLanguageError(_(why, name=name))


def wished(environment: Mapping[str, str] = os.environ) -> Language:
    """The language that SCORER_LANG names, else that of the system where every sentence has its translation.

    Raises UnknownLanguageError where SCORER_LANG names a language that has no catalogue.
    """
    if name := environment.get("SCORER_LANG"):
        return language(name)
    locale = next(filter(None, map(environment.get, _LOCALE)), "") or _of_windows()
    if locale.partition(".")[0] in _NO_LANGUAGE:
        return ENGLISH
    for wanted in (environment.get("LANGUAGE") or locale).split(":"):
        for code in _codes(wanted):
            if code == ENGLISH.name:
                return ENGLISH
            if (FOLDER / f"{code}{SUFFIX}").is_file() and (spoken := _complete(code)):
                return spoken
    return ENGLISH


def _of_windows() -> str:
    """The locale that Windows is set to, which sets no variable; empty elsewhere."""
    if sys.platform != "win32":
        return ""
    import ctypes  # noqa: PLC0415 - the other systems need neither
    from locale import windows_locale  # noqa: PLC0415

    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def whole() -> dict[str, str]:
    """What each language that lacks no sentence is called in itself, by its name; English first."""
    called = {ENGLISH.name: "English"}
    for name in names():
        if (spoken := _complete(name)) and spoken.catalogue:
            called[name] = spoken.catalogue.gettext(OWN_NAME)
    return called


def of_reader(chosen: str, browser: str, environment: Mapping[str, str] = os.environ) -> Language:
    """The language for somebody with a browser: the `chosen` one, else that of SCORER_LANG, else the browser's own.

    One is a name as systems have it, the other a header Accept-Language; empty for none. A language that is not spoken
    whole is left out; where none is left it is the `wished` one.
    """
    spoken = whole()
    for wanted in (chosen, *of_browser("" if environment.get("SCORER_LANG") else browser)):
        for code in _codes(wanted):
            if code in spoken:
                return language(code)
    return wished(environment)


def of_browser(header: str) -> Iterator[str]:
    """The languages that a header Accept-Language names, what is wished for most first; q=0 marks what is not."""
    for part in header.split(",")[:10]:
        name, _semicolon, weight = part.replace(" ", "").partition(";")
        if _TAG.fullmatch(name) and not _NOT_WISHED.fullmatch(weight):
            yield name


def _complete(code: str) -> Language | None:
    """The language with this catalogue, None where it cannot be read or lacks sentences: hatch_build.py counts them."""
    try:
        found = language(code)
    except UnknownLanguageError:
        return None
    whole = found.catalogue and found.catalogue.pgettext("catalogue", "untranslated") == "0"
    return found if whole else None


def use(chosen: Language) -> None:
    """Speak a language from now on in this context: threads do not inherit it."""
    LANGUAGE.set(chosen)


def tag(name: str) -> str:
    """A language as HTML names it: `it`, `pt-BR`, also one that was named by the path of its catalogue."""
    return Path(name).name.removesuffix(SUFFIX).replace("_", "-")


def current() -> str:
    """The name of the language in force; part of the key of whatever is kept with sentences in it."""
    return LANGUAGE.get().name
