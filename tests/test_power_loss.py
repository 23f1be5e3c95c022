"""The power goes off after the answer: what was said to be written is there, and whole.

A kill (test_kill.py) loses nothing that the system holds in memory; a power cut does. So the program runs under strace,
and its log is followed: which bytes were written and which names were given that nobody has synced yet. Of these a
power cut keeps some, others not, in any order. Nothing may be left of them when the program answers, and whatever takes
a place by a rename has to be synced before.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from db.writer_turns import SUFFIX
from scorer.atomic_file import PREFIX
from tests.whole_house import has_command

needs_strace = pytest.mark.skipif(
    not shutil.which("strace") and "CI" not in os.environ, reason="strace is not installed"
)

# Each command line on a scorebook of its own name, after it is told which begins; `syncs` is what stands for os.fsync.
PROGRAM = """
import os, sys
{syncs}
from scorer.atomic_file import MAKES_FOLDERS
from scorer.cli.context import Settings
from tests.running import run, split

MAKES_FOLDERS.set(True)  # --mkdir
for line in sys.argv[1:]:
    os.write(1, f"$ {{line}}\\n".encode())
    db, _, words = line.partition(": ")
    shared = Settings(db=db, no_input=True)
    assert run(split(words), shared) == 0, words
    if shared.open_book:
        shared.open_book.close()
