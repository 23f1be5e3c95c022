"""Somebody who imports a table and does whatever the answers propose, and the judge of what came in."""

import io
import re
import shlex
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path

from scorer.cli.context import Settings
from tests.notebooks.home_seasons import ANEW, OF_DEALS, RUNNING, STANDINGS, TOTALS, Habits, HomeSeason, plainer
from tests.running import run

RIGHT, ASKED, REFUSED, FALSE = "right", "asked", "refused", "false"
MOST_TRIES = 40
_OPTION = re.compile(r"--(?P<name>[a-z-]+)(?: (?P<word>\"[^\"]*\"|[\w.,/+-]*\w))?")
_MULTIPLES = re.compile(r"multiples of (\d+\.\d\d)")
VALUES = {"as", "dates", "order", "units", "ignore", "keep", "totals", "unit-value", "on", "match"}
Units = dict[date, dict[frozenset[str], int]]


@dataclass
class Try:
    """A command line, its answer, and what is in the scorebook after it, by day and name."""

    options: tuple[str, ...]
    code: int
    answer: str
    came_in: Units

    @property
    def command(self) -> str:
        """The command line as it is typed."""
        return f"scorer import FILE {shlex.join(self.options)}".rstrip()


@dataclass
class Verdict:
    """How it ended for a table, with the try that decides it; `why` says what is wrong with it."""

    season: HomeSeason
    outcome: str
    decisive: Try
    why: str = ""
    tries: list[Try] = field(default_factory=list)

    def told(self) -> str:
        """The table, what was typed, what was answered, what came in and what is true."""
        came = {str(day): _shown(units) for day, units in sorted(self.decisive.came_in.items())}
        true = {str(day): _shown(units) for day, units in sorted(_truth(self.season).items())}
        return "\n".join([
            f"seed {self.season.seed}: {self.outcome} {self.why}",
            f"python -m tests.benchmarks.home_seasons --seed {self.season.seed} shows it again",
            f"habits: {self.habits()}", self.season.text(), self.decisive.command, self.decisive.answer,
            f"came in: {came}", f"true:    {true}",
        ])  # fmt: skip

    def habits(self) -> str:
        """The habits that are not the plainest."""
        habits = self.season.habits
        unusual = {field.name: getattr(habits, field.name) for field in fields(habits)}
        return ", ".join(f"{name} {value!r}" for name, value in unusual.items() if value != getattr(Habits, name))


def _shown(units: dict[frozenset[str], int]) -> str:
    return ", ".join(sorted(f"{' '.join(sorted(name))} {number:+}" for name, number in units.items()))


def _name(name: str) -> frozenset[str]:
    """A name, whichever of its parts stands first."""
    return frozenset(name.casefold().split())


def _truth(season: HomeSeason) -> Units:
    return {day: {_name(name): number for name, number in units.items()} for day, units in season.truth.items()}


def recorded_units(path: Path) -> Units:
    """What stands in a scorebook, asked in SQL: the units of each player on each day."""
    came_in: Units = defaultdict(dict)
    with closing(sqlite3.connect(path)) as book:
        names = {key: _name(name) for key, name in book.execute("SELECT id, name FROM player")}
        seats = ", ".join(f"seat{seat}, units{seat}" for seat in range(1, 8))
        query = f'SELECT "on", {seats} FROM record JOIN match ON match.id = match_id WHERE voided_by IS NULL'
        for on, *cells in book.execute(query):
            units = came_in[date.fromisoformat(on)]
            for seat, gained in zip(cells[::2], cells[1::2], strict=True):
                if seat is not None:
                    units[names[seat]] = units.get(names[seat], 0) + (gained or 0)
    return dict(came_in)


class HastyUser:
    """Imports tables into scorebooks of their own in a folder; `empty` is a scorebook in which nothing is."""

    def __init__(self, folder: Path, empty: bytes) -> None:
        self._folder, self._empty = folder, empty

    def outcome(self, season: HomeSeason) -> Verdict:
        """Import the table with no option, then with whatever is proposed, and judge each end."""
        file = season.write(self._folder)
        waiting: list[tuple[str, ...]] = [()]
        tries: list[Try] = []
        seen = {frozenset[str]()}
        while waiting and len(tries) < MOST_TRIES:
            done = self._tried(file, waiting.pop())
            tries.append(done)
            if why := _what_is_false(season, done):
                return Verdict(season, FALSE, done, why, tries)
            for more in _proposed(season, done) if done.code else ():
                options = frozenset(_pairs((*done.options, *more)))
                if options not in seen:
                    seen.add(options)
                    waiting.append((*done.options, *more))
        right = next((done for done in tries if done.code == 0), None)
        if right:
            return Verdict(season, RIGHT, right, "", tries)
        was_asked = any("say which" in done.answer for done in tries)
        return Verdict(season, ASKED if was_asked else REFUSED, tries[-1], "", tries)

    def plainest(self, verdict: Verdict) -> Verdict:
        """The verdict on the table with the plainest habits that still ends so."""
        for habits in plainer(verdict.season.habits):
            simpler = self.outcome(HomeSeason(verdict.season.seed, habits))
            if simpler.outcome == verdict.outcome and simpler.why[:12] == verdict.why[:12]:
                return self.plainest(simpler)
        return verdict

    def _tried(self, file: Path, options: tuple[str, ...]) -> Try:
        path = self._folder / "home.db"
        for old in self._folder.glob("home.db*"):
            old.unlink()
        path.write_bytes(self._empty)
        shared = Settings(db=str(path), no_input=True)
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run(["import", str(file), *options], shared)
        if shared.open_book:
            shared.open_book.close()
        return Try(options, code, out.getvalue() + err.getvalue(), recorded_units(path))


