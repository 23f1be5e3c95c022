"""Whatever is done in whatever order in several matches: undo takes it back from the end, redo does it again."""

from collections.abc import Callable
from datetime import date
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from db.tables import TABLES
from scorer import scorebook
from scorer.errors import NotFoundError
from scorer.exchange.file_in import Defaults, take_file
from scorer.exchange.own.deals_csv import deals_table
from scorer.match.deal_options import DealWords
from scorer.match.facts import Match
from scorer.rules.errors import ScorerError
from scorer.scorebook import import_writing, many_matches, merging, people
from scorer.scorebook.check.all_faults import faults
from scorer.scorebook.transaction import Transaction
from tests.any_order import MEMORY, choices, empty_scorebook, played

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hans")
HEAD = "match,on,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
State = tuple[Any, ...]
Rows = dict[tuple[str, int], dict[str, Any]]  # by table and id


def exported(transaction: Transaction) -> State:
    """What `export deals` gives, who sits at every match, and the leagues that were added."""
    chosen = many_matches.heads(transaction)
    table = deals_table(chosen, many_matches.records(transaction, chosen), sides=False, sheets=False)
    sittings = [(match.id, match.name, match.sitting) for match in scorebook.matches(transaction)]
    leagues = [league.name for league in scorebook.leagues(transaction) if not people.is_main(league.name)]
    return list(table[1]), sittings, leagues  # the first league is made with the first match, and stays


