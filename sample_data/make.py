"""Makes the sample league: eight invented players with habits of their own, one season of twelve evenings.

`python sample_data/make.py [FOLDER]` plays it with the program's own commands and writes it in the form of
`scorer export all`; the same bytes every time.
"""

import contextlib
import io
import shlex
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from scorer import scorebook
from scorer.cli.app import command
from scorer.cli.context import Settings
from scorer.match.sheet import Sheet

HERE = Path(__file__).parent / "season"
LEAGUE = "Circolo del Gelso"
READ = ("deals", "matches", "players", "leagues")
SEED = 61
RANKS = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")
# Up to which raises an auction goes: people like some numbers.
RAISES = (62, 63, 65, 66, 68, 70, 71, 72, 75, 80, 81, 82, 85, 91, 92, 95, 101, 105, 110)
SUITS = ("coins", "cups", "swords", "clubs")


@dataclass(frozen=True)
class Habits:
    """How somebody plays: how often they call, how high, how well they judge it, how often the card is noted."""

    calls: float
    height: float
    judgement: float
    notes: float = 0.5


PLAYERS = {
    "Adele": Habits(calls=1.0, height=0.4, judgement=0.10),
    "Berto": Habits(calls=1.1, height=0.5, judgement=-0.06, notes=0.2),
    "Cesira": Habits(calls=0.35, height=0.2, judgement=0.16),
    "Duilio": Habits(calls=0.9, height=0.6, judgement=0.0),
    "Elvira": Habits(calls=1.2, height=0.45, judgement=0.06, notes=0.9),
    "Furio": Habits(calls=2.4, height=0.9, judgement=-0.10, notes=0.1),
    "Ginevra": Habits(calls=1.0, height=0.35, judgement=0.08),
    "Oreste": Habits(calls=0.8, height=0.5, judgement=0.02),
}


@dataclass(frozen=True)
class Evening:
    """One match: who sits down, how many deals are played or to where, what happens before the deal of a number."""

    on: str
    name: str
    variant: str
    players: str
    deals: int = 0
    incidents: dict[int, tuple[str, ...]] = field(default_factory=dict)
    ends: tuple[str, ...] = ("finish",)
    until: str = ""


