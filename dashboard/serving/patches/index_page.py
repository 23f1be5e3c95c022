"""Streamlit's page, which is the same for every address, with scripts of ours at its head."""

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import streamlit as st

from dashboard.serving.patches import charts

STATIC: Final = Path(st.__file__).with_name("static")  # what Streamlit sends to browsers
# Streamlit's page is English whatever it shows. Without: what an Italian page says is read aloud with English sounds.
ENGLISH: Final = b'<html lang="en">'
HEAD: Final = b"<head>"
# Where the server is: Streamlit's script looks for it below the address of the page first.
# Without: on every page but the first, a visit makes two requests that are answered with 404.
BASE = b"<script>window.__streamlit={BACKEND_BASE_URL:location.origin,MAIN_PAGE_BASE_URL:location.origin}</script>"
# A link in HTML of ours goes to its page as the browser's arrows do: nothing is loaded again. `st.page_link` does so,
# links in `st.html` load, and those in Markdown open another tab. Where a key asks for another tab, it is as any other.
# Without: a link in a sentence loads the whole program again.
LEADING = b"""<script>addEventListener('click', event => {
  const link = event.target.closest?.('a.leads');
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  history.pushState({}, '', link.href);
  dispatchEvent(new PopStateEvent('popstate'));
})</script>"""
# Where `st.switch_page` with a query leaves a page for another one, Streamlit first puts that query behind the address
# of this page, as a step of its own in the browser's history. Both become one step.
# Without: after a click on a mark, the way back leads to the old page with the query of the new one: what was chosen
# there is lost.
ONE_STEP = b"""<script>{
  const push = history.pushState.bind(history);
  let made = ["", 0];
  history.pushState = (state, title, to) => {
    const next = new URL(to ?? "", location.href), stays = next.pathname === location.pathname;
    const half = !stays && next.search === location.search && made[0] === location.href && Date.now() < made[1] + 5000;
    (half ? history.replaceState.bind(history) : push)(state, title, to);
    made = stays ? [next.href, Date.now()] : ["", 0];
  };
}</script>"""

# No patch, but it needs Streamlit's Plotly. A chart is as wide as the screen, and a browser does not draw it anew for
# paper: for the time of printing it is as wide as A4 between its margins, and shrinks as a whole where there is less.
ON_PAPER = b"""<script>{
  const onPaper = (event, width, autosize, bounded) => addEventListener(event, () => {
    for (const drawn of document.querySelectorAll('.js-plotly-plot')) {
      Plotly.relayout(drawn, {width, autosize});
      for (const svg of drawn.querySelectorAll('.main-svg')) bounded(svg);
    }
  });
  onPaper('beforeprint', 703, false, svg =>
    svg.setAttribute('viewBox', `0 0 ${svg.getAttribute('width')} ${svg.getAttribute('height')}`));
  onPaper('afterprint', null, true, svg => svg.removeAttribute('viewBox'));
}</script>"""

# When one of its words changes, `st.html` is made anew around what has the focus of the keyboard, which the browser
# then gives to nothing: it goes back to the same link, the nearest one with its address, or what stands in its place.
# Without: with every deal the focus falls to the beginning of the page.
FOCUS = b"""<script>{
  let had;
  const all = box => [...box.querySelectorAll('a, [tabindex="0"]')];
  addEventListener('pointerdown', () => had = null);
  addEventListener('focusin', ({target}) => {
    const box = target.closest('.stHtml');
    had = box && {target, box, at: all(box).indexOf(target), to: target.href};
  });
  new MutationObserver(() => {
    if (!had || had.target.isConnected || document.activeElement !== document.body) return;
    const now = all(had.box), far = one => Math.abs(now.indexOf(one) - had.at);
    const same = now.filter(one => one.href === had.to).sort((one, other) => far(one) - far(other))[0];
    (same ?? now[had.at])?.focus({preventScroll: true});
  }).observe(document, {childList: true, subtree: true});
}</script>"""


def can_be_patched() -> bool:
    """Whether Streamlit's page has the head that the scripts are put into."""
    return HEAD in _original()


@lru_cache(maxsize=8)
def document(language: str = "en") -> bytes:
    """The page as it is sent to who reads this language; Streamlit's own where it has no such head.

    The patched script of charts gets an address of its own: a browser may keep Streamlit's for ever.
    """
    scripts = BASE + ONE_STEP + LEADING + ON_PAPER + FOCUS
    if script := charts.script():
        path = f"/{script.relative_to(STATIC).as_posix()}"
        digest = sha256(charts.patched(script.read_bytes())).hexdigest()
        addresses = json.dumps({"imports": {path: f"{path}?patched={digest[:12]}"}})
        scripts += f'<script type="importmap">{addresses}</script>'.encode()
    return _original().replace(ENGLISH, f'<html lang="{language}">'.encode(), 1).replace(HEAD, HEAD + scripts, 1)


def _original() -> bytes:
    return (STATIC / "index.html").read_bytes()
