"""A seating in words: what was asked for, read; the schedule for people, as CSV and as JSON."""

import io
import json
import secrets
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from scorer.errors import RefusedError
from scorer.exchange.writing import write_csv
from scorer.match.names import shown as echoed
from scorer.match.parsing import read_within
from scorer.rules.seating import (
    FIVES_AND_SIXES,
    LARGEST,
    SMALLEST,
    Meetings,
    Pair,
    Round,
    fewest_clashes,
    measure,
    schedule,
    table_sizes,
)
from scorer.text.sentences import counted

MOST_PLAYERS: Final = 1000
MOST_ROUNDS: Final = 50
MOST_SEED: Final = 999_999_999
WIDTH: Final = 80
COLUMNS = ("round", "table", "seat", "player")


@dataclass(frozen=True, slots=True)
class SeatingAsked:
    """What a seating is asked for, read."""

    players: int
    rounds: int
    sizes: tuple[int, ...]
    seed: int
    apart: tuple[Pair, ...]

    @property
    def command(self) -> str:
        """The command line by which anybody gets the same."""
        words = ["scorer seating", str(self.players), str(self.rounds)]
        if self.sizes != FIVES_AND_SIXES:
            words += ["--sizes", ",".join(map(str, self.sizes))]
        if self.apart:
            words += ["--apart", ",".join("-".join(map(str, sorted(pair))) for pair in self.apart)]
        return " ".join([*words, "--seed", str(self.seed)])


def shown(asked: SeatingAsked, shape: str) -> str:
    """The schedule that was asked for, as table, csv or json."""
    found = schedule(asked.players, asked.rounds, sizes=asked.sizes, seed=asked.seed, apart=asked.apart)
    return {"table": _table, "csv": _csv, "json": _json}[shape](asked, found)


def read(players: str, rounds: str, seed: str, apart: str, sizes: str) -> SeatingAsked:
    """Read the words of the command; raises UnreadableError or RefusedError with what may be said."""
    seats = [read_within(word, "--sizes", SMALLEST, LARGEST) for word in sizes.split(",")] if sizes.strip() else []
    tables = tuple(dict.fromkeys(seats)) or FIVES_AND_SIXES
    return SeatingAsked(
        players=read_within(players, "PLAYERS", min(tables), MOST_PLAYERS),
        rounds=read_within(rounds, "ROUNDS", 1, MOST_ROUNDS),
        sizes=tables,
        seed=read_within(seed, "--seed", 0, MOST_SEED) if seed.strip() else secrets.randbelow(1_000_000),
        apart=tuple(_read_pairs(apart)) if apart.strip() else (),
    )


def _read_pairs(text: str) -> Iterator[Pair]:
    """Read `3-7,4-9`: pairs of player numbers."""
    for words in text.split(","):
        one, dash, other = words.partition("-")
        if not dash:
            raise RefusedError(f"--apart '{echoed(words.strip())}': say two players and a dash, as in 3-7,4-9")
        yield frozenset(read_within(word, "--apart", 1, MOST_PLAYERS) for word in (one, other))


def _table(asked: SeatingAsked, rounds: Sequence[Round]) -> str:
    """Every round below the next, a line a table; then how good it is."""
    width = len(str(asked.players))
    sizes = table_sizes(asked.players, asked.sizes)
    lines = []
    for number, each in enumerate(rounds, 1):
        lines.append(f"Round {number}")
        label = len(f"table {len(sizes)}")
        for at, table in enumerate(each.tables, 1):
            lines.append(f"{f'table {at}':{label}}  " + _players(table, width))
        if each.resting:
            lines.append(f"{'resting':{label}}  " + _players(each.resting, width))
        lines.append("")
    lines += [textwrap.fill(line, WIDTH) for line in _quality(asked, measure(rounds, asked.apart))]
    return "\n".join([*lines, f"The same for anybody: {asked.command}"]) + "\n"


def _players(players: Sequence[int], width: int) -> str:
    return "  ".join(f"{player:{width}}" for player in players)


def _quality(asked: SeatingAsked, found: Meetings) -> Iterator[str]:
    """How good the seating is, in sentences."""
    yield "Seats in playing order; the first of each table deals first."
    yield _repeats(asked, found)
    yield "Everybody deals first equally often." if not found.dealers else _differ("deal first", found.dealers)
    if found.most_rests:
        fewest, most = found.fewest_rests, found.most_rests
        between = f"{fewest} {'or' if most == fewest + 1 else 'to'} {most} times"
        yield f"Everybody rests {_times(most) if fewest == most else between}."
    if found.larger:
        yield _differ("sit at a larger table", found.larger)


def _bound(asked: SeatingAsked, found: Meetings) -> int:
    """How few clashes are proven to be needed by a seating that shares out the larger tables as this one does."""
    return fewest_clashes(asked.players, asked.rounds, sizes=asked.sizes, shared_out=found.larger <= 1)


def _repeats(asked: SeatingAsked, found: Meetings) -> str:
    """How many meet more than once, beside what is proven."""
    if not found.repeats:
        return "Nobody meets twice."
    pairs = counted(found.twice, "pair meets", "pairs meet")
    said = f"{pairs} twice." if found.most == 2 else (  # noqa: PLR2004 - twice
        f"{pairs} more than once, up to {found.most} times: "
        f"{found.clashes} repeats, counting any two rounds that a pair has in common."
    )  # fmt: skip
    bound = _bound(asked, found)
    several = len(set(table_sizes(asked.players, asked.sizes))) > 1
    while_shared = " while the larger tables are shared out" if several and found.larger <= 1 else ""
    if found.clashes == bound:
        return f"{said} It is proven that fewer are impossible{while_shared}."
    if bound:
        return f"{said} At least {bound} are proven to be needed{while_shared}."
    return f"{said} Whether fewer are possible{while_shared} is open."


def _differ(what: str, by: int) -> str:
    return f"Some {what} {_times(by)} more often than others."


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _csv(_asked: SeatingAsked, rounds: Sequence[Round]) -> str:
    """A row for each seat of each table; last in each round who rests, without a table and a seat."""
    rows: list[tuple[int | None, ...]] = []
    for number, each in enumerate(rounds, 1):
        for at, table in enumerate(each.tables, 1):
            rows += [(number, at, seat, player) for seat, player in enumerate(table, 1)]
        rows += [(number, None, None, player) for player in each.resting]
    file = io.StringIO()
    write_csv(file, COLUMNS, rows)
    return file.getvalue()


def _json(asked: SeatingAsked, rounds: Sequence[Round]) -> str:
    """Everything, with the figures of the seating and the fewest clashes that are proven to be needed."""
    figures = measure(rounds, asked.apart)
    told = {
        "players": asked.players,
        "rounds": asked.rounds,
        "sizes": asked.sizes,
        "seed": asked.seed,
        "apart": [sorted(pair) for pair in asked.apart],
        "figures": asdict(figures),
        "fewest_clashes": _bound(asked, figures),
        "seating": [{"round": number, **asdict(each)} for number, each in enumerate(rounds, 1)],
    }
    return json.dumps(told, indent=1) + "\n"