EVENINGS = (
    Evening("2026-01-16", "Opening night", "chiamata", "Adele,Berto,Cesira,Duilio,Furio", 30, {
        4: ("redeal passed-out",),
        9: ("deal adele 2/71 duilio 120 --slam --called '2 cups' --note 'every single trick'",),
        16: ('penalty berto 4 --reason "claimed all the tricks and had not"',),
        22: ("deal furio 2/82 cesira 70", "undo"),
    }),
    Evening("2026-01-30", "Six chairs", "chiamata", "Elvira,Furio,Ginevra,Oreste,Adele,Berto", 30, {
        6: ('edit 3 --times 2 --reason "double after a redeal nobody had written down"',),
        13: ("redeal misdeal --note 'Oreste dealt seven cards to himself'",),
        20: ("redeal annulled --note 'a card fell under the table'",),
    }),
    Evening("2026-02-13", "Brisk rules", "brisk", "Cesira,Duilio,Elvira,Furio,Ginevra", 30, {
        5: ("redeal thrown-in --note 'Cesira had two card points'",),
        11: ("deal furio K ginevra 60 --note 'sixty all'",),
        18: ("redeal passed-out", "redeal passed-out"),
    }),
    Evening("2026-02-27", "The night of the flat battery", "chiamata", "Adele,Berto,Duilio,Elvira,Oreste", 0),
    Evening("2026-03-13", "Late train", "chiamata", "Furio,Adele,Cesira,Ginevra,Oreste", 30, {
        7: ('seats "Furio,Adele,Cesira,Ginevra,Oreste,Berto"',),
        15: ("deal furio 2/91 oreste 0 --slam --note 'the defenders took it all'",),
        25: ('void 12 --reason "recorded twice, said Ginevra"',),
    }),
    Evening("2026-03-27", "Double or nothing", "brisk", "Berto,Cesira,Duilio,Elvira,Furio,Oreste", 30, {
        3: ("redeal passed-out",),
        14: ("deal oreste A elvira 60", "redeal passed-out"),
        21: ('penalty furio 6 --to nobody --reason "wasted a quarter of an hour"',),
    }),
    Evening("2026-04-10", "Seven at the monte", "monte", "Adele,Berto,Cesira,Duilio,Elvira,Furio,Ginevra", 28, {
        8: ("redeal thrown-in",),
        17: ("deal ginevra 92 berto 120",),
    }),
    Evening("2026-04-24", "Spring", "chiamata", "Oreste,Ginevra,Elvira,Duilio,Berto", 30, {
        10: ('seats "Oreste,Ginevra,Elvira,Duilio,Cesira"',),
        19: ('edit 8 --note "Duilio insists that he had counted 61" --reason "for the peace of the house"',),
    }),
    Evening("2026-05-08", "Return of Brisk", "brisk", "Adele,Cesira,Elvira,Furio,Oreste", 30, {
        12: ("redeal thrown-in", "redeal thrown-in"),
    }),
    Evening("2026-05-22", "Six at the monte", "monte", "Ginevra,Furio,Duilio,Adele,Oreste,Cesira", 30, {
        9: ("redeal passed-out",),
        23: ('adjust "Furio=-2,Adele=2" --reason "the caller had seen a card; settled at the bar"',),
    }),
    Evening("2026-06-05", "Terrace", "chiamata", "Berto,Elvira,Furio,Ginevra,Adele,Duilio", 30, {
        6: ("redeal passed-out",),
        27: ('seats "Berto,Elvira,Furio,Ginevra,Adele"',),
    }),
    Evening("2026-06-19", "Last night", "chiamata", "Cesira,Oreste,Furio,Elvira,Adele", 25, {
        12: ("deal oreste 2/101 furio 103 --called '2 swords'",),
    }, ends=("call furio 2/81 --called '2 coins'",)),
)  # fmt: skip

# The evening that was kept on paper: only the last line of the sheet came home.
PAPER = """\
league,match,on,variant,kind,note,seat1,seat2,seat3,seat4,seat5,units1,units2,units3,units4,units5
Circolo del Gelso,The night of the flat battery,2026-02-27,chiamata,sheet,24 deals on the back of a menu,\
Adele,Berto,Duilio,Elvira,Oreste,11,-14,-3,9,-3
"""


