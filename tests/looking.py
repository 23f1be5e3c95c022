"""Looking at a page of the dashboard in this process: what it writes, and what its figures ask."""

import json
import re
from html import unescape
from pathlib import Path

from streamlit.testing.v1 import AppTest

APP = Path(__file__).resolve().parent.parent / "dashboard" / "app.py"


def look(page: str, **address: str) -> AppTest:
    """Open a page with filters in its address, without a fault: look("standings", variant="brisk")."""
    app = AppTest.from_file(APP, default_timeout=120)
    if page != "tonight":  # where everybody begins
        app.run().switch_page(f"views/{page}.py")
    app.query_params.update(address)
    app.run()
    assert [one.message for one in app.exception] == []
    return app


def written(app: AppTest) -> str:
    """All HTML of ours as text."""
    return unescape("\n".join(one.proto.body for one in app.get("html")))


def said(app: AppTest) -> list[str]:
    """Headings, and sentences outside of tables and figures."""
    return [*(one.value for one in app.subheader), *(one.value for one in app.text), *(one.value for one in app.info)]


def notices(app: AppTest) -> list[str]:
    """What was asked for in the address and is not there."""
    text = "\n".join(one.proto.body for one in app.get("html"))
    found = re.findall(r"class='notice'[^>]*><bdi[^>]*>(.*?)</bdi>", text)
    return [unescape(one) for one in found]


def questions(app: AppTest) -> list[str]:
    """What each figure answers."""
    return [json.loads(one.proto.spec)["layout"]["meta"]["question"] for one in app.get("plotly_chart")]
