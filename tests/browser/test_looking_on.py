"""`scorer serve` with its dashboard in a browser: Tonight and the wall show the code for looking on, in sight."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scorer.serve.addresses import addresses
from tests import browsing
from tests.browsing import PHONE, WIDE
from tests.running import recorded
from tests.servers import free_port

SEEN = """image => { const box = image.getBoundingClientRect();
  return image.complete && image.naturalWidth > 0 && box.width >= 90 && box.width <= 0.3 * innerWidth
    && box.left >= 0 && box.right <= innerWidth; }"""


def test_tonight_and_the_wall_show_the_code_for_looking_on(browser: Browser, folder: Path) -> None:
    if not addresses():
        pytest.skip("this machine is in no network: no phone could come")
    book = folder / "looking_on.db"
    recorded(book, ["start Friday --players Anna,Bruno,Carla,Dario,Elena", "deal anna K elena 61"])
    words = [sys.executable, "-m", "scorer", "--db", str(book), "serve", "--port", str(free_port())]
    environment = browsing.own_environment(folder)
    with subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        try:
            said = ""
            while not (found := re.search(r"The dashboard is at (\S+)", said)):
                line = serving.stdout.readline()
                assert line, said
                said += line
            for size in (WIDE, PHONE):
                with browsing.window(browser, found[1], viewport=size) as window:
                    for query in ({}, {"big": "1"}):
                        image = window.open("tonight", **query).page.locator(".looking-on img")
                        image.wait_for()
                        assert image.evaluate(SEEN), (size, query)
        finally:
            serving.terminate()
            assert serving.wait(timeout=20) == 130
