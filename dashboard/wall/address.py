"""What the address asks of a wall. Whatever it asks for that is not here is said, and left out."""

from collections.abc import Iterable
from datetime import date

import streamlit as st

from dashboard import safe_text
from dashboard.filters import ALL, WORDS, YES_OR_NO, read_day
from scorer.match.names import fold

SHORTEST, LONGEST, USUAL = 5, 600, 20  # seconds
LONG = 40  # letters of an address that are said again


def is_asked() -> bool:
    """Whether the address asks for the big screen."""
    return YES_OR_NO.get(asked("big").casefold(), False)


def asked(key: str) -> str:
    """What the address says about this; "" for nothing."""
    return str(st.query_params.get(key, "")).strip()


def rotation(wrong: list[str]) -> int:
    """The seconds after which the wall rotates; 0 where it does not."""
    text = asked("rotate")
    if not text:
        return 0
    seconds = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(LONGEST)) else 0
    if SHORTEST <= seconds <= LONGEST:
        return seconds
    wrong.append(
        f"rotate={safe_text.short(text, LONG)} in the address is not a whole number of seconds from {SHORTEST} to "
        f"{LONGEST}, such as rotate={USUAL}. The wall does not rotate."
    )
    return 0


def day(key: str, wrong: list[str]) -> date | None:
    """The first or the last day that the address says; None where it says none."""
    text = asked(key)
    found = read_day(text) if text else None
    if text and not found:
        wrong.append(f"No {WORDS[key]} '{safe_text.short(text, LONG)}'; showing every day.")
    return found


def one_of(key: str, there: Iterable[str], instead: str, wrong: list[str]) -> str:
    """Which of these the address names, in any case of letters; "" where it names none.

    `instead` says what is shown where it names one that is not there.
    """
    text = asked(key)
    if text in {"", ALL}:
        return ""
    names = list(there)
    same = [name for name in names if name == text] or [name for name in names if fold(name) == fold(text)]
    if not same:
        wrong.append(f"No {key} '{safe_text.short(text, LONG)}'; showing {instead}.")
    return same[0] if same else ""
