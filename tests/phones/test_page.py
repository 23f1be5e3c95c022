"""The page itself: what a phone loads, how much of it, and in which language it speaks."""

import gzip
import re

from scorer.phones.page_files import files, shell
from scorer.phones.page_words import WORDS
from tests.phones.clients import Phone

MOST_BYTES = 60_000


def test_the_page_and_all_that_it_loads_is_there_and_small(port: int) -> None:
    nobody, sent = Phone(port), 0
    status, page = nobody.get("/t", accept_encoding="gzip")
    assert (status, page.decode()) == (200, shell())
    named = set(re.findall(r'"(/static/[^"]+)"', shell()))
    assert named
    folder = named.pop().rpartition("/")[0]
    for name, (content, _kind) in files().items():
        status, packed = nobody.get(f"{folder}/{name}", accept_encoding="gzip")
        assert (status, gzip.decompress(packed)) == (200, content)
        sent += len(packed)
    assert sent + len(page) < MOST_BYTES


def test_the_page_has_nothing_of_anybody_in_it_and_no_script_of_its_own() -> None:
    assert not re.search(r"<script(?![^>]*\bsrc=)|\bon[a-z]+=|style=", shell())


def test_scripts_say_no_words_of_their_own_and_make_no_markup() -> None:
    for name, (content, kind) in files().items():
        if kind == "text/javascript":
            source = content.decode()
            assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", source), name
            assert set(re.findall(r"\bsay\(\s*[\"'](\w+)[\"']", source)) <= WORDS.keys(), name


def test_words_are_those_of_the_language_that_the_phone_asks_for(port: int) -> None:
    assert Phone(port, language="xx, en;q=0.5").get("/api/words")[1] == dict(WORDS)
    assert Phone(port, language="it, en;q=0.5").get("/api/words")[1]["codes"] == "Codici per i telefoni"
