"""A seating in words: what was asked for, read; the schedule for people, as CSV and as JSON."""

import json
import secrets
import shlex
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from scorer.cli.importing import opened
from scorer.errors import RefusedError
from scorer.exchange.csv_reader import CsvReading, Faults
from scorer.exchange.csv_writer import csv_text, unguarded
from scorer.language import counts
from scorer.match.names import clean_player, fold
from scorer.match.names import shown as echoed
from scorer.match.parsing import read_within
from scorer.rules.cards import read_number
from scorer.rules.seating import (
    FIVES_AND_SIXES,
    LARGEST,
    SMALLEST,
    Meetings,
    Pair,
    Round,
    fewest_clashes,
    measure,
    partners,
    schedule,
    schedule_of_pairs,
    schedule_of_partners,
    table_sizes,
)
from scorer.text.sentences import counted

MOST_PLAYERS: Final = 1000
MOST_ROUNDS: Final = 50
MOST_SEED: Final = 999_999_999
WIDTH: Final = 80
COLUMNS = ("round", "table", "seat", "player")
FOUR: Final = 4  # players of a table with two sides
WORDS: Final = ("PLAYERS", "ROUNDS")
PAIR: Final = ("player1", "player2")
Couple = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SeatingAsked:
    """What a seating is asked for, read.

    `partners`: seats 1 and 3 are partners, and 2 and 4. `pairs` stay together, as they were `said`; `players` is then
    how many pairs there are.
    """

    players: int
    rounds: int
    sizes: tuple[int, ...]
    seed: int
    apart: tuple[Pair, ...]
    partners: bool = False
    pairs: tuple[Couple, ...] = ()
    said: str = ""

    @property
    def command(self) -> str:
        """The command line by which anybody gets the same."""
        words = ["scorer seating", *([] if self.pairs else [str(self.players)]), str(self.rounds)]
        if self.partners:
            words += ["--table", str(FOUR)]
        elif self.sizes != FIVES_AND_SIXES:
            words += ["--sizes", ",".join(map(str, self.sizes))]
        if self.pairs:
            words += ["--pairs", shlex.quote(self.said)]
        if self.apart:
            words += ["--apart", ",".join("-".join(map(str, sorted(pair))) for pair in self.apart)]
        return " ".join([*words, "--seed", str(self.seed)])

    @property
    def schedule(self) -> tuple[Round, ...]:
        """The rounds: of players, or of pairs by their numbers."""
        if self.pairs:
            return schedule_of_pairs(self.players, self.rounds, seed=self.seed)
        if self.partners:
            return schedule_of_partners(self.players, self.rounds, seed=self.seed, apart=self.apart)
        return schedule(self.players, self.rounds, sizes=self.sizes, seed=self.seed, apart=self.apart)


def shown(asked: SeatingAsked, shape: str) -> str:
    """The schedule that was asked for, as table, csv or json."""
    return {"table": _table, "csv": _csv, "json": _json}[shape](asked, asked.schedule)


def read(words: Sequence[str], seed: str, apart: str, sizes: str, table: str = "", pairs: str = "") -> SeatingAsked:
    """Read the words of the command, players and rounds, with pairs the rounds alone; raises ScorerError."""
    partners_matter = bool(table.strip() or pairs.strip())
    if table.strip() and read_number(table) != FOUR:
        raise RefusedError(f"--table '{echoed(table.strip())}': partners sit at tables of 4; --sizes seats any others")
    if partners_matter and sizes.strip():
        with_four = "--table" if table.strip() else "--pairs"
        raise RefusedError(f"--sizes and {with_four} both say how many sit at a table: say one of them")
    lots = read_within(seed, "--seed", 0, MOST_SEED) if seed.strip() else secrets.randbelow(1_000_000)
    if pairs.strip():
        if apart.strip():
            raise RefusedError("--apart goes with players who have numbers, not with --pairs")
        couples = _pairs_said(pairs.strip())
        return SeatingAsked(
            len(couples), _rounds_of_pairs(words, couples), (FOUR,), lots, (), partners=True, pairs=couples, said=pairs
        )
    if len(words) != len(WORDS):
        raise RefusedError(f"say {' and '.join(WORDS)}: scorer seating 25 6")
    seats = [read_within(word, "--sizes", SMALLEST, LARGEST) for word in sizes.split(",")] if sizes.strip() else []
    tables = (FOUR,) if partners_matter else tuple(dict.fromkeys(seats)) or FIVES_AND_SIXES
    return SeatingAsked(
        players=read_within(words[0], "PLAYERS", min(tables), MOST_PLAYERS),
        rounds=read_within(words[1], "ROUNDS", 1, MOST_ROUNDS),
        sizes=tables,
        seed=lots,
        apart=tuple(_read_pairs(apart)) if apart.strip() else (),
        partners=partners_matter,
    )


