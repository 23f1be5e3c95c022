"""Files of rules by name, variants above all: those shipped with the program, and those in the user's own folders."""

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import accumulate
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from scorer.atomic_file import make_folder, whole_text
from scorer.errors import NotFoundError, RefusedError, TwoMeaningsError, UnwritableError
from scorer.language import N_, _, lists_numbers_dates
from scorer.language.lists_numbers_dates import either
from scorer.rules.errors import FaultyRulesError, UnreadableError, VariantError, advice
from scorer.rules.variant_reading import parse_variant
from scorer.wings import brought

if TYPE_CHECKING:
    from scorer.rules.variant import Variant

LARGEST_FILE: Final = 100_000
DEEPEST: Final = 8  # parts of a key, and brackets within one another; the files that are shipped have 3 and 2
LONGEST_WORD: Final = 79  # outside quotation marks: a number of 5,000 digits cannot be shown, nor all be read
SUFFIX: Final = ".toml"
T = TypeVar("T")
_OF_TWO_GAMES: Final = ("briscola pazza", "chiamata pazza", "briscola a chiamata pazza")
_THE_TWO: Final = ("chiamata", "gingo")  # which people call by these names
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
# In TOML, quoted texts and remarks. A text that is not closed goes to the end, so that none is slow to match.
_TEXTS: Final = (
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)?' r"|'''(?:[^']|'(?!''))*+(?:'''|\Z)?"
    r'|"(?:[^"\\\n]|\\.)*+"?' r"|'[^'\n]*+'?|#[^\n]*+"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RuleFiles(Generic[T]):
    """One kind of rule files: its word, its folder in its package and in the user's data, and its variable.

    `parse` reads a name and a mapping, and raises `error` with every fault.
    """

    thing: str
    place: str
    variable: str
    parse: Callable[[str, Mapping[str, Any]], T]
    error: type[FaultyRulesError]
    package: str = "scorer"

    def names(self) -> dict[str, str]:
        """Every name there is, with where it comes from: "shipped" or "yours"."""
        return dict(
            sorted({**dict.fromkeys(self._yours(), "yours"), **dict.fromkeys(self._shipped(), "shipped")}.items())
        )

    def read_text(self, name_or_path: str) -> tuple[str, str]:
        """The name and the text; a word that ends in .toml or has a stroke is a path, any other a name.

        Raises NotFoundError for an unknown name or a missing file, UnreadableError for a file that is no text.
        """
        if is_path(name_or_path):
            return Path(name_or_path).stem, self._text(Path(name_or_path), name_or_path)
        name = name_or_path.strip().casefold()
        file = self._shipped().get(name) or self._yours().get(name)
        if file is None:
            self._check_meaning(name_or_path)
            raise NotFoundError(self._unknown(name_or_path))
        return name, self._text(file, f"{name}{SUFFIX}")

    def meant(self, typed: str) -> str:
        """The name that a person means: a whole one, or the only one that begins so; any other word as it is typed.

        Raises NotFoundError where several begin so. In files names are written in full.
        """
        name = typed.strip().casefold()
        if is_path(typed) or name in self._shipped() or name in (known := self.names()):
            return typed
        self._check_meaning(typed)
        return begun_by(self.thing, name, known) or typed

    def load(self, name_or_path: str) -> T:
        """What the file of that name or at that path says; raises `error` with every fault, each with the file."""
        return self.read(name_or_path)[2]

    def read(self, name_or_path: str) -> tuple[str, str, T]:
        """Its name, its text and what that says; raises `error` as `load` does."""
        name, text = self.read_text(name_or_path)
        try:
            return name, text, self.from_text(name, text)
        except self.error as error:
            shown = name_or_path if is_path(name_or_path) else f"{name}{SUFFIX}"
            raise self.error(shown, error.faults) from error

    def from_text(self, name: str, text: str) -> T:
        """What a TOML text says; raises `error` with every fault. The same text is read once."""
        read: T = _read(self, name, text)
        return read

    def add(self, path: str, *, name: str | None = None, force: bool = False) -> str:
        """Copy a sound file into the user's folder, whole or not at all; its name there.

        Raises RefusedError for a shipped name, a name already there (unless `force`), and what is no name.
        """
        given, text = self.read_text(path if is_path(path) else f"./{path}")
        name = (given if name is None else name).strip().casefold()
        if not _NAME.fullmatch(name):
            raise RefusedError(self._no_name(name), advice("file_name"))
        if name in self._shipped():
            shipped = _("{name} is shipped with the program and stays as it is", name=name)
            raise RefusedError(shipped, advice("file_name"))
        if name in self._yours() and not force:
            there = _("you have a {thing} called {name} already", thing=_(self.thing), name=name)
            raise RefusedError(there, advice("file_replace"), advice("file_name"))
        try:
            self.from_text(name, text)
        except self.error as error:
            raise self.error(path, error.faults) from error
        try:
            make_folder(self.folder())
        except OSError as error:
            reason = error.strerror or error
            raise UnwritableError(_("{path} cannot be written: {reason}", path=self.folder(), reason=reason)) from error
        with whole_text(self.folder() / f"{name}{SUFFIX}", force=force) as file:
            file.write(text)
        return name

    def _no_name(self, word: str) -> str:
        """That a word is no name, and what a name may have."""
        template = N_("'{name}' is not a name for a {thing}: a to z, 0 to 9 and hyphens, at most 40")
        return _(template, name=word, thing=_(self.thing))

    def folder(self) -> Path:
        """The user's own files: where the environment variable says, or a folder in their data folder."""
        if chosen := os.environ.get(self.variable):
            return Path(chosen)
        from platformdirs import user_data_dir  # noqa: PLC0415 - only needed here, and not free

        return Path(user_data_dir("scorer", appauthor=False)) / self.place

    def shipped(self, name: str) -> bool:
        """Whether a file of this name comes with the program."""
        return name in self._shipped()

    def can_be_called(self, name: str) -> bool:
        """Whether a file can have this name: here, or on another machine."""
        return bool(_NAME.fullmatch(name)) or name in self.names()

    def _shipped(self) -> dict[str, Traversable]:
        return {entry.name.removesuffix(SUFFIX): entry for entry in _toml_files(files(self.package) / self.place)}

    def _yours(self) -> dict[str, Traversable]:
        here = self.folder()
        try:
            if here.is_dir():
                return {entry.name.removesuffix(SUFFIX): entry for entry in _toml_files(here)}
            is_a_file = here.exists()
        except OSError as error:
            raise UnreadableError(_("{path}: cannot be read: {reason}", path=here, reason=error.strerror)) from error
        if is_a_file:
            template = N_("{path} is a file: {variable} says in which folder your {thing} files are")
            raise UnreadableError(_(template, path=here, variable=self.variable, thing=_(self.thing)))
        return {}

    def _check_meaning(self, word: str) -> None:
        """Raise TwoMeaningsError for a name that people use of two games."""
        if self.thing != VARIANTS.thing or " ".join(word.casefold().replace("-", " ").split()) not in _OF_TWO_GAMES:
            return
        titles = {name: VARIANTS.load(name).title for name in _THE_TWO}
        names = either([f"{name} ({title})" for name, title in titles.items()])
        raise TwoMeaningsError(_("'{name}' is a name of two games: say {names}", name=word, names=names), word, titles)

    def _unknown(self, word: str) -> str:
        mine, name = {name.casefold(): name for name in self._yours()}, word.strip().casefold()
        if there := mine.get(name):  # with letters in its file's name that no name has
            return _("{file}: {fault}; rename the file", file=f"{there}{SUFFIX}", fault=self._no_name(there))
        fields = {"thing": _(self.thing), "name": word}
        known = self.names()
        if near := get_close_matches(name, known, n=3):
            return _("no {thing} is called '{name}'; did you mean {names}?", **fields, names=either(near))
        return _("no {thing} is called '{name}'; there are {names}", **fields, names=", ".join(known))

    def _text(self, place: Traversable, shown: str) -> str:
        """The text of a file, or a complaint that names it."""
        content = _content(place, shown)
        if len(content) > LARGEST_FILE:
            template = N_("{file}: more than {size} kB; a {thing} file has two or three")
            raise UnreadableError(_(template, file=shown, size=LARGEST_FILE // 1000, thing=_(self.thing)))
        if b"\0" in content:
            template = N_("{file}: not a text file: byte {position} is NUL")
            raise UnreadableError(_(template, file=shown, position=content.index(0)))
        try:
            return _with_plain_newlines(content.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            template = N_("{file}: not UTF-8: byte {position} cannot be read; save it as UTF-8")
            raise UnreadableError(_(template, file=shown, position=error.start)) from error


def is_path(name_or_path: str) -> bool:
    """Whether this is read as a path: it ends in .toml or contains a stroke."""
    return name_or_path.endswith(SUFFIX) or "/" in name_or_path or os.sep in name_or_path


def begun_by(thing: str, word: str, names: Iterable[str]) -> str:
    """The only one of these names that begins so, "" where none does; raises NotFoundError where several do."""
    begun = sorted(name for name in names if word and name.startswith(word))
    if len(begun) > 1:
        template = N_("{thing} '{typed}' could be {names}: type more letters")
        raise NotFoundError(_(template, thing=_(thing), typed=word, names=either(begun)))
    return begun[0] if begun else ""


def digest(text: str) -> str:
    """The SHA-256 of a text in hexadecimal, the same whatever the line endings."""
    from hashlib import sha256  # noqa: PLC0415 - a Tab, which asks for no digest, answers sooner

    return sha256(_with_plain_newlines(text).encode()).hexdigest()


@lru_cache(maxsize=128)
def frozen_variant(name: str, text: str) -> "Variant":
    """A variant as a scorebook keeps it: it was proven when it came in, so it is read and not proven again.

    Raises VariantError where it cannot be read.
    """
    return parse_variant(name, _mapping(VARIANTS, name, text), proven=True)


@lru_cache(maxsize=64)
def shipped_text(name: str) -> str:
    """The text of the variant that comes with the program under this name; "" where none does."""
    return VARIANTS.read_text(name)[1] if VARIANTS.shipped(name) else ""


@lru_cache(maxsize=128)
def _read(kind: RuleFiles[Any], name: str, text: str) -> Any:
    return kind.parse(name, _mapping(kind, name, text))


def _mapping(kind: RuleFiles[Any], name: str, text: str) -> dict[str, Any]:
    """The keys of a TOML text; raises the error of its kind for a text that is none."""
    if excess := _excess(text):
        raise kind.error(name, [excess])
    try:
        return tomllib.loads(text)
    except ValueError as error:  # it names the line, but not where the file has ended
        lines = text.splitlines() or [""]
        end = f"(at line {len(lines)}, column {len(lines[-1]) + 1}, the end)"
        wrong = str(error).replace("(at end of document)", end)
        raise kind.error(name, [_("not a TOML file: {fault}", fault=wrong)]) from error


def _excess(text: str) -> str:
    """What would cost the TOML reader memory or time without end, or its stack; "" for a text that it can take.

    It keeps a table for every beginning of a dotted key: 20 kB of `a.a.a` take 0.4 GB, and twice the text four times.
    """
    if len(text) > LARGEST_FILE:
        return _("{length} characters; at most {most}", length=_large(len(text)), most=_large(LARGEST_FILE))
    bare = re.sub(_TEXTS, lambda quoted: "\n" * quoted[0].count("\n"), text, flags=re.DOTALL)
    within = 0
    for number, line in enumerate(bare.split("\n"), 1):
        parts = 1 + max(map(methodcaller("count", "."), re.split(r"[][{}=,]", line)))
        if parts > DEEPEST:
            template = N_("line {line}: {parts} parts in one key (a.b.c has three); at most {most}")
            return _(template, line=number, parts=_large(parts), most=DEEPEST)
        opened = line.count("[") + line.count("{")
        if within + opened > DEEPEST:
            steps = (1 if sign in "[{" else -1 for sign in re.findall(r"[][{}]", line))
            if (deepest := max(accumulate(steps, initial=within))) > DEEPEST:
                template = N_("line {line}: {brackets} brackets within one another; at most {most}")
                return _(template, line=number, brackets=_large(deepest), most=DEEPEST)
        within += opened - line.count("]") - line.count("}")
        if len(line) > LONGEST_WORD and (longest := max(map(len, re.findall(r"\w+", line)), default=0)) > LONGEST_WORD:
            template = N_("line {line}: {signs} signs in one number or word; at most {most}")
            return _(template, line=number, signs=_large(longest), most=LONGEST_WORD)
    return ""


def _large(number: int) -> str:
    return lists_numbers_dates.number(number, thousands=True)


def _toml_files(place: Traversable) -> Iterator[Traversable]:
    return (entry for entry in place.iterdir() if entry.name.endswith(SUFFIX) and not entry.name.startswith("."))


def _content(place: Traversable, shown: str) -> bytes:
    try:
        with place.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except FileNotFoundError as error:
        if isinstance(place, Path) and place.is_symlink():
            template = N_("{file}: a link to {target}, and there is no such file")
            raise NotFoundError(_(template, file=shown, target=place.readlink())) from error
        raise NotFoundError(_("{file}: there is no such file", file=shown)) from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnreadableError(_("{path}: cannot be read: {reason}", path=shown, reason=reason)) from error


def _with_plain_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


VARIANTS: Final = RuleFiles(N_("variant"), "variants", "SCORER_VARIANTS", parse_variant, VariantError)


def rule_files(kind: str) -> RuleFiles[Any] | None:
    """The files of a kind: variants, or one that an installed wing brings; None for any other."""
    if kind == VARIANTS.place:  # or else nothing more is loaded
        return VARIANTS
    return next((files for of_wing in brought("rule_files") for files in of_wing if files.place == kind), None)
