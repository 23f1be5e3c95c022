"""The pad: typed at in a real terminal (tmux), killed, opened again; and fed from a pipe."""

import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from scorer.cli.app import command
from scorer.cli.context import Settings
from scorer.cli.typed_line import preview, split
from scorer.match.sheet import Sheet
from scorer.rules.errors import UnreadableError
from scorer.scorebook import Book, find_match, sheet_of
from tests.running import recorded, run

NAMES = "Anna,Bruno,Carla,Dario,Elena"
ANNA = {"Anna": 2, "Bruno": -1, "Carla": -1, "Dario": -1, "Elena": 1}
STEPS = "SELECT id, action FROM step ORDER BY id"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
ReadSheet = Callable[..., Sheet]
AskRows = Callable[[str], list[tuple[Any, ...]]]
pytestmark = pytest.mark.xdist_group("alone")

ROOT = Path(__file__).parents[2]
SECONDS = 60.0  # machines are busy with other things
FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")

in_a_terminal = pytest.mark.skipif(not shutil.which("tmux") and "CI" not in os.environ, reason="tmux is not installed")


@dataclass(frozen=True)
class Night:
    """A scorebook with a match, and the pad on it in a terminal of its own."""

    path: Path

    def tmux(self, *words: str) -> str:
        done = self._call(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _opens(self, *words: str) -> bool:
        return self._call(*words).returncode == 0

    def _call(self, *words: str) -> subprocess.CompletedProcess[str]:
        call = ["tmux", "-L", f"scorer-{os.getpid()}-{abs(hash(self.path))}", "-f", os.devnull, *words]
        return subprocess.run(call, capture_output=True, text=True, check=False, env=self.environment)

    def close(self) -> None:
        """Close the terminal, if there is one."""
        if shutil.which("tmux"):
            self._call("kill-server")

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in {"TMUX", "NO_COLOR", "COLUMNS"}}
        return kept | {"SCORER_DB": str(self.path), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "TERM": "xterm"}

    def start(self, players: Sequence[str] = FIVE, more: str = "") -> None:
        self.command(*shlex.split(f"start Friday --on 2026-11-20 {more}"), "--players", ",".join(players))

    def command(self, *words: str) -> None:
        shared = Settings(db=str(self.path), no_input=True)
        assert run(words, shared) == 0
        shared.book.close()

    def open(self, width: int = 80, height: int = 24) -> None:
        pad = f"{shlex.quote(sys.executable)} -m scorer pad; echo ended $?; exec sleep 60"
        until = time.monotonic() + SECONDS
        while not self._opens("new-session", "-d", "-s", "pad", "-x", str(width), "-y", str(height), pad):
            assert time.monotonic() < until, "tmux opens no terminal"  # the one that was killed is still leaving
            time.sleep(0.05)
        self.sees("> ")

    def type(self, text: str, *keys: str) -> None:
        self.tmux("send-keys", "-t", "pad", "-l", text)
        if keys:
            self.tmux("send-keys", "-t", "pad", *keys)

    def complete(self, begun: str, offered: str) -> None:
        """Type the beginning of a word, wait until the whole is offered below it, press Tab."""
        self.type(begun)
        self.sees(f"{begun} {offered} ")
        self.type("", "Tab")

    def enter(self, line: str) -> None:
        """Type a line, wait until the terminal shows it, press Enter."""
        self.type(line)
        self.sees(line)
        self.tmux("send-keys", "-t", "pad", "Enter")

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "pad")

    def sees(self, text: str) -> str:
        """The screen once it shows `text`, blanks taken together."""
        until = time.monotonic() + SECONDS
        wanted = re.sub(r"\s+", " ", text)
        while wanted not in re.sub(r"\s+", " ", (shown := self.screen()) + " "):
            assert time.monotonic() < until, f"{text!r} does not appear:\n{shown}"
            time.sleep(0.03)
        return shown

    def kill(self) -> None:
        """Kill the pad as the power would, and close its terminal."""
        shell = self.tmux("display-message", "-p", "-t", "pad", "#{pane_pid}").strip()
        children = Path(f"/proc/{shell}/task/{shell}/children").read_text(encoding="ascii").split()
        assert len(children) == 1
        os.kill(int(children[0]), signal.SIGKILL)
        self.sees(f"ended {128 + signal.SIGKILL}")
        self.close()

    @property
    def sheet(self) -> Sheet:
        book = Book(str(self.path))
        with book.reading() as transaction:
            found = sheet_of(transaction, find_match(transaction, last=True))
        book.close()
        return found


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    opened = Night(tmp_path / "evening.db")
    yield opened
    opened.close()


