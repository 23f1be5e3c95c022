"""The code with which phones look on at an open match, where `scorer serve` listens to them beside the dashboard.

It is never one that records: whoever sees a screen may look on, and nothing more.
"""

import os
from base64 import b64encode
from datetime import datetime
from functools import lru_cache
from time import monotonic
from typing import Final

from markupsafe import Markup

from dashboard import data
from dashboard.look import markup
from scorer.dashboard_address import EVERY_NETWORK, PHONES, is_loopback
from scorer.match.facts import Match
from scorer.phones.access import key_of, match_grant
from scorer.phones.addresses import addresses
from scorer.phones.codes import MOST_KEPT, page_address, svg
from scorer.rules.errors import ScorerError

GOOD_FOR_SECONDS: Final = 30  # the addresses of this machine, until they are looked up again


def code(match: Match) -> Markup:
    """The code of a match as HTML; empty where no phone can come, or the match is over."""
    host, _colon, port = os.environ.get(PHONES, "").rpartition(":")
    known = (
        _address(int(monotonic() // GOOD_FOR_SECONDS)) if host == EVERY_NETWORK else "" if is_loopback(host) else host
    )
    if not known or match.sitting.finished:
        return Markup()
    key = key_of(data.book().where)
    try:
        if not key.path.exists():  # whoever looks writes nothing
            return Markup()
        grant = match_grant(data.match_uid_now(match.id), datetime.now().astimezone(), may_record=False)
        address = page_address(known, int(port), key.token(grant))
    except (ScorerError, OSError):
        return Markup()
    return markup.html("markup", "looking_on", _picture(address))


@lru_cache(MOST_KEPT)
def _picture(address: str) -> str:
    """A code as the address of a picture: of drawings within a page Streamlit leaves nothing."""
    return f"data:image/svg+xml;base64,{b64encode(svg(address).encode()).decode()}"


@lru_cache(1)
def _address(_turn: int) -> str:
    """The likeliest address of this machine for phones, looked up once each turn; empty where it is in no network."""
    return next((found.address for found in addresses()), "")
