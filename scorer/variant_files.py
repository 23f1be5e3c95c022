"""Finds and reads variant files: those shipped with the program, and the user's own folder."""

import hashlib
import os
import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from scorer.errors import NotFoundError, RefusedError
from scorer.rules.errors import UnreadableError, VariantError
from scorer.rules.variant import Variant
from scorer.rules.variant_reading import parse_variant
from scorer.whole_file import whole_text

FOLDER_VARIABLE: Final = "SCORER_VARIANTS"
LARGEST_FILE: Final = 100_000
SUFFIX: Final = ".toml"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def names() -> dict[str, str]:
    """Every variant that can be named, with where it comes from: "shipped" or "yours"."""
    return dict(sorted({**dict.fromkeys(_yours(), "yours"), **dict.fromkeys(_shipped(), "shipped")}.items()))


def read_text(name_or_path: str) -> tuple[str, str]:
    """The name and the text of a variant; what ends in .toml or has a stroke is a path, all else a name.

    Raises NotFoundError for an unknown name or a missing file, UnreadableError for a file that is no text.
    """
    if is_path(name_or_path):
        return Path(name_or_path).stem, _text(Path(name_or_path), name_or_path)
    name = name_or_path.strip().casefold()
    found = _shipped().get(name) or _yours().get(name)
    if found is None:
        raise NotFoundError(_unknown(name_or_path))
    return name, _text(found, f"{name}{SUFFIX}")


def load(name_or_path: str) -> Variant:
    """The variant of that name or in that file, proven; raises VariantError with every fault, each with the file."""
    name, text = read_text(name_or_path)
    try:
        return from_text(name, text)
    except VariantError as error:
        raise VariantError(name_or_path if is_path(name_or_path) else f"{name}{SUFFIX}", error.faults) from error


@lru_cache(maxsize=64)
def from_text(name: str, text: str) -> Variant:
    """The variant that a TOML text describes, proven; raises VariantError."""
    try:
        mapping = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise VariantError(name, [f"not a TOML file: {_complaint(error, text)}"]) from error
    return parse_variant(name, mapping)


def digest(text: str) -> str:
    """The SHA-256 of a variant's text in hexadecimal, the same whatever the line endings."""
    return hashlib.sha256(_with_plain_newlines(text).encode()).hexdigest()


def add(path: str, *, name: str | None = None, force: bool = False) -> str:
    """Copy a proven variant file into the user's folder, whole or not at all; its name there.

    Raises RefusedError for a shipped name, a name already there (unless `force`), and what is no name.
    """
    given, text = read_text(path if is_path(path) else f"./{path}")
    name = given.casefold() if name is None else name.strip().casefold()
    _check_name(name, force=force)
    try:
        from_text(name, text)
    except VariantError as error:
        raise VariantError(path, error.faults) from error
    with whole_text(folder() / f"{name}{SUFFIX}", force=force) as file:
        file.write(text)
    return name


def folder() -> Path:
    """The user's own variants: the environment variable SCORER_VARIANTS, or a folder in their data folder."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen)
    from platformdirs import user_data_dir  # noqa: PLC0415 - only needed here, and not free

    return Path(user_data_dir("scorer", appauthor=False)) / "variants"


def shipped(name: str) -> bool:
    """Whether a variant of this name comes with the program."""
    return name in _shipped()


def is_path(name_or_path: str) -> bool:
    """Whether this is read as a path: it ends in .toml or contains a stroke."""
    return name_or_path.endswith(SUFFIX) or "/" in name_or_path or os.sep in name_or_path


def can_be_called(name: str) -> bool:
    """Whether a variant that is kept by name can have this one: here, or on another machine."""
    return bool(_NAME.fullmatch(name)) or name in names()


def _shipped() -> dict[str, Traversable]:
    return {entry.name.removesuffix(SUFFIX): entry for entry in _toml_files(files("scorer") / "variants")}


def _yours() -> dict[str, Traversable]:
    here = folder()
    try:
        return {entry.name.removesuffix(SUFFIX): entry for entry in _toml_files(here)} if here.is_dir() else {}
    except OSError as error:
        raise UnreadableError(f"{here}: cannot be read: {error.strerror}") from error


def _toml_files(place: Traversable) -> Iterator[Traversable]:
    return (entry for entry in place.iterdir() if entry.name.endswith(SUFFIX) and not entry.name.startswith("."))


def _unknown(word: str) -> str:
    known = names()
    near = get_close_matches(word.strip().casefold(), known, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
    return f"no variant is called '{word}'; {hint}"


def _text(place: Traversable, shown: str) -> str:
    """The text of a file, or a complaint that names it."""
    try:
        with place.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError as error:
        raise NotFoundError(f"{shown}: there is no such file") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnreadableError(f"{shown}: cannot be read: {reason}") from error
    if len(content) > LARGEST_FILE:
        raise UnreadableError(f"{shown}: more than {LARGEST_FILE // 1000} kB; a variant file has two or three")
    if b"\0" in content:
        raise UnreadableError(f"{shown}: not a text file: byte {content.index(0)} is NUL")
    try:
        return _with_plain_newlines(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{shown}: not UTF-8: byte {error.start} cannot be read; save it as UTF-8") from error


def _with_plain_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _complaint(error: Exception, text: str) -> str:
    """What the TOML reader says, with a line even where it only says that the file ended."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    lines = text.splitlines() or [""]
    return str(error).replace("(at end of document)", f"(at line {len(lines)}, column {len(lines[-1]) + 1}, the end)")


def _check_name(name: str, *, force: bool) -> None:
    if not _NAME.fullmatch(name):
        raise RefusedError(f"'{name}' is not a name for a variant: a to z, 0 to 9 and hyphens, at most 40; say --name")
    if name in _shipped():
        raise RefusedError(f"{name} is shipped with the program and stays as it is; say --name for yours")
    if name in _yours() and not force:
        raise RefusedError(f"you have a variant called {name} already; say --force to replace it, or --name")