def typed(path: Path, line: str, width: int = 80) -> str:
    """What the pad shows below this line while it is typed, on the only open match."""
    shared = Settings(db=str(path), no_input=True, root=command())
    with shared.book.reading() as transaction:
        sheet = sheet_of(transaction, find_match(transaction, last=True))
    shared.keep_pad_on(sheet.match)
    with closing(sqlite3.connect(path, isolation_level=None)) as another:
        another.execute("BEGIN IMMEDIATE")  # it writes meanwhile, and the preview does not wait
        shown = preview(shared, sheet, line, width)
        another.execute("ROLLBACK")
        another.execute("BEGIN EXCLUSIVE")  # nor does anybody wait for who is typing
        another.execute("ROLLBACK")
    shared.book.close()
    return shown


@in_a_terminal
def test_a_deal_typed_seen_entered_and_killed_is_there_when_the_pad_opens_again(night: Night) -> None:
    night.start()
    night.open()
    night.type("anna 2/71 elena")
    shown = night.sees("failed -4 +2 +2 +2 -2")
    assert re.search(r"made +\+4 +-2 +-2 +-2 +\+2\n", shown)
    assert not night.sheet.records
    night.type(" 74")
    night.sees("made +4 -2 -2 -2 +2")
    assert not night.sheet.records
    night.type("", "Enter")
    night.sees("1: Anna called the two at 71 with Elena and made 74")
    night.kill()

    night.open()
    night.sees("running +4 -2 -2 -2 +2")
    night.sees("2> ")
    assert [(record.caller, record.card_points) for record in night.sheet.records] == [("Anna", 74)]


@in_a_terminal
def test_tab_completes_names_that_need_quotation_marks(night: Night) -> None:
    night.start(("Zoë O'Neill", "a$(touch x)", 'say "hi"', "Anna Maria", "D'Arcy"))
    night.open()
    night.complete("zo", "Zoë O'Neill")
    night.sees('> "Zoë O\'Neill" ')
    night.complete("k", "K")
    night.sees("O'Neill\" K ")
    night.complete("a$", "a$(touch x)")
    night.sees('K "a$(touch x)" ')
    night.type("74", "Enter")
    night.sees("1: Zoë O'Neill called the king with a$(touch x) and made 74")
    night.sees("2> CALLER BID")
    night.complete("say", 'say "hi"')
    night.sees('2> "say \\"hi\\"" ')
    night.complete('3 "anna m', "Anna Maria")
    night.sees('3 "Anna Maria" ')
    night.type("58", "Enter")
    night.sees('2: say "hi" called the three with Anna Maria and failed with 58')
    night.enter("d'arcy A solo 74")
    night.sees("3: D'Arcy called the ace alone and made 74")
    assert [record.caller for record in night.sheet.records] == ["Zoë O'Neill", 'say "hi"', "D'Arcy"]


