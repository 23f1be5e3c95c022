"""Links to what has a page: a match, a player, a tournament. Each is an address that can be sent, and keeps the app.

Names stand in them as they are: a label of a link reads Markdown.
"""

from typing import Any

import streamlit as st

from dashboard import safe_text


def to_match(match: int, league: str, words: str, small: str = "") -> None:
    """A link to a match; its league in the address keeps the filters of this page from coming along."""
    _link("matches", _label(words, small, strong=True), match=str(match), league=league)


def to_player(
    name: str, figure: str = "", small: str = "", *, words: str = "", strong: bool = False, short: bool = False
) -> None:
    """A link to the page of a player, in `words` or by name; behind it a figure in bold, and something small.

    It takes the room that there is; a `short` one what it needs.
    """
    said = _label(words or safe_text.isolated(name), small, figure, strong=strong)
    _link("players", said, short=short, player=name)


def to_tournament(name: str, words: str) -> None:
    """A link to a tournament."""
    _link("tournament", _label(words), short=True, icon=":material/arrow_forward:", tournament=name)


def _label(words: str, small: str = "", figure: str = "", *, strong: bool = False) -> str:
    said = [f"**{safe_text.label(words)}**" if strong else safe_text.label(words)]
    said += [f"**{safe_text.label(figure)}**"] if figure else []
    said += [f":small[{safe_text.label(small)}]"] if small else []
    return " ".join(said)


def _link(page: str, label: str, *, short: bool = False, icon: str = "", **address: str) -> None:
    width: Any = "content" if short else "stretch"
    st.page_link(f"views/{page}.py", label=label, icon=icon, width=width, query_params=address)