os.write(1, b"$ end\\n")
"""
WRITES = "write,pwrite64,writev,pwritev,ftruncate,sendfile,copy_file_range"
NAMES = "open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat"
CALL = re.compile(r"\d+ +(?P<name>\w+)\((?P<words>.*)\) += (?P<result>\d+)(?:<(?P<opened>[^>]*)>)?")
HANDLE, TEXT = r"(?:\d+|AT_FDCWD)<([^>]*)>", r'"([^"]*)"'


@dataclass
class Disk:
    """What a power cut may lose below `root`: paths whose bytes are not synced, and names that are not.

    `faults` are what was left of that when it mattered, each with the command line and the moment.
    """

    root: str
    written: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    line: str = ""
    faults: list[str] = field(default_factory=list)

    def write(self, path: str) -> None:
        self.written.add(path)

    def name(self, path: str) -> None:
        self.named.add(path)

    def sync(self, path: str) -> None:
        self.written.discard(path)
        self.named = {name for name in self.named if str(Path(name).parent) != path}

    def remove(self, path: str) -> None:
        self.written.discard(path)
        self.named.add(path)

    def rename(self, path: str, to: str) -> None:
        inside = path + os.sep
        left = {name for name in self.written if name == path or name.startswith(inside)}
        left |= {name for name in self.named if name.startswith(inside)}
        self._complain(left, "not synced before it was renamed")
        self.written = {to + name.removeprefix(path) if name in left else name for name in self.written}
        self.named = {name for name in self.named if not name.startswith(inside)} | {path, to}

    def answer(self) -> None:
        left = {
            name
            for name in self.written | self.named
            if f"{os.sep}{PREFIX}" not in name and not name.endswith(SUFFIX)  # ours that go away, and the queue
        }
        self._complain(left, "not synced when it was said")
        self.written, self.named = set(), set()

    def _complain(self, paths: set[str], when: str) -> None:
        ours = sorted(path for path in paths if path.startswith(self.root + os.sep))
        self.faults += [f"{self.line}: {path.removeprefix(self.root + os.sep)} {when}" for path in ours]


def follow(disk: Disk, name: str, words: str, opened: str | None) -> None:
    """Let one system call that went well happen to the disk."""
    handles, texts = re.findall(HANDLE, words), re.findall(TEXT, words)
    if name in {"fsync", "fdatasync"}:
        disk.sync(handles[0])
    elif name == "write" and words.startswith(("1<", "2<")):
        if texts[0].startswith("$ "):
            disk.answer()
            disk.line = texts[0][2:].removesuffix("\\n")
        elif texts[0]:
            disk.answer()
    elif name in WRITES.split(","):
        disk.write(handles[name == "copy_file_range"])
    elif name in {"open", "openat", "creat"}:
        if "O_CREAT" in words:
            disk.name(str(opened))
        if "O_TRUNC" in words:
            disk.write(str(opened))
    else:
        at = handles or [disk.root]
        paths = [str(Path(at[min(place, len(at) - 1)]) / text) for place, text in enumerate(texts)]
        kind = re.sub("at2?$", "", name)
        assert kind in {"mkdir", "rename", "unlink", "rmdir"}, f"{name}: what a power cut makes of it is not known here"
        if kind == "rename":
            disk.rename(*paths)
        elif kind == "mkdir":
            disk.name(*paths)
        else:
            disk.remove(*paths)


def calls(log: Path) -> Iterator[tuple[str, str, str | None]]:
    """The system calls that went well, in order: name, arguments and the path of what was opened."""
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if found := CALL.match(line):
            yield found["name"], found["words"], found["opened"]
        assert "<unfinished" not in line, "two threads at once: which was first?"


@pytest.fixture
def power_loss(tmp_path: Path) -> Callable[..., list[str]]:
    """What a power cut could lose of these command lines, each as `scorebook: command`."""
    root = tmp_path / "desk"
    root.mkdir()

    def lost(*lines: str, syncs: str = "") -> list[str]:
        log, disk = tmp_path / "log", Disk(str(root))
        traced = ["strace", "-f", "--seccomp-bpf", "-y", "-s", "256", "-e", f"trace=fsync,fdatasync,{WRITES},{NAMES}"]
        program = [sys.executable, "-u", "-c", PROGRAM.format(syncs=syncs), *lines]
        folders = {f"SCORER_{kind}": str(root / "rules" / kind.lower()) for kind in ("VARIANTS", "FORMATS", "RANKINGS")}
        ours = {"PYTHONPATH": str(Path(__file__).parents[1]), "OPENBLAS_NUM_THREADS": "1", **folders}
        done = subprocess.run([*traced, "-o", str(log), *program], cwd=root, env=os.environ | ours, capture_output=True,
                              text=True, timeout=120, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr
        for name, words, opened in calls(log):
            follow(disk, name, words, opened)
        assert disk.line == "end", "the log does not tell of the whole run"
        return disk.faults

    return lost


DEALS = "league,match,on,variant,number,kind,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5\n" + "".join(
    f"main,Friday,2026-11-20,chiamata,{number},deal,Anna,K,Elena,61,Anna,Bruno,Carla,Dario,Elena\n"
    for number in (1, 2)
)  # fmt: skip
LINES = (
    "club/season.db: import deals.csv",  # the first: said to be imported, and lost by a power cut some seconds later
    "new/evening.db: start Friday --players Anna,Bruno,Carla,Dario,Elena",
    "new/evening.db: deal anna K elena 61",
    "club/season.db: backup copy.db",
    "club/season.db: backup copy.db --force",
    "club/season.db: restore copy.db --force",
    "club/season.db: export deals --out deals-again.csv",
    "club/season.db: export all --out exports/season",
    "club/season.db: export all --out exports/season --force",
    "moved/here.db: import exports/season",
    "moved/there.db: restore copy.db",
    "broken.db: restore copy.db --force",
    "club/season.db: variant add ours.toml",
    "club/season.db: report --out season.html",
    "club/season.db: sheet Friday --image friday.svg",
    "club/season.db: tournament new Natale --format scighera",
    'club/season.db: tournament enter "Ada,Bea,Cia,Dea,Eva"',
    "club/season.db: tournament print all --out wall",
)


@pytest.fixture
def desk(tmp_path: Path, power_loss: object) -> Path:
    """A desk with a file to import, rules to add, and a damaged scorebook."""
    root = tmp_path / "desk"
    (root / "deals.csv").write_text(DEALS)
    shutil.copy(Path(__file__).parents[1] / "scorer/variants/chiamata.toml", root / "ours.toml")
    (root / "broken.db").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 32)
    return root


@needs_strace
def test_what_took_its_place_by_a_rename_was_lost_by_a_power_cut(
    desk: Path, power_loss: Callable[..., list[str]]
) -> None:
    assert power_loss(*(line for line in LINES if has_command(line.split()[1]))) == []
    assert (desk / "broken.db.before-restore").exists()
    assert list((desk / "exports/season/variants").iterdir())


@needs_strace
def test_a_power_cut_is_seen_where_nothing_is_synced(desk: Path, power_loss: Callable[..., list[str]]) -> None:
    """Else the test above could not fail. SQLite syncs its own file, and our rename loses it all the same."""
    imported, backed_up, exported, folder, rules = (LINES[at] for at in (0, 3, 6, 7, 12))
    faults = power_loss(imported, backed_up, exported, folder, rules, syncs="os.fsync = lambda handle: None")
    lost = {
        imported: ("club", "club/season.db"),  # a new folder has a name to be lost too
        backed_up: ("copy.db",),
        exported: ("deals-again.csv",),
        folder: ("exports", "exports/season", "exports/season/deals.csv", "exports/season/variants/chiamata.toml"),
        rules: ("rules", "rules/variants", "rules/variants/ours.toml"),
    }
    expected = {f"{line}: {path} not synced when it was said" for line, paths in lost.items() for path in paths}
    assert expected <= set(faults)
    empty = [fault.partition(": ")[2] for fault in faults if fault.endswith("not synced before it was renamed")]
    assert {words.partition(":")[0] for words in empty} == {
        words.partition(": ")[2] for words in (exported, folder, rules)
    }
