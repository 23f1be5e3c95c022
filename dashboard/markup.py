"""HTML of ours, where Markdown would make links and pictures out of names: every word in it is escaped here."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

import streamlit as st

STYLE: Final = """
[data-testid="stMainBlockContainer"] { padding-top: 3.5rem; }
.named { font-size: 1.7rem; font-weight: 600; line-height: 1.2; margin: 0.6rem 0 0; padding: 0; }
.named, .small { overflow-wrap: anywhere; }
.small { font-size: 0.875rem; opacity: 0.65; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.2rem, 1fr)); gap: 0.7rem; }
.tiles > div { border-top: 0.45rem solid var(--own); border-radius: 0.6rem; padding: 0.5rem 0.8rem 0.6rem;
  background: color-mix(in srgb, var(--own) 13%, transparent); min-width: 0; }
.tiles .who { font-size: 1.05rem; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.tiles .figure { font-size: 2.6rem; font-weight: 700; line-height: 1.15; font-variant-numeric: tabular-nums; }
.tiles .more { font-size: 0.9rem; opacity: 0.75; min-height: 1.3em; overflow-wrap: anywhere; }
.story { font-size: 1.15rem; padding: 0.1rem 0; overflow-wrap: anywhere; }
.story b { opacity: 0.6; font-weight: 600; margin-right: 0.4em; }
"""
# Read from three metres: nothing beside the figures, these as large as so many of them can be, and the lines as high as
# what is left of the screen.
FROM_AFAR: Final = """
[data-testid="stSidebar"], [data-testid="stSidebarCollapsedControl"], [data-testid="stHeader"] { display: none; }
[data-testid="stMainBlockContainer"] { padding: 1.2rem 2rem 0.6rem; max-width: none;
  display: flex; flex-direction: column; min-height: 100vh; }
[data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"] { flex: 1 0 auto; gap: 0.6rem; }
[data-testid="stLayoutWrapper"]:has(> .st-key-live) { flex: 1 0 24rem; }
.tiles > div { border-top-width: 1rem; }
.story { font-size: max(1.4rem, 2.5vw); line-height: 1.2; padding: 0.2rem 0; }
@media (min-width: 700px) {
  .tiles { grid-template-columns: repeat(var(--count), 1fr); gap: 1vw; }
  .tiles .who { font-size: calc(14vw / var(--count)); line-height: 1.25; }
  .tiles .figure { font-size: calc(34vw / var(--count)); line-height: 1; }
  .tiles .more { font-size: calc(10vw / var(--count)); }
}
"""


# Of three places that lie on each other one is in front; the one at the back is seen only until the chart in front is
# drawn, with the names at its lines, which come last, and shown; the third is being emptied.
TURNS: Final = """
.st-key-{key} {{ position: relative; }}
[data-testid="stLayoutWrapper"]:has(> :is(.st-key-{key}{back}, .st-key-{key}{empty})) {{
  position: absolute; inset: 0; pointer-events: none; }}
.st-key-{key}{empty}, .st-key-{key}:has(
  .st-key-{key}{front} .js-plotly-plot:not([style*="visibility: hidden"]) .annotation
) .st-key-{key}{back} {{ visibility: hidden; }}
"""


@dataclass(frozen=True, slots=True)
class Tile:
    """A large figure with a line above it and a line below, under a bar of a colour."""

    above: str
    figure: str
    below: str
    colour: str


def style(*, from_afar: bool = False) -> None:
    """How all of this looks; larger for a screen that is read from three metres."""
    st.html(f"<style>{STYLE}{FROM_AFAR if from_afar else ''}</style>")


def taking_turns(key: str, front: int) -> None:
    """Which of the three places in a container is in front; the one before it is at the back."""
    places = {"front": front, "back": (front - 1) % 3, "empty": (front + 1) % 3}
    st.html(f"<style>{TURNS.format(key=key, **places)}</style>")


def heading(words: str) -> None:
    """A heading inside a page."""
    st.html(f"<h2 class='named'>{_isolated(words)}</h2>")


def small(words: str) -> None:
    """A line in small letters."""
    st.html(f"<div class='small'>{_isolated(words)}</div>")


def tiles(shown: Iterable[Tile]) -> None:
    """Tiles beside each other, as many as there is room for."""
    drawn = [
        f"<div style='--own: {escape(tile.colour)}'><div class='who' title='{escape(tile.above)}'>"
        f"{_isolated(tile.above)}</div><div class='figure'>{escape(tile.figure)}</div>"
        f"<div class='more'>{_isolated(tile.below)}</div></div>"
        for tile in shown
    ]
    st.html(f"<div class='tiles' style='--count: {len(drawn)}'>{''.join(drawn)}</div>")


def story(lines: Iterable[tuple[str, str]]) -> None:
    """Sentences, each behind a word that says what it is."""
    told = [f"<div class='story'><b>{escape(label)}</b>{_isolated(words)}</div>" for label, words in lines]
    if told:
        st.html("".join(told))


def _isolated(words: str) -> str:
    """Words that keep their direction to themselves."""
    return f"<bdi>{escape(words)}</bdi>"