class Clock:
    """The time of the evenings: set at the start of each, a few minutes pass with every step."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._now = datetime.min.replace(tzinfo=UTC)

    def start(self, on: str) -> None:
        """The evening begins at half past eight."""
        self._now = datetime.fromisoformat(f"{on}T20:30:00+00:00")

    def __call__(self) -> datetime:
        """The next moment: two to nine minutes later."""
        self._now += timedelta(seconds=round(120 + 420 * self._random.random()))
        return self._now


class Playing:
    """Plays, one command line after another, into a scorebook; what chance does comes from a seed."""

    def __init__(self, path: Path, seed: int) -> None:
        # Only random() is used: its numbers are the same in every version of Python.
        self._random = Random(seed)
        self._clock = Clock(Random(seed + 1))
        self._here = Settings(no_input=True, open_book=scorebook.Book(str(path), self._clock), root=command())

    def _sheet(self) -> Sheet:
        """The sheet of the match that is being played."""
        with self._here.book.reading() as transaction:
            return scorebook.sheet_of(transaction, scorebook.find_match(transaction))

    def _start(self, league: str, evening: Evening, until: str) -> None:
        """Begin a match, that is played to `until` if something is said."""
        self._say(
            f'start "{evening.name}" --league "{league}" --players "{evening.players}" --on {evening.on}'
            f" --variant {evening.variant}{f' --until {until}' if until else ''}"
        )

    def _pick(self, choices: Sequence[str], weights: Sequence[float] | None = None) -> str:
        """One of the choices, more often one of more weight."""
        shares = weights or [1.0] * len(choices)
        left = self._random.random() * sum(shares)
        for choice, share in zip(choices, shares, strict=True):
            left -= share
            if left < 0:
                return choice
        return choices[-1]

    def _say(self, line: str) -> None:
        """Run a command line; one that fails ends it all."""
        said, complained = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
            code = self._here.run(shlex.split(line))
        if code:
            raise SystemExit(f"{line}: {complained.getvalue()}")


class Season(Playing):
    """Plays the evenings of the club."""

    def play(self, folder: Path) -> None:
        """The whole season, written to `folder`."""
        self._clock.start(EVENINGS[0].on)
        self._say(f'league add "{LEAGUE}" --variant chiamata --unit-value 0.10')
        for evening in EVENINGS:
            self._clock.start(evening.on)
            if evening.deals:
                self._evening(evening)
            else:
                self._paper(folder.parent)
        self._say(f"export all --out '{folder}' --force")
        self._here.book.close()

    def _evening(self, evening: Evening) -> None:
        """An evening at the table, deal by deal."""
        self._start(LEAGUE, evening, "deals:30")
        for deal in range(1, evening.deals + 1):
            for line in evening.incidents.get(deal, ()):
                self._say(line)
            self._deal(evening.variant)
        for line in evening.ends:
            self._say(line)

    def _paper(self, folder: Path) -> None:
        """The evening of which only the sheet is left."""
        path = folder / "paper.csv"
        path.write_text(PAPER, encoding="utf-8")
        self._say(f"import '{path}'")

    def _deal(self, variant: str) -> None:
        """The next deal: who calls what, with whom, and how it ends."""
        sheet = self._sheet()
        playing = [player for player in sheet.seats if player != sheet.resting()]
        caller = self._pick(playing, [PLAYERS[player].calls for player in playing])
        others = [player for player in playing if player != caller]
        target = self._target(PLAYERS[caller])
        by_rank = target == 61 and variant != "monte"
        bid = self._pick(RANKS, [1, 2, 4, 6, 7, 8, 9, 10, 12, 16]) if by_rank else str(target)
        partner = "solo" if self._random.random() < 0.06 else self._pick(others)
        chance = 0.60 + PLAYERS[caller].judgement - 0.006 * (target - 61) - (0.15 if partner == "solo" else 0)
        made = self._random.random() < chance
        words = [caller, bid, partner, self._result(target, made=made)]
        if words[-1] in {"made", "failed"} and variant != "chiamata":
            words.append("--no-slam")
        if self._random.random() < PLAYERS[caller].notes and variant != "monte":
            rank = bid if by_rank else "2"
            words += ["--called", f"{rank} {self._pick(SUITS)}"]
        self._say(shlex.join(["deal", *words]))

    def _target(self, habits: Habits) -> int:
        """What is promised: 61 for a rank most of the time; the higher somebody likes to bid, the more."""
        eagerness = self._random.random() * (0.6 + habits.height)
        if eagerness < 0.45:
            return 61
        step = (eagerness - 0.45) * (0.25 + 0.75 * self._random.random())
        return RAISES[min(len(RAISES) - 1, int(step * len(RAISES)))]

    def _result(self, target: int, *, made: bool) -> str:
        """How it ended, as typed; one in twenty is not counted."""
        if self._random.random() < 0.05:
            return "made" if made else "failed"
        far = self._random.random() * self._random.random()
        count = round(target + far * (117 - target)) if made else round(target - 1 - far * (target - 4))
        return str(min(118, max(2, count)))


def make(play: Callable[[Path, Path], None], folder: Path) -> None:
    """Play, and write to `folder` what an import reads; the derived tables are left out.

    `play` takes the path of a scorebook and of a folder for `scorer export all`.
    """
    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch) / "whole"
        play(Path(scratch) / "sample.db", whole)
        for path in [whole / f"{name}.csv" for name in READ] + sorted(whole.glob("variants/*.toml")):
            place = folder / path.relative_to(whole)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(path.read_bytes())


if __name__ == "__main__":
    make(lambda book, folder: Season(book, SEED).play(folder), Path(sys.argv[1]) if sys.argv[1:] else HERE)
