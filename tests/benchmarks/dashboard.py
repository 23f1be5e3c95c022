"""What a page waits for: its data when a season of many deals is behind it, and a whole page of charts."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

from dashboard import data
from scorer import scorebook
from scorer.cli.context import Settings
from scorer.cli.demo import season
from scorer.dashboard_address import Listening
from scorer.frames import Selection
from scorer.match.deal_options import DealWords
from tests.benchmarks.comparing import Measurement, in_turns
from tests.benchmarks.season import ROWS, big_scorebook
from tests.running import run

ROUNDS = 9
APP = Path(data.__file__).with_name("app.py")
ONE_LINE = "import streamlit as st; st.title('Bids')"


def measurements(folder: Path, deals: int) -> list[Measurement]:
    """The data of a page against a fetch of the columns that they are made of, and a whole page of charts."""
    path = folder / "dashboard.db"
    big_scorebook(path, deals)
    bare = sqlite3.connect(path)
    bare.execute("PRAGMA query_only=ON")
    os.environ["SCORER_DB"] = str(path)

    def fetched() -> None:
        assert len(bare.execute(ROWS).fetchall()) >= deals

    columns = "`fetchall` of the same columns"
    return [
        Measurement(f"its data of {deals:,} deals, cold", columns, in_turns(_cold, fetched, ROUNDS), 1.5),
        Measurement("the same, after one new deal", "the same", in_turns(_shown, fetched, ROUNDS, recorder(path)), 0.1),
        Measurement("the same, when nothing happened", "the same", in_turns(_shown, fetched, ROUNDS), 0.01),
        _page(folder),
    ]


def _page(folder: Path) -> Measurement:
    """Bids of one variant of the sample league, five charts and a table, shown again; against an app of a title."""
    from streamlit import config
    from streamlit.runtime.scriptrunner.script_cache import ScriptCache
    from streamlit.testing.v1 import AppTest, app_test, local_script_runner

    from dashboard.serving.server import settings

    for name, setting in settings(Listening()).items():  # both as the server has them
        config.set_option(name, setting)
    kept = cache(ScriptCache)
    for module in (local_script_runner, app_test):  # of the app and of its pages: both compiled once
        setattr(module, "ScriptCache", kept)  # noqa: B010
    path, page, bare = folder / "sample.db", AppTest.from_file(APP, default_timeout=60), AppTest.from_string(ONE_LINE)
    with redirect_stdout(StringIO()):
        assert run(["import", str(season())], Settings(db=str(path), no_input=True)) == 0

    def begin() -> None:
        os.environ |= {"SCORER_DB": str(path), "SCORER_DASHBOARD_STILL": "1"}
        if not page.get("plotly_chart"):
            page.run()
            page.switch_page("views/bids.py")
            page.query_params |= {"variant": "chiamata", "show": "called"}

    def shown() -> None:
        page.run()
        assert len(page.get("plotly_chart")) == 5

    def title() -> None:
        bare.run()

    what = "a page of five charts and a table, shown again"
    return Measurement(what, "an app of one line", in_turns(shown, title, ROUNDS, begin), 9)


def _cold() -> None:
    data.forget()
    _shown()


def _shown() -> None:
    frames = data.frames_now(Selection())
    assert len(frames.payouts) > len(frames.deals)


def recorder(path: Path) -> Callable[[], None]:
    """Records a deal in the last match, through a scorebook opened by itself as another program would."""
    book = scorebook.Book(str(path))
    with book.writing() as transaction:
        last = scorebook.matches(transaction)[-1]
        if last.sitting.finished:
            last = scorebook.reopen_match(transaction, last).sheet.match

    def once() -> None:
        with book.writing() as transaction:
            sheet = scorebook.sheet_of(transaction, last)
            caller, partner = [player for player in sheet.seats if player != sheet.resting()][:2]
            bid = str(last.variant.auction.bids[0])
            scorebook.record_deal(transaction, last, DealWords(caller=caller, bid=bid, partner=partner, result="70"))

    return once