def _rounds_of_pairs(words: Sequence[str], couples: Sequence[Couple]) -> int:
    """The rounds of pairs that stay together; raises RefusedError for another number of players than they are."""
    if not 1 <= len(words) <= len(WORDS):
        raise RefusedError("say how many rounds: scorer seating 5 --pairs Anna+Bruno,Carla+Dario")
    if len(words) > 1 and read_within(words[0], "PLAYERS", 1, MOST_PLAYERS) != 2 * len(couples):
        players = f"{counts.pairs(len(couples))} are {2 * len(couples)} players"
        raise RefusedError(f"PLAYERS '{words[0]}': {players}; with --pairs say the rounds alone")
    return read_within(words[-1], "ROUNDS", 1, MOST_ROUNDS)


def _pairs_said(text: str) -> tuple[Couple, ...]:
    """Read `Anna+Bruno,Carla+Dario`, or a file with the two names of a pair in each line."""
    couples = _couples_of_file(text) if "+" not in text else [_couple(words) for words in text.split(",")]
    names = [name for couple in couples for name in couple]
    keys = [fold(name) for name in names]
    if twice := next((name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1), ""):
        raise RefusedError(f"{twice} is named twice: everybody is of one pair")
    if not 2 <= len(couples) <= MOST_PLAYERS // 2:  # noqa: PLR2004 - a table
        raise RefusedError(f"{counts.pairs(len(couples))}: say 2 to {MOST_PLAYERS // 2}")
    return tuple(couples)


def _couple(words: str) -> Couple:
    names = [clean_player(name) if name.strip() else "" for name in words.split("+")]
    if len(names) != len(PAIR) or not all(names):
        raise RefusedError(f"--pairs '{echoed(words.strip())}': say two names and a plus, as in Anna+Bruno,Carla+Dario")
    return names[0], names[1]


def _couples_of_file(name: str) -> list[Couple]:
    """The pairs of a file; raises FaultyFileError with everything that is wrong, by line."""

    def bare(first: Sequence[str]) -> Sequence[str]:
        return PAIR if len(first) == len(PAIR) and not set(PAIR).intersection(map(fold, first)) else ()

    faults, couples = Faults(), []
    with opened(name) as file:
        reading = CsvReading(file, PAIR, faults, hint="the columns are player1 and player2", bare=bare)
        for line, cells in reading.rows():
            faults.line = line
            row = {column: unguarded(cells[at]) for column, at in reading.columns.items()}
            found = []
            for column in PAIR:
                try:
                    found.append(clean_player(row.get(column, "")))
                except RefusedError as error:
                    faults.add(str(error) if row.get(column, "").strip() else "a name is missing", column)
            couples += [(found[0], found[1])] if len(found) == len(PAIR) else []
    faults.check()
    return couples


def _read_pairs(text: str) -> Iterator[Pair]:
    """Read `3-7,4-9`: pairs of player numbers."""
    for words in text.split(","):
        one, dash, other = words.partition("-")
        if not dash:
            raise RefusedError(f"--apart '{echoed(words.strip())}': say two players and a dash, as in 3-7,4-9")
        yield frozenset(read_within(word, "--apart", 1, MOST_PLAYERS) for word in (one, other))


def _table(asked: SeatingAsked, rounds: Sequence[Round]) -> str:
    """Every round below the next, a line a table; then how good it is."""
    lines = []
    label = len(f"table {len(rounds[0].tables)}")
    for number, each in enumerate(rounds, 1):
        lines.append(f"Round {number}")
        for at, table in enumerate(each.tables, 1):
            lines += _line(asked, f"{f'table {at}':{label}}", _players(asked, table, " - "))
        if each.resting:
            lines += _line(asked, f"{'resting':{label}}", _players(asked, each.resting, ", "))
        lines.append("")
    lines += [textwrap.fill(line, WIDTH) for line in _quality(asked, rounds)]
    return "\n".join([*lines, f"The same for anybody: {asked.command}"]) + "\n"


