"""A seating in words: what was asked for, read; the schedule for people, as CSV and as JSON."""

import json
import secrets
import shlex
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from scorer.cli.options import check_alone
from scorer.errors import RefusedError
from scorer.exchange.csv_reader import CsvReading, Faults
from scorer.exchange.csv_writer import csv_text, unguarded
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import capitalised, either, listed
from scorer.match.names import clean_player, fold
from scorer.match.names import shown as echoed
from scorer.match.parsing import as_in, read_within
from scorer.rules.cards import read_number
from scorer.text.numbers import SCREEN, interval
from scorer.tournaments.seating import (
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

MOST_PLAYERS: Final = 1000
MOST_ROUNDS: Final = 50
MOST_SEED: Final = 999_999_999
WIDTH: Final = 80
COLUMNS = ("round", "table", "seat", "player")
FOUR: Final = 4  # players of a table with two sides
WORDS: Final = (N_("PLAYERS"), N_("ROUNDS"))
PAIR: Final = ("player1", "player2")
Couple = tuple[str, str]
_PROVEN: Final = N_("It is proven that fewer are impossible.")
_OPEN: Final = N_("Whether fewer are possible is open.")


@dataclass(frozen=True, slots=True)
class SeatingAsked:
    """The options of a seating, read.

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
    typed_pairs: str = ""

    @property
    def command(self) -> str:
        """The command line by which anybody gets the same."""
        words = ["scorer seating", *([] if self.pairs else [str(self.players)]), str(self.rounds)]
        if self.partners:
            words += ["--table", str(FOUR)]
        elif self.sizes != FIVES_AND_SIXES:
            words += ["--sizes", ",".join(map(str, self.sizes))]
        if self.pairs:
            words += ["--pairs", shlex.quote(self.typed_pairs)]
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
    if table.strip() and read_number(table) != FOUR:
        raise RefusedError(
            _("--table '{size}': partners sit at tables of 4; --sizes seats any others", size=echoed(table.strip()))
        )
    check_alone(sizes=bool(sizes.strip()), table=bool(table.strip()))
    check_alone(sizes=bool(sizes.strip()), pairs=bool(pairs.strip()))
    check_alone(apart=bool(apart.strip()), pairs=bool(pairs.strip()))
    lots = read_within(seed, "--seed", 0, MOST_SEED) if seed.strip() else secrets.randbelow(1_000_000)
    if couples := _typed_couples(pairs.strip()) if pairs.strip() else ():
        rounds = _rounds_of_pairs(words, couples)
        return SeatingAsked(len(couples), rounds, (FOUR,), lots, (), partners=True, pairs=couples, typed_pairs=pairs)
    if len(words) != len(WORDS):
        raise RefusedError(_("say {words}: scorer seating 25 6", words=listed([*map(_, WORDS)])))
    seats = [read_within(word, "--sizes", SMALLEST, LARGEST) for word in sizes.split(",")] if sizes.strip() else []
    tables = (FOUR,) if table.strip() else tuple(dict.fromkeys(seats)) or FIVES_AND_SIXES
    return SeatingAsked(
        players=read_within(words[0], _(WORDS[0]), min(tables), MOST_PLAYERS),
        rounds=read_within(words[1], _(WORDS[1]), 1, MOST_ROUNDS),
        sizes=tables,
        seed=lots,
        apart=tuple(_read_pairs(apart)) if apart.strip() else (),
        partners=bool(table.strip()),
    )


def _rounds_of_pairs(words: Sequence[str], couples: Sequence[Couple]) -> int:
    """The rounds of pairs that stay together; raises RefusedError for another number of players than they are."""
    if not 1 <= len(words) <= len(WORDS):
        raise RefusedError(_("say how many rounds: scorer seating 5 --pairs Anna+Bruno,Carla+Dario"))
    if len(words) > 1 and read_within(words[0], _(WORDS[0]), 1, MOST_PLAYERS) != 2 * len(couples):
        facts = {"word": words[0], "pairs": counts.pairs(len(couples)), "players": 2 * len(couples)}
        raise RefusedError(
            _("PLAYERS '{word}': {pairs} are {players} players; with --pairs say the rounds alone", **facts)
        )
    return read_within(words[-1], _(WORDS[1]), 1, MOST_ROUNDS)


def _typed_couples(text: str) -> tuple[Couple, ...]:
    """Read `Anna+Bruno,Carla+Dario`, or a file with the two names of a pair in each line."""
    couples = _couples_of_file(text) if "+" not in text else [_couple(words) for words in text.split(",")]
    names = [name for couple in couples for name in couple]
    keys = [fold(name) for name in names]
    if twice := next((name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1), ""):
        raise RefusedError(_("{player} is named twice: everybody is of one pair", player=twice))
    if not 2 <= len(couples) <= MOST_PLAYERS // 2:  # noqa: PLR2004 - a table
        raise RefusedError(_("{pairs}: say 2 to {most}", pairs=counts.pairs(len(couples)), most=MOST_PLAYERS // 2))
    return tuple(couples)


def _couple(words: str) -> Couple:
    names = [clean_player(name) if name.strip() else "" for name in words.split("+")]
    if len(names) != len(PAIR) or not all(names):
        raise as_in("--pairs", words, "Anna+Bruno,Carla+Dario")
    return names[0], names[1]


def _couples_of_file(name: str) -> list[Couple]:
    """The pairs of a file; raises FaultyFileError with everything that is wrong, by line."""
    from scorer.cli.import_command import opened

    def bare(first: Sequence[str]) -> Sequence[str]:
        return PAIR if len(first) == len(PAIR) and not set(PAIR).intersection(map(fold, first)) else ()

    faults, couples = Faults(), []
    with opened(name) as file:
        reading = CsvReading(file, PAIR, faults, hint=N_("the columns are player1 and player2"), bare=bare)
        for line, cells in reading.rows():
            faults.line = line
            row = {column: unguarded(cells[at]) for column, at in reading.columns.items()}
            names = ["", ""]
            for at, column in enumerate(PAIR):
                if not row.get(column, "").strip():
                    faults.add(_("a name is missing"), column)
                else:
                    with faults.noted(column):
                        names[at] = clean_player(row[column])
            couples.append((names[0], names[1]))
    faults.check()
    return couples


def _read_pairs(text: str) -> Iterator[Pair]:
    """Read `3-7,4-9`: pairs of player numbers."""
    for words in text.split(","):
        first, dash, second = words.partition("-")
        if not dash:
            raise as_in("--apart", words, "3-7,4-9")
        yield frozenset(read_within(word, "--apart", 1, MOST_PLAYERS) for word in (first, second))


def _table(asked: SeatingAsked, rounds: Sequence[Round]) -> str:
    """Every round below the next, a line a table; then how good it is."""
    lines = []
    resting = _("resting")
    label = max(len(_("table {number}", number=len(rounds[0].tables))), len(resting) if rounds[0].resting else 0)
    for number, seats in enumerate(rounds, 1):
        lines.append(_("Round {number}", number=number))
        for at, table in enumerate(seats.tables, 1):
            lines += _line(asked, _("table {number}", number=at).ljust(label), _players(asked, table, " - "))
        if seats.resting:
            lines += _line(asked, resting.ljust(label), _players(asked, seats.resting, ", "))
        lines.append("")
    lines += [textwrap.fill(line, WIDTH) for line in _quality(asked, rounds)]
    return "\n".join([*lines, _("The same for anybody: {command}", command=asked.command)]) + "\n"


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
    meetings = measure(rounds, asked.apart)
    if asked.pairs:
        yield _("The first pair of a table has seats 1 and 3, the other 2 and 4; the first named deals first.")
        if meetings.repeats:
            at_most = _("Two pairs meet at most {most} times.", most=meetings.most)
            yield f"{at_most} {_(_PROVEN)}"
        else:
            yield _("No two pairs meet twice.")
    elif asked.partners:
        yield _("Seats in playing order; seats 1 and 3 are partners, and 2 and 4; the first of each table deals first.")
        yield _partners_words(asked, rounds)
        yield _repeats(asked, meetings)
    else:
        yield _("Seats in playing order; the first of each table deals first.")
        yield _repeats(asked, meetings)
    yield _dealers_words(meetings.dealers, pairs=bool(asked.pairs))
    if meetings.most_rests:
        yield _rests_words(meetings.fewest_rests, meetings.most_rests, pairs=bool(asked.pairs))
    if meetings.larger:
        yield ngettext(
            "Some sit at a larger table once more often than others.",
            "Some sit at a larger table {count} times more often than others.",
            meetings.larger,
        )


def _dealers_words(more: int, *, pairs: bool) -> str:
    """How much more often some players, or pairs, deal first than others."""
    if not more:
        return _("{who} deals first equally often.", who=_everybody(pairs=pairs))
    return ngettext(
        "{who} deal first once more often than others.",
        "{who} deal first {count} times more often than others.",
        more,
        who=_("Some pairs") if pairs else _("Some"),
    )


def _rests_words(fewest: int, most: int, *, pairs: bool) -> str:
    """How often every player, or every pair, rests."""
    times = str(most)
    if most > fewest:
        times = either([str(fewest), str(most)]) if most == fewest + 1 else interval(fewest, most, SCREEN)
    number = 1 if fewest == most == 1 else 2
    return ngettext("{who} rests once.", "{who} rests {times} times.", number, who=_everybody(pairs=pairs), times=times)


def _everybody(*, pairs: bool) -> str:
    """Every pair, or every player."""
    return _("Every pair") if pairs else capitalised(_("everybody"))


def _partners_words(asked: SeatingAsked, rounds: Sequence[Round]) -> str:
    """How many have a partner again, beside what is proven."""
    times = partners(rounds)
    if max(times.values()) == 1:
        return _("Nobody has the same partner twice.")
    again = sum(together - 1 for together in times.values())
    fewest = max(times.total() - asked.players * (asked.players - 1) // 2, 0)
    sentence = ngettext(
        "{count} pair of players is partners more than once, {most} times at most.",
        "{count} pairs of players are partners more than once, {most} times at most.",
        sum(together > 1 for together in times.values()),
        most=max(times.values()),
    )
    return f"{sentence} {_(_PROVEN if again == fewest else _OPEN)}"


def _repeats(asked: SeatingAsked, meetings: Meetings) -> str:
    """How many meet more than once, beside the fewest repeats that are proven to be needed by such a seating."""
    if not meetings.repeats:
        return _("Nobody meets twice.")
    if meetings.most == 2:  # noqa: PLR2004 - twice
        sentence = ngettext("{count} pair meets twice.", "{count} pairs meet twice.", meetings.twice)
    else:
        sentence = ngettext(
            "{count} pair meets more than once, up to {most} times: {repeats} repeats, counting any two "
            "rounds that a pair has in common.",
            "{count} pairs meet more than once, up to {most} times: {repeats} repeats, counting any two "
            "rounds that a pair has in common.",
            meetings.twice,
            most=meetings.most,
            repeats=meetings.clashes,
        )
    fewest = _bound(asked, meetings)
    if meetings.clashes == fewest:
        bound = _(_PROVEN)
    else:
        bound = _("At least {bound} are proven to be needed.", bound=fewest) if fewest else _(_OPEN)
    sentences = [sentence, bound]
    if meetings.larger <= 1 and len(set(table_sizes(asked.players, asked.sizes))) > 1:
        sentences.append(_("That holds where the larger tables are shared out."))
    return " ".join(sentences)


def _bound(asked: SeatingAsked, meetings: Meetings) -> int:
    """The fewest repeats that any seating needs which shares out the larger tables as this one does."""
    return fewest_clashes(asked.players, asked.rounds, sizes=asked.sizes, shared_out=meetings.larger <= 1)


def _csv(asked: SeatingAsked, rounds: Sequence[Round]) -> str:
    """A row for each seat of each table; last in each round who rests, without a table and a seat."""
    rows: list[tuple[int | str | None, ...]] = []
    for number, seats in enumerate(rounds, 1):
        for at, table in enumerate(seats.tables, 1):
            rows += [(number, at, seat, player) for seat, player in enumerate(_named(asked, table), 1)]
        rows += [(number, None, None, player) for player in _named(asked, seats.resting)]
    return csv_text(COLUMNS, rows)


def _named(asked: SeatingAsked, players: Sequence[int]) -> Sequence[int | str]:
    """The names at a table in playing order: of pairs the first of each, then the others."""
    if not asked.pairs:
        return players
    return [asked.pairs[number - 1][at] for at in range(2) for number in players]


def _json(asked: SeatingAsked, rounds: Sequence[Round]) -> str:
    """Everything, with the figures of the seating and the fewest clashes that are proven to be needed."""
    figures = measure(rounds, asked.apart)
    answer = {
        "players": asked.players,
        "rounds": asked.rounds,
        "sizes": asked.sizes,
        "seed": asked.seed,
        "apart": [sorted(pair) for pair in asked.apart],
        "figures": asdict(figures),
        "fewest_clashes": figures.clashes if asked.pairs else _bound(asked, figures),
    }
    if asked.pairs:
        answer |= {"players": 2 * len(asked.pairs), "pairs": asked.pairs}
    elif asked.partners:
        answer |= {"partners_again": sum(times - 1 for times in partners(rounds).values())}
    answer |= {"seating": [{"round": number, **asdict(two)} for number, two in enumerate(rounds, 1)]}
    return json.dumps(answer, indent=1, ensure_ascii=False) + "\n"