@in_a_terminal
def test_what_is_typed_at_the_pad_is_asked_cleared_refused_and_left(night: Night) -> None:
    night.start()
    night.open()
    night.enter("help")
    night.sees("redeal passed-out|thrown-in|misdeal|annulled")
    night.type("anna 2 ele")
    night.sees("1> anna 2 ele")
    night.type("", "C-c")
    night.sees("1> CALLER BID PARTNER RESULT, as in")
    question = "120 card points: did one side take every trick? [y/N]:"
    night.enter("anna 2 elena 120")
    night.sees(f"> anna 2 elena 120 {question}")
    night.type("", "C-c")  # which left the pad
    night.sees("Nothing is recorded. 1> CALLER BID")
    assert not night.sheet.records
    night.enter("anna 3 elena 120")
    night.sees(f"> anna 3 elena 120 {question}")
    night.type("y", "Enter")
    night.sees("made 120, a slam with every trick")
    assert night.sheet.records[0].slam
    night.enter("undo 2")
    night.sees("nothing is undone: it would take Friday away, which the pad is on")
    night.sees("quit, then scorer --yes undo 2 --match 1 does it")
    night.enter("undo")
    night.sees("Undone: 1: Anna called the three")
    night.enter("undo")
    night.sees("quit, then scorer --yes undo --match 1 does it")
    night.enter("quit")
    night.sees("Friday stays open: scorer pad goes on with it")
    night.sees("ended 0")


@in_a_terminal
def test_the_pad_goes_on_where_its_match_was_finished_and_ends_in_words_where_it_is_gone(night: Night) -> None:
    night.start()
    night.open()
    night.command("finish")
    night.enter("anna 2 elena 74")
    night.sees("scorer: Friday is finished; scorer reopen 1 goes on with it")
    night.sees("The match is finished: reopen goes on with it, start opens another, quit leaves.")
    night.enter("reopen 1")
    night.sees("1> CALLER BID")
    for _ in range(3):
        night.command("undo")  # the reopening, the finish, the start
    night.enter("anna 2 elena 74")
    night.sees("Friday (match 1) is not in the scorebook any more: somebody took its start back")
    night.sees("ended 0")


@in_a_terminal
def test_the_preview_fits_the_terminal_and_control_d_leaves(night: Night) -> None:
    night.start(("Massimiliano", "Bartolomeo", "Carla", "Dario", "Ermenegilda", "Fabio"))
    night.open(width=36)
    night.type("ermen 2/71 fabio")
    assert "Fabio" in night.sees("failed: Bartolomeo").rsplit("> ermen 2/71 fabio", 1)[1]
    night.type("", "C-u")
    night.type("sheila ")
    night.sees("'sheila' is not at the table: Massimiliano, Bartolomeo, Carla, Dario, Ermenegilda, Fabio")
    night.type("", "C-c", "C-d")
    night.sees("ended 0")
    assert not night.sheet.records


@pytest.mark.parametrize(
    ("lines", "code", "says", "kinds"),
    [
        (
            "# two\nanna 2/71 elena 74\n\nredeal passed-out\nbruno K dario 119\nanna 2 elena 74\n",
            *(3, "stopped at line 5: bruno K dario 119; what stands above it is recorded", ["deal", "passed-out"]),
        ),
        ("anna 2/71 elena 74\nundo 2\n", 3, "quit, then scorer --yes undo 2 --match 1 does it", ["deal"]),
        ("anna 2/71 elena 74\nquit\nanna 2 elena 74\n", 0, "", ["deal"]),
        ("aiuto\nanna 2/71 elena 74\nayuda\n?\nesci\nanna 2 elena 74\n", 0, "", ["deal"]),
        ('anna 2/71 elena 74\nanna K "elena 61\n', 3, 'a quotation mark is not closed in: anna K "elena 61', ["deal"]),
    ],
)
def test_lines_from_a_pipe_are_recorded_until_one_is_refused_or_quits(
    friday: None, say: Say, sheet: ReadSheet, lines: str, code: int, says: str, kinds: list[str]
) -> None:
    done = say("pad", stdin=lines)
    assert (done.returncode, says in done.stderr) == (code, True)
    assert "1: Anna called the two at 71 with Elena and made 74" in done.stdout
    assert [record.kind for record in sheet().records] == kinds