def _line(asked: SeatingAsked, label: str, players: str) -> list[str]:
    """A line of the table; long names go on in the next, below those before."""
    if not asked.pairs:
        return [f"{label}  {players}"]
    return textwrap.wrap(f"{label}  {players}", WIDTH, subsequent_indent=" " * (len(label) + 2))


def _players(asked: SeatingAsked, players: Sequence[int], between: str) -> str:
    """Players by their numbers, pairs by their names."""
    if asked.pairs:
        return between.join("+".join(asked.pairs[number - 1]) for number in players)
    width = len(str(asked.players))
    return "  ".join(f"{player:{width}}" for player in players)


def _quality(asked: SeatingAsked, rounds: Sequence[Round]) -> Iterator[str]:
    """How good the seating is, in sentences; pairs that stay together cannot be seated with fewer second meetings."""
    found = measure(rounds, asked.apart)
    if asked.pairs:
        who, some = "Every pair", "pairs deal first"
        yield "The first pair of a table has seats 1 and 3, the other 2 and 4; the first named deals first."
        most = f"Two pairs meet at most {found.most} times. It is proven that fewer are impossible."
        yield most if found.repeats else "No two pairs meet twice."
    else:
        who, some = "Everybody", "deal first"
        sides = "; seats 1 and 3 are partners, and 2 and 4" if asked.partners else ""
        yield f"Seats in playing order{sides}; the first of each table deals first."
        if asked.partners:
            yield _partners_words(asked, rounds)
        yield _repeats(asked, found)
    yield f"{who} deals first equally often." if not found.dealers else _differ(some, found.dealers)
    if found.most_rests:
        fewest, most_rests = found.fewest_rests, found.most_rests
        between = f"{fewest} {'or' if most_rests == fewest + 1 else 'to'} {most_rests} times"
        yield f"{who} rests {_times(most_rests) if fewest == most_rests else between}."
    if found.larger:
        yield _differ("sit at a larger table", found.larger)


def _partners_words(asked: SeatingAsked, rounds: Sequence[Round]) -> str:
    """How many have a partner again, beside what is proven."""
    times = partners(rounds)
    if max(times.values()) == 1:
        return "Nobody has the same partner twice."
    again = sum(each - 1 for each in times.values())
    fewest = max(times.total() - asked.players * (asked.players - 1) // 2, 0)
    two = counted(sum(each > 1 for each in times.values()), "pair of players is", "pairs of players are")
    said = f"{two} partners more than once, {max(times.values())} times at most."
    if again == fewest:
        return f"{said} It is proven that fewer are impossible."
    return f"{said} Whether fewer are possible is open."


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


def _csv(asked: SeatingAsked, rounds: Sequence[Round]) -> str:
    """A row for each seat of each table; last in each round who rests, without a table and a seat."""
    rows: list[tuple[int | str | None, ...]] = []
    for number, each in enumerate(rounds, 1):
        for at, table in enumerate(each.tables, 1):
            rows += [(number, at, seat, player) for seat, player in enumerate(_named(asked, table), 1)]
        rows += [(number, None, None, player) for player in _named(asked, each.resting)]
    return csv_text(COLUMNS, rows)


def _named(asked: SeatingAsked, players: Sequence[int]) -> Sequence[int | str]:
    """Who sits there in playing order: of pairs the first of each, then the others."""
    if not asked.pairs:
        return players
    return [asked.pairs[number - 1][at] for at in range(2) for number in players]


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
        "fewest_clashes": figures.clashes if asked.pairs else _bound(asked, figures),
    }
    if asked.pairs:
        told |= {"players": 2 * len(asked.pairs), "pairs": asked.pairs}
    elif asked.partners:
        told |= {"partners_again": sum(times - 1 for times in partners(rounds).values())}
    told |= {"seating": [{"round": number, **asdict(each)} for number, each in enumerate(rounds, 1)]}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"
