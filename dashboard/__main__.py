"""`python -P -m dashboard`: the server, with settings that come in the environment. `scorer dashboard` starts it."""

import gc
import os
import pkgutil
import sys
from importlib import import_module
from pathlib import Path
from threading import Thread

import streamlit as st
from starlette.middleware import Middleware

import dashboard
from dashboard.pages import PAGES
from dashboard.serving.assets import Assets
from dashboard.serving.patches import held_port, missing
from dashboard.serving.server import Addresses, Careful, Gate, settings
from scorer.connections import guard_connections
from scorer.dashboard_address import HELD, SOCKET, Listening
from scorer.language import catalogues
from scorer.rules.errors import ScorerError

SCRIPTS = {"__main__", "app", "views"}  # which Streamlit runs


def main() -> None:
    """Serve until ended: by a signal, or by the standard input closing where the program that started it holds that."""
    try:
        catalogues.use(catalogues.wished())  # of the answers that the server itself gives
        listening = Listening.agreed()
    except catalogues.UnknownLanguageError as error:
        sys.exit(f"scorer: SCORER_LANG: {error}")
    except ScorerError as error:
        sys.exit(f"scorer: {error}")
    if os.environ.get(HELD):
        Thread(target=_end_with_standard_input, daemon=True).start()
    if number := os.environ.get(SOCKET):
        held_port.listen_at(int(number))
    _import_everything()
    for lack in missing():
        sys.stderr.write(f"scorer: {lack}\n")
    guard_connections()
    doors = [Middleware(Careful), Middleware(Gate, listening), Middleware(Addresses), Middleware(Assets, sorted(PAGES))]
    app = st.App(Path(__file__).with_name("app.py"), middleware=doors)
    app.run(config=settings(listening))


def _end_with_standard_input() -> None:
    """End at once when the other end is closed: its holder ended, be it by a kill. Nothing here needs a farewell."""
    sys.stdin.buffer.read()
    os._exit(0)


def _import_everything() -> None:
    """Load the modules of the pages before the first viewer comes, and hide them from the garbage collector."""
    for module in pkgutil.walk_packages(dashboard.__path__, "dashboard."):
        if not SCRIPTS & {*module.name.split(".")}:
            import_module(module.name)
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    main()
