"""Makes the sample tournament: the cup of the club, twenty at four tables, two rounds and a final of the best five.

`python sample_data/make_tournament.py [FOLDER]` plays it with the program's own commands, and writes down each of them:
a tournament is its steps, which no file of ours brings in, so the demo plays it again. The rounds come in on paper, the
final deal by deal. The same bytes every time.
"""

import shlex
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from make import PLAYERS, Habits, Playing

from scorer.tournaments.keeping import Tournament, find_tournament
from scorer.tournaments.rules import Action, next_action, play_off_due

HERE = Path(__file__).parent / "tournament"
NAME, ON, SEED = "Coppa del Gelso", "2026-05-30", 530
GUESTS = ("Amos", "Bruna", "Clelia", "Dino", "Ebe", "Fosco", "Gilda", "Ivo", "Leda", "Mirco", "Norma", "Ugo")
USUAL = Habits(calls=1.0, height=0.45, judgement=0.0)
LEVEL = 598  # the seed of the final: with it two are level at the end, and play off
BIDS = {"2": (1, 8), "K": (1, 4), "2/65": (1, 3), "2/72": (2, 3), "2/82": (3, 1)}  # what a defender pays; how often


@dataclass(frozen=True)
class Played:
    """One deal: who called what with whom, alone for "solo", and whether it was made."""

    caller: str
    bid: str
    stake: int
    partner: str
    made: bool

    def units(self, seats: Sequence[str]) -> dict[str, int]:
        """Two stakes for the caller, one for the partner, or four alone, one from each other; failed the other way."""
        stake = self.stake if self.made else -self.stake
        got = dict.fromkeys(seats, -stake) | {self.caller: 4 * stake if self.partner == "solo" else 2 * stake}
        return got if self.partner == "solo" else got | {self.partner: stake}


class Cup(Playing):
    """Plays the tournament, and keeps every line that it says."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, SEED)
        self.lines: list[str] = []

    def play(self) -> None:
        """From the entries to the podium."""
        self._clock.start(ON)
        self._write(f'tournament new "{NAME}" --format scighera --on {ON} --seed {SEED}')
        self._write(f'tournament enter "{",".join((*PLAYERS, *GUESTS))}"')
        while (action := next_action((now := self._now()).format, now.progress)) is not Action.FINISH:
            if action is Action.DRAW:
                self._write("tournament draw")
            elif action is Action.RESULTS:
                self._results(now)
            elif action is Action.CUT:
                self._write("tournament cut")
            else:
                self._play_off(now)
        self._write("tournament finish")
        self._here.book.close()

    def _now(self) -> Tournament:
        with self._here.book.reading() as transaction:
            return find_tournament(transaction)

    def _write(self, line: str) -> None:
        self.lines.append(line)
        self._say(line)

    def _results(self, now: Tournament) -> None:
        """Every table of the last round."""
        announced = now.progress.rounds[-1]
        for table in announced.tables:
            seats = [now.name_of(number) for number in table.seats]
            if now.stage_at:
                self._final(seats, f"R{announced.number} T{table.number}")
            else:
                self._on_paper(seats, table.number, Random(f"{SEED} {announced.number} {table.number}"))
        if announced.number == 2:
            self._write('tournament penalty Fosco 1 --reason "came back late from the bar"')

    def _on_paper(self, seats: Sequence[str], table: int, random: Random) -> None:
        """A sheet: the units, and what else stands on it."""
        deals = self._deals(seats, random)
        counts = {
            "--won": {seat: sum(deal.units(seats)[seat] > 0 for deal in deals) for seat in seats},
            "--called": {seat: sum(deal.caller == seat for deal in deals) for seat in seats},
            "--made": {seat: sum(deal.caller == seat and deal.made for deal in deals) for seat in seats},
        }
        units = {seat: sum(deal.units(seats)[seat] for deal in deals) for seat in seats}
        words = ["tournament", "result", str(table), _by_name(units), "--deals", str(len(deals))]
        self._write(shlex.join([*words, *(word for option, of in counts.items() for word in (option, _by_name(of)))]))

    def _final(self, seats: Sequence[str], match: str) -> None:
        """The final, as it is recorded at the table."""
        for deal in self._deals(seats, Random(LEVEL)):
            target = 61 if "/" not in deal.bid else int(deal.bid.partition("/")[2])
            count = str(target + 7 if deal.made else target - 5)
            self._write(shlex.join(["deal", deal.caller, deal.bid, deal.partner, count, "--match", match]))
        self._write("tournament result 1")

    def _play_off(self, now: Tournament) -> None:
        """A tie for the last place in the final is left to the lot, one for the first place is played off."""
        tied = [now.name_of(number) for number in play_off_due(now.format, now.progress)]
        self._write(f'tournament play-off "{",".join(tied)}"' if now.stage_at else "tournament play-off --by-lot")

    def _deals(self, seats: Sequence[str], random: Random) -> list[Played]:
        """What an hour brings."""
        self._random = random
        return [self._played(seats) for _ in range(9 + int(3 * random.random()))]

    def _played(self, seats: Sequence[str]) -> Played:
        """The next deal: who calls what with whom, and whether it is made."""
        habits = {seat: PLAYERS.get(seat, USUAL) for seat in seats}
        caller = self._pick(seats, [habits[seat].calls for seat in seats])
        bid = self._pick(tuple(BIDS), [often for _, often in BIDS.values()])
        alone = self._random.random() < 0.06
        partner = "solo" if alone else self._pick([seat for seat in seats if seat != caller])
        stake = BIDS[bid][0]
        made = self._random.random() < 0.66 + habits[caller].judgement - 0.08 * stake - 0.15 * alone
        return Played(caller, bid, stake, partner, made)


def _by_name(numbers: Mapping[str, int]) -> str:
    """`Amos=4,Bruna=-2`."""
    return ",".join(f"{name}={number}" for name, number in numbers.items())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        cup = Cup(Path(scratch) / "cup.db")
        cup.play()
    folder = Path(sys.argv[1]) if sys.argv[1:] else HERE
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "commands.txt").write_text("".join(f"{line}\n" for line in cup.lines), encoding="utf-8", newline="\n")
