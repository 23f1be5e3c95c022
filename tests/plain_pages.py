"""Pages of the dashboard in the language of accents, and the plain words that are left on them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dashboard import data
from dashboard.look import markup
from tests.looking import all_texts, look
from tests.plain_words import WORD, names_in, of_html, plain_words, words_of_rules

Address = dict[str, str]
RULES = words_of_rules("source") | set(WORD.findall("English Italiano Español"))  # what languages call themselves
laid: list[Path] = []  # the scorebooks that were looked at


@pytest.fixture
def shown(accented: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Lay a scorebook before the dashboard, whose folds are all open; what was read of it stays from test to test."""
    import streamlit as st

    monkeypatch.setenv("SCORER_DASHBOARD_STILL", "1")
    monkeypatch.setattr(markup, "unfolded", lambda title, key, **_looks: st.expander(title, key=key, expanded=True))

    def lay(path: Path) -> None:
        monkeypatch.setenv("SCORER_DB", str(path))
        if laid[-1:] != [path]:
            data.forget()
        laid.append(path)

    return lay


def plain_on(page: str, address: Address, known: set[str]) -> list[str]:
    """The plain words of a page, with where they stand."""
    known = known | {"called", *WORD.findall(" ".join(address.values()))}  # parts of a page, as they are typed
    texts = ((kind, of_html(text)) for kind, text in all_texts(look(page, **address)))
    return [f"{page} {address}, {kind}, {words}: {text.strip()[:300]}" for kind, text in texts
            if (words := plain_words(text, known))]  # fmt: skip


def plain_on_wall(book: Path, page: str) -> Iterator[str]:
    """The plain words of the wall of a page, as it turns, and where the address asks for what is not there."""
    known = names_in(book) | RULES | {"fast", "rotate", "nix"}
    for address in ({"rotate": "20"}, {"rotate": "fast", "match": "9", "tournament": "nix"}):
        yield from plain_on(page, {"big": "1"} | address, known)