def _pairs(options: Sequence[str]) -> list[str]:
    return [f"{name} {word}" for name, word in zip(options[::2], options[1::2], strict=True)]


def _what_is_false(season: HomeSeason, done: Try) -> str:
    """What is wrong with what came in; "" where it is right, or where nothing came in, as an error has to have it."""
    came_in, truth = done.came_in, _truth(season)
    if done.code:
        return f"exit {done.code}, and something was written" if came_in else ""
    if came_in.keys() != truth.keys():
        return f"other days: {sorted(map(str, came_in.keys() ^ truth.keys()))}"
    people = {_name(name) for name in season.players}
    if strangers := {name for units in came_in.values() for name in units} - people:
        return f"players who are none: {[' '.join(name) for name in strangers]}"
    for day, units in truth.items():
        if {k: v for k, v in came_in[day].items() if v} != {k: v for k, v in units.items() if v}:
            return f"other units on {day}"
        if _says_who_was_there(season) and came_in[day].keys() != units.keys():
            return f"others were there on {day}"
    return ""


def _says_who_was_there(season: HomeSeason) -> bool:
    """Whether the table shows who was there with 0 and who was not: in a line of a deal 0 may be either."""
    return season.habits.absent != "0" and season.habits.layout not in {*OF_DEALS, STANDINGS}


def _proposed(season: HomeSeason, done: Try) -> Iterator[tuple[str, ...]]:
    """What somebody would add who does what the answer says, knowing what they wrote themselves."""
    found: dict[str, list[str]] = defaultdict(list)
    for option in _OPTION.finditer(done.answer):
        word = (option["word"] or "").strip('"')
        if option["name"] in VALUES and word not in found[option["name"]]:
            found[option["name"]].append(word)
    ignored = [
        word for word in found.pop("ignore", []) if word not in found.get("keep", []) or _is_no_player(season, word)
    ]
    kept = [word for word in found.pop("keep", []) if not _is_no_player(season, word)]
    if ignored or kept:
        yield (*(w for word in ignored for w in ("--ignore", word)), *(w for word in kept for w in ("--keep", word)))
    given = set(done.options[::2])
    for name, words in found.items():
        if f"--{name}" in given and name != "dates":
            continue
        yield from ((f"--{name}", word) for word in _answers(season, name, words, done.answer))


def _is_no_player(season: HomeSeason, column: str) -> bool:
    return column not in season.players


def _answers(season: HomeSeason, name: str, words: list[str], answer: str) -> list[str]:
    """What is typed behind an option that is named with these words."""
    habits = season.habits
    if name == "unit-value":
        if habits.cents:
            return [f"{habits.cents / 100:.2f}"]
        return [*(word for word in words if word[:1].isdecimal()), *_MULTIPLES.findall(answer)]
    if name == "match":
        return ["Home"]
    if name == "on":
        return [str(season.evenings[0].day)] if len(season.evenings) == 1 else []
    if name == "totals":
        asked = {int(number) for word in words for number in word.split(",") if number.isdecimal()}
        sums = asked & season.numbers_of(TOTALS)
        return [",".join(map(str, sorted(sums))) or "none"]
    if len(words) == 1:
        return words  # the only way that is named
    return [word for word in words if word in _true_words(season, name) or name == "as"]


def _true_words(season: HomeSeason, name: str) -> set[str]:
    """The readings of a table that are true."""
    habits = season.habits
    is_running = habits.layout in {RUNNING, ANEW, STANDINGS}
    down = habits.order == "backwards" or (habits.order == "newest" and not habits.by_deal)  # in each evening
    return {
        "units": {"running" if is_running else "gained"},
        "order": {"newest-first" if down else "oldest-first"},
        "dates": {"month-first" if habits.dates == "month/day/year" else "day-first", "as-is"},
    }.get(name, set())