class SeveralMatches(RuleBasedStateMachine):
    """A scorebook, beside the exports that it gave before each step that stands, and after each that is undone."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory(dir=MEMORY)
        path = Path(self.folder.name) / "machine.db"
        path.write_bytes(empty_scorebook())
        self.book = scorebook.Book(str(path))
        self.now, self.number, self.rows, self.changed = self.read(), 0, self.kept(), False
        self.past: list[State] = []
        self.future: list[State] = []

    def teardown(self) -> None:
        """All of it is taken back, one step after the other, and done again at once; `scorer check` finds nothing."""
        done, after = len(self.past), self.now
        while self.past:
            self.undo(1)
        with self.book.writing() as transaction:
            nothing_left(transaction, scorebook.undo)
            if done:
                scorebook.redo(transaction, None, done)
            found = faults(transaction)
        assert self.read() == after
        self.book.close()
        self.folder.cleanup()
        assert found == []

    def read(self) -> State:
        with self.book.reading() as transaction:
            return exported(transaction)

    def kept(self) -> Rows:
        """The rows that nobody erases."""
        with self.book.reading() as transaction:
            return {
                (table, row[0]): dict(zip(TABLES[table].columns, row, strict=True))
                for table in ("record", "sitting", "step")
                for row in transaction.raw_rows(f"SELECT {', '.join(TABLES[table].columns)} FROM {table}")
            }

    @invariant()
    def nothing_is_erased(self) -> None:
        """Of a row only `voided_by` is ever filled in, and only once; whoever changes something writes a step."""
        now = self.kept()
        for (table, key), old in self.rows.items():
            new = now[table, key]
            changed = [column for column in old if new[column] != old[column]]
            assert changed in ([], ["voided_by"]), (table, key)
            assert not changed or (old["voided_by"] is None and ("step", new["voided_by"]) in now.keys() - self.rows)
        assert any(table == "step" for table, _key in now.keys() - self.rows) == self.changed
        self.rows, self.changed = now, False

    def do(self, change: Callable[[Transaction], object]) -> None:
        """Do something in one step; what is refused does nothing."""
        before = self.now
        try:
            with self.book.writing() as transaction:
                change(transaction)
        except ScorerError:
            assert self.read() == before
            return
        self.changed = True
        self.past.append(before)
        self.future.clear()
        self.now = self.read()

    def new_name(self) -> str:
        self.number += 1
        return f"M{self.number}"

    @rule(choice=choices)
    def start(self, choice: Random) -> None:
        """Somebody sits down, who may have the name that another had before."""
        players = choice.sample(NAMES, 5)
        new = scorebook.NewMatch(name=self.new_name(), players=players, on=date(2026, 11, 20), variant="chiamata")
        self.do(lambda transaction: scorebook.start_match(transaction, new))

    @rule(choice=choices)
    def take_in(self, choice: Random) -> None:
        """Two matches come in with one import."""
        names, seats = [self.new_name(), self.new_name()], choice.sample(NAMES, 5)
        lines = [f"{name},2026-11-19,{seats[0]},K,{seats[1]},61,{','.join(seats)}" for name in names]
        text = BytesIO("\n".join([HEAD, *lines, ""]).encode())

        def change(transaction: Transaction) -> None:
            writer = import_writing.Writer(transaction)
            take_file(text, Defaults(), import_writing.known(transaction), writer)
            writer.close("home.csv")

        self.do(change)

    @rule(choice=choices)
    def deal(self, choice: Random) -> None:
        def change(transaction: Transaction) -> None:
            match = chosen(transaction, choice)
            caller, partner = choice.sample(match.sitting.seats, 2)
            words = DealWords(caller=caller, bid="K", partner=partner, result=choice.choice(["60", "61"]))
            scorebook.record_deal(transaction, match, words)

        self.do(change)

    @rule(choice=choices)
    def put_right(self, choice: Random) -> None:
        """Edit a deal of any match or strike it out; or finish the match, or go on with it."""

        def change(transaction: Transaction) -> None:
            match = chosen(transaction, choice)
            numbers = [record.number for record in scorebook.sheet_of(transaction, match).records]
            match choice.choice(["edit", "void", "close"] if numbers else ["close"]):
                case "edit":
                    scorebook.edit(transaction, match, choice.choice(numbers), DealWords(result="made"), "why")
                case "void":
                    scorebook.void(transaction, match, choice.choice(numbers), "why")
                case _:
                    verb = scorebook.reopen_match if match.sitting.finished else scorebook.finish_match
                    verb(transaction, match)

        self.do(change)

    @rule(choice=choices)
    def put_elsewhere(self, choice: Random) -> None:
        """Say that a match was played just before or after another, of its day or of the day that it gets."""

        def change(transaction: Transaction) -> None:
            match, other = chosen(transaction, choice), chosen(transaction, choice)
            on = choice.choice([None, date(2026, 11, 19), date(2026, 11, 20)])
            neighbour = choice.choice([{}, {"before": str(other.id)}, {"after": str(other.id)}])
            words = scorebook.MatchWords(on=on, **neighbour)
            edit = scorebook.match_edited(transaction, match, words, transaction.now())
            scorebook.edit_match(transaction, match, edit, "why")
            there = [at.id for at in scorebook.matches(transaction)]
            beside = {"before": 1, "after": -1}
            for way, named in neighbour.items():
                assert there.index(int(named)) - there.index(match.id) == beside[way]

        self.do(change)

    @rule(choice=choices)
    def who_is_who(self, choice: Random) -> None:
        """Rename a player, make two one person, or add a league."""

        def change(transaction: Transaction) -> None:
            people = scorebook.shown_players(transaction) or ["nobody"]
            match choice.choice(["rename", "merge", "league"]):
                case "rename":
                    scorebook.rename_player(transaction, choice.choice(people), choice.choice([*NAMES, "Zoe", "Zeno"]))
                case "merge":
                    merging.merge_players(transaction, *choice.choices(people, k=2))
                case _:
                    scorebook.add_league(transaction, choice.choice(["Lega", "Club"]), "chiamata", 0, "EUR")

        self.do(change)

    @precondition(lambda self: self.past)
    @rule(steps=st.integers(1, 4))
    def undo(self, steps: int) -> None:
        """Take steps back, of whichever match or of none."""
        steps = min(steps, len(self.past))
        with self.book.writing() as transaction:
            scorebook.undo(transaction, None, steps)
        self.changed = True
        for _ in range(steps):
            self.future.append(self.now)
            self.now = self.past.pop()
        assert self.read() == self.now

    @precondition(lambda self: self.future)
    @rule(steps=st.integers(1, 4))
    def redo(self, steps: int) -> None:
        """Do steps again."""
        steps = min(steps, len(self.future))
        with self.book.writing() as transaction:
            scorebook.redo(transaction, None, steps)
        self.changed = True
        for _ in range(steps):
            self.past.append(self.now)
            self.now = self.future.pop()
        assert self.read() == self.now

    @precondition(lambda self: not self.future)
    @rule()
    def redo_nothing(self) -> None:
        """Nothing is done again but what was undone since the last step."""
        with self.book.writing() as transaction:
            nothing_left(transaction, scorebook.redo)


def chosen(transaction: Transaction, choice: Random) -> Match:
    """Any match; NotFoundError where there is none."""
    there = scorebook.matches(transaction)
    if not there:
        raise NotFoundError("there is none")
    return choice.choice(there)


def nothing_left(transaction: Transaction, action: Callable[..., object]) -> None:
    """Assert that no step is left for this."""
    try:
        action(transaction, None)
    except NotFoundError:
        return
    raise AssertionError


TestSeveralMatches = SeveralMatches.TestCase
TestSeveralMatches.settings = played(evenings=6, steps=25)
