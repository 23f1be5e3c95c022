"""How many of our files and named functions a command or a page calls; the limits only fall.

They rose three times: when the scorebook came to speak to the driver itself, when what a record says was no longer held
against numbers of its own but asked of the rules, and when wings came to lie apart from the core. Who follows a deal
from the keyboard to its row reads these files. A change that goes below a limit lowers it here.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.trace import Walk, walk

LIMITS = {
    # Everywhere a file more, two of pages, and up to six functions: what wings bring to the core.
    # Eight more: a step's mark, and whether one is kept; six for a number in the queue of writers.
    # A file more: what is replaced within typer stands in one of its own.
    # Twelve more in three files: what a record says is asked of the one judge, who asks the rules.
    # Three more: how sentences write the number of a record; a contract is said in two parts, the call and its end.
    # A file more, and a function: the paragraphs of a help, as translators have them.
    # Four more: small words in a line are left away, ranks are shown as the language has them, spoken words found.
    # Three more: a redeal named alone, the small word of `due a 71`, and a queen is no horse.
    # One more: the language that is named before a command, for what is said before it too.
    "deal anna 2/71 elena 74": Walk(files=50, functions=292),
    # two more functions: a column is offered or not, an error is written by itself; a file more: labels of variants
    # Eleven more, and a file: what the command may be asked is read from the file of the statistic; the one judge
    # A file more: what is asked, and what is made of it, is one for the command and its address of the API.
    # Two files and twelve functions more: the error of an evening, and what would be found by it.
    # A file more, and three functions: its help in the language in force, by paragraphs, and its first sentence.
    # Four more: a head in its context, days in figures as the language writes them.
    # Two more: the pack by which bids are shown.
    # One more: the language that is named before a command, for what is said before it too.
    "standings": Walk(files=59, functions=353),
    # six more: a size without its sign, room for the title, what is dotted, titles with labels; labels of variants
    # three more, and a file: what is folded away on the page is found by the files of the statistics; the one judge
    # A file and three functions more: what is folded away by a wing lies there, and the page asks the list for it.
    # A file more and 22 functions: in which language somebody reads, which there are, and the choice among them.
    # Five more: that pack and a verdict that has it, the order of figures in fields of days, and months in short.
    # One more: all languages that a browser names are looked at, in turn.
    "page views/standings.py": Walk(files=83, functions=514),
    # its sheet is a table of ours; labels of variants; who has the same chances; the one judge; a file more: who leads
    # Two files and seven functions more: the lines of a match stand apart from chances, and the page asks the list.
    # The same.
    # Four more: a day in figures, the note that an import wrote, since which record, and a queen is no horse.
    # One more: all languages that a browser names are looked at, in turn.
    "page views/tonight.py": Walk(files=93, functions=573),
}
EVENING = (
    'start Friday --players "Anna,Bruno,Carla,Dario,Elena" --on 2026-11-20',
    "deal anna 2/71 elena 74",
    "deal bruno 2/71 solo 60",
)


@pytest.mark.parametrize("line", LIMITS)
def test_nothing_walks_further_than_before(line: str, tmp_path: Path) -> None:
    environment = os.environ | {"SCORER_DB": str(tmp_path / "book.db"), "SCORER_DASHBOARD_STILL": "1"}
    for words in EVENING:
        command = [sys.executable, "-m", "scorer", *shlex.split(words)]
        subprocess.run(command, env=environment, check=True, capture_output=True)
    found, limit = walk(shlex.split(line), environment), LIMITS[line]
    assert found.files <= limit.files
    assert found.functions <= limit.functions