def test_the_pad_without_a_match_says_how_to_start_one(say: Say, ok: Ok) -> None:
    assert say("pad").returncode == 5
    ok(f"start Friday --players {NAMES}")
    ok("finish")
    done = say("pad")
    assert (done.returncode, "scorer start NAME" in done.stderr) == (4, True)


def test_a_line_is_split_into_the_words_that_a_person_means() -> None:
    for line, words in (
        ("anna 2/71 elena 74", ["anna", "2/71", "elena", "74"]),
        ("o'neill K d'arcy 74", ["o'neill", "K", "d'arcy", "74"]),
        ('"Zoë O\'Neill" K "say \\"hi\\"" 74', ["Zoë O'Neill", "K", 'say "hi"', "74"]),
        ("solo 85 --called '2 coins'", ["solo", "85", "--called", "2 coins"]),
        ("", []),
    ):
        assert split(line) == split(line, typing=True) == words
    # an open quotation mark is closed while somebody types, and refused after that
    for line, words in (('"Anna M', ["Anna M"]), ("anna K --note 'a b", ["anna", "K", "--note", "a b"])):
        assert split(line, typing=True) == words
        with pytest.raises(UnreadableError, match="a quotation mark is not closed"):
            split(line)


@pytest.fixture(scope="module")
def two_deals(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Friday with two deals: Anna's king with Elena, made (+2 and +1); Bruno's two with Dario, failed (-2 and -1)."""
    start = f"start Friday --players {NAMES} --on 2026-11-20"
    path = tmp_path_factory.mktemp("two") / "evening.db"
    return recorded(path, [start, "deal anna K elena 74", "deal bruno 2 dario 60"])


MADE, FAILED = "made +2 -1 -1 -1 +1", "failed -2 +1 +1 +1 -1"
SLAM = "made +4 -2 -2 -2 +2 failed -4 +2 +2 +2 -2"
# What is typed after these two deals, and what the pad shows below it.
PREVIEWS = (
    ("", "CALLER BID PARTNER RESULT, as in anna 2/71 elena 74"),
    ("anna ", "BID PARTNER RESULT still to say"),
    ("anna 2/71 ", "PARTNER RESULT still to say"),
    ("anna 2 71 ", "PARTNER RESULT still to say"),
    ("anna 2/71 e", "made +4 -2 -2 -2 +2 failed"),
    ("anna 61 ", "61"),
    ("anna 2/71 anna ", "Anna"),
    ("anna 2 71 elena 74", "made +4 -2 -2 -2 +2"),
    ("anna 2/71 elena 120", "if one side took every trick, say --slam"),
    ("sheet", "Enter carries it out, sheet --help explains it"),
    ("undo", "takes back 2: Bruno called the two with Dario and failed with 60"),
    ("undo 2", "takes back 1: Anna called the king with Elena and made 74"),
    ("undo 3", "it would take Friday away, which the pad is on"),
    ("scorer undo", "takes back 2: Bruno called the two"),
    ("redeal misdeal", "A misdeal: nobody pays; then Carla deals"),
    ("call dario 2/71 --called '2 coins'", "notes that Dario called the two at 71 (2 coins)"),
    ("call dario", "BID still to say"),
    ("edit", "NUMBER still to say"),
    ("edit 2 --par", "2: Bruno called the two with Dario and failed with 60"),
    ("edit 2 --partner ", "nothing changes in 2; say what was different, as in --partner anna"),
    ("edit 2 dario", "'dario' is too much; edit --help says what it takes"),
    ("finish", "closes Friday; reopen goes on with it"),
    ("edit 2 --slm x", "there is no option --slm; edit --help says what it takes"),
    ("edit 2 --partner carla", "--reason TEXT still to say"),
    ("# late", "a remark: Enter does nothing"),
    ("scorer deal carla K solo 61", "made -1 -1 +4 -1 -1"),
    ("seats", "At the table: Anna, Bruno, Carla, Dario, Elena. Next: Carla deals"),
    ("carry", "Every deal counts what the deals before it leave."),
    ("reassign Anna=Gina", "Nothing is changed yet; with --reason TEXT it is."),
    ("reassign Anna=Gina --reason x", "in Friday (1 to 2) what was Anna's is Gina's Anna has 0 (had +3)"),
    ("seats +Quirino -Bruno", "at the table: Anna, Quirino, Carla, Dario, Elena Quirino is new"),
    ("seats an,br,ca,da,el,Ugo --out br", "Dario, Elena, Ugo Ugo is new Bruno rests until this changes"),
    ("start Sat", "opens Sat; --players NAMES says who sits down"),
    ("start Sat --players an,br,ca,da,Ugo", "opens Sat of Anna, Bruno, Carla, Dario, Ugo; Ugo is new"),
    ("edit --help", "a command: Enter carries it out"),
    ("anna K elena 61\nundo", "2 lines: Enter carries out one after the other"),
    # a command that moves units shows them: Bruno's two with Carla instead of Dario; the penalty shared by four
    ("edit 2 --partner carla", "was +1 -2 +1 -1 +1 will be +1 -2 -1 +1 +1"),
    ("edit 2 --partner=carla --reason 'she had it'", "was +1 -2 +1 -1 +1 will be +1 -2 -1 +1 +1"),
    ("void 2", "running +3 -3 0 -2 +2 without it +2 -1 -1 -1 +1"),
    ("penalty dario 4", "penalty +1 +1 +1 -4 +1"),
    ("penalty dario 5 --to nobody --reason late", "penalty - - - -5 -"),
    ("adjust Anna=-3,Elena=3", "adjustment -3 - - - +3"),
    # an option on the line hid what the deal pays, and one that is unknown was not named
    *((f"anna {words}", f"Anna Bruno Carla Dario Elena {pays}") for words, pays in (
        ("2 elena --called '2 coins' ", f"{MADE} {FAILED}"), ("2 --called '2 coins' elena ", f"{MADE} {FAILED}"),
        ("K elena --no-slam", f"{MADE} {FAILED}"), ("K elena --sl", f"{MADE} {FAILED}"),
        ("K elena --note=x", f"{MADE} {FAILED}"), ("K elena --note 'a b", f"{MADE} {FAILED}"),
        ("K elena --id x ", f"{MADE} {FAILED}"), ("K elena --match 1 ", f"{MADE} {FAILED}"),
        ("K elena --slam ", SLAM), ("K elena --times 2 ", SLAM), ("K elena 74 --note=x", MADE),
        ("K elena 74 --match 1", MADE), ("K elena 60 --note '2 of them'", FAILED),
    )),
    ("--id x anna K elena 74", f"Anna Bruno Carla Dario Elena {MADE}"),
    *((line, "there is no option --slm") for line in ("anna K elena --slm ", "anna K elena 74 --slm")),
    ("anna --nope=3 K elena 74", "there is no option --nope"),
)  # fmt: skip


def test_a_line_says_before_enter_what_it_would_do(two_deals: bytes, book_path: Path) -> None:
    book_path.write_bytes(two_deals)
    for line, shown in PREVIEWS:
        below = typed(book_path, line)
        assert shown in " ".join(below.split()), line
        assert max(map(len, below.split("\n"))) <= 80, line
    for line in ("anna 2/71 elena 74 --slam", "\"anna 'K solo 74", "--times x anna", "\\", "a b c d e f"):
        for end in range(1, len(line) + 1, 2):  # no half of a line breaks it
            assert isinstance(typed(book_path, line[:end], 20), str)
    assert book_path.read_bytes() == two_deals


REFUSED = [
    "undo 5", "undo 9", "undo 0", "undo --match 7", "redo", "redeal passd", "call xeno K", "call anna 130",
    "edit 2", "edit 7", "edit x", "edit 3 --bid K", "edit 2 --partner xeno", "edit 2 --result 130", "void 3", "void 9",
    "penalty dario -3", "penalty dario 5", "penalty dario 4 --to me", "penalty xeno 4", "adjust Anna=3,Xeno=1",
    "adjust Anna", "carry --reason x", "reassign Anna=anna --reason x", "reassign Gina=Anna", "seats an",
    "seats an,br,ca,da --out br", "seats an,an,br,ca,da", "seats -Xeno", "seats +Anna", "reopen",
    "start Friday --players an,br,ca,da,el --on 2026-11-20", "start 7 --players an,br,ca,da,el",
    "start Sat --players an,br,ca", "start Sat --players an,br,ca,da,el --until deals:0", "anna K xeno 61",
]  # fmt: skip
REFUSED_WHEN_FINISHED = ["anna K elena 61", "redeal misdeal", "seats +Gina", "call anna K", "finish", "adjust Anna=3"]


def test_the_pad_says_before_enter_what_a_command_refuses(two_deals: bytes, ok: Ok, say: Say, book_path: Path) -> None:
    book_path.write_bytes(two_deals)
    for done in ("redeal misdeal", "void 3 --reason x"):
        ok(done)
    for lines in (REFUSED, REFUSED_WHEN_FINISHED):
        written = book_path.read_bytes()
        for line in lines:
            shown = " ".join(typed(book_path, line, 400).split())
            refused = say("pad --match 1", stdin=f"{line}\n")
            assert book_path.read_bytes() == written, line
            assert shown.endswith(" ".join(refused.stderr.split("\n")[0].removeprefix("scorer: ").split())), line
        if lines is REFUSED:
            ok("finish")


def test_the_arguments_of_a_command_are_completed_by_what_they_are(two_deals: bytes, ok: Ok, book_path: Path) -> None:
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from scorer.cli.pad_screen import Completions

    book_path.write_bytes(two_deals)
    ok("edit 2 --partner carla --reason 'late again'")
    ok("start Saturday --players Gino,Hans,Ines,Jan,Kai --on 2026-11-21")  # who sits elsewhere is not offered
    shared = Settings(db=str(book_path), no_input=True, root=command())
    with shared.book.reading() as transaction:
        words = Completions(shared, sheet_of(transaction, find_match(transaction, "Friday")))
    shared.pad_matches = [words.sheet.match]
    for line, offered in (
        ("edit ", ["2", "1"]),
        ("edit 2 --partner ", [*FIVE, "solo"]),
        ("edit 2 --partner b", ["Bruno"]),
        ("edit 2 --bid c", []),
        ("void 2 --reason ", ["late again"]),
        ("edit 2 --sl", ["--slam"]),
        ("call anna 2", [f"2/{target}" for target in range(62, 121)]),
        ("penalty ", list(FIVE)),
        ("redeal m", ["misdeal"]),
        ("redeal misdeal ", []),
        ("scorer penalty e", ["Elena"]),
        ("explain ", ["2", "1"]),
        ("variant sh", ["show"]),
        ("variant show bas", ["bastarda"]),
        ("anna K elena 74 --dealer d", ["Dario"]),
        ("anna K elena 74 --no", ["--note", "--no-slam"]),
        ("", []),
    ):
        found = words.get_completions(Document(line), CompleteEvent())
        assert sorted(each.display_text for each in found) == sorted(offered), line
    shared.book.close()


def test_the_pad_goes_on_with_the_match_that_it_starts_and_back_where_that_is_undone(
    friday: None, ok: Ok, sheet: ReadSheet
) -> None:
    start = f"anna K elena 61\nscorer start Saturday --players {NAMES} --on 2026-11-21\nbruno K carla 61"
    assert "Undone: Saturday (match 2): match started\nAnna" in ok("pad", stdin=f"{start}\nundo 2\ncarla 3 anna 61\n")
    assert [record.caller for record in sheet("Friday").records] == ["Anna", "Carla"]
    ok("pad --match Friday", stdin=f"{start}\nundo 2\nredo\ndario 3 anna 61\npad --match Friday\nelena A anna 61\n")
    assert [record.caller for record in sheet("Friday").records] == ["Anna", "Carla", "Anna", "Elena"]
    assert [record.caller for record in sheet("Saturday").records] == ["Dario"]


@in_a_terminal
def test_lines_pasted_together_are_carried_out_one_after_the_other(night: Night) -> None:
    night.start()
    night.open()
    night.tmux("set-buffer", "anna\tK\telena\t61\nbruno K carla 61\ndario K xeno 61\nelena K anna 61")
    night.tmux("paste-buffer", "-p", "-r", "-t", "pad")
    night.sees("4 lines: Enter carries out one after the other")
    night.type("", "Enter")
    night.sees("Stopped at line 3 of 4; put it right, and Enter goes on from there.")
    assert [record.caller for record in night.sheet.records] == ["Anna", "Bruno"]
    night.type("", "C-c")
    night.enter(f"scorer start Saturday --players {NAMES} --on 2026-11-21")
    night.sees("1> ")
    night.enter("carla K dario 61")
    night.sees("1: Carla called the king with Dario")
    night.enter("quit")
    night.sees("Saturday stays open: scorer pad --match 2 goes on with it")


def test_cells_of_a_spreadsheet_are_taken_with_their_tabs(ok: Ok, sheet: ReadSheet) -> None:
    ok('start Friday --players "Anna Maria,Bruno,Carla,Dario,Elena" --variant briscolone')
    # 2 at 71 made: +4, +2, the others -2; carichi made alone: +4, the others -1
    ok("pad", stdin='Anna Maria\t2 71\telena\t74\nredeal\tpassed\nbruno\tcarichi\t\t"70"\n')
    assert sheet().running == {"Anna Maria": 3, "Bruno": 2, "Carla": -3, "Dario": -3, "Elena": 1}


def test_the_demo_left_the_pad_without_its_match(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Friday --players {NAMES} --on 2026-11-20")
    ok(f"start Saturday --players {NAMES} --on 2026-11-21")
    said = ok("pad --match Saturday", stdin="demo\nanna K elena 61\nsheet\n")
    assert "That was an invented club" in said
    assert said.index("invented club") < said.index("1: Anna called the king with Elena and made 61")
    assert said.index("invented club") < said.index("Saturday (match 2), 2026-11-21")
    assert (sheet("Friday").records, sheet("Saturday").running) == ((), ANNA)


def test_the_preview_of_a_named_bid_is_that_of_its_target(night: Night) -> None:
    # carichi at 71 pays 8 / -2: the caller wins or loses 8
    night.start(more="--variant briscolone")
    shown = " ".join(typed(night.path, "anna carichi/71 solo ").split())
    assert shown.endswith("made +8 -2 -2 -2 -2 failed -8 +2 +2 +2 +2")
    assert "carichi is called at 61, 71 or 81" in typed(night.path, "anna carichi/75 ")
    # nobody could be partner: solo need not be said
    assert typed(night.path, "anna carichi solo 70") == typed(night.path, "anna carichi 70")


def test_a_command_that_was_previewed_in_the_pad_did_not_know_h_any_more(
    friday: None, ok: Ok, book_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from scorer.cli import app

    app._loaded.cache_clear()  # as in a pad that has just been opened
    assert "Anna" in typed(book_path, "adjust Anna=-3,Bruno=3")
    assert run(["adjust", "--help"], Settings(db=str(book_path))) == 0
    assert re.search(r"-h, --help", capsys.readouterr().out)
