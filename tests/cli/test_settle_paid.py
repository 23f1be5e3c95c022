"""What was paid of a settlement: kept once, counted once, and known wherever a scorebook goes."""

import re
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, field
from filecmp import cmpfiles
from pathlib import Path
from random import Random
from subprocess import CompletedProcess

import pytest

from scorer.scorebook import Book
from scorer.scorebook.changes_since import changes_since
from tests.running import refused

FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]


@pytest.fixture
def two(ok: Ok) -> None:
    """Friday: Anna +2, Elena +1, the others -1. Saturday: Bruno +2, Carla +1, the others -1. A unit is worth 0.50."""
    for name, day, caller, partner in (("Friday", 20, "anna", "elena"), ("Saturday", 21, "bruno", "carla")):
        ok(f"start {name} --players {FIVE} --on 2026-11-{day} --unit-value 0.50")
        ok(f"deal {caller} K {partner} 61")
        ok("finish")


def lines(settlement: str) -> list[str]:
    """What was paid and what is due, without the days; the pot by its name as one word."""
    told = re.sub("[Tt]he pot", "pot", settlement.rstrip("\n").rpartition("\n\n")[2])
    return [line.split(" on 20")[0] for line in told.splitlines()]


def test_what_was_paid_is_no_more_due(two: None, ok: Ok, say: Say) -> None:
    """Together: Anna and Bruno +1, Carla and Elena 0, Dario -2, who owes two people 0.50 each."""
    assert lines(ok("settle Friday Saturday")) == ["Dario pays Anna 0.50 EUR", "Dario pays Bruno 0.50 EUR"]
    done = say("settle Friday Saturday --paid dar")
    paid = ["Dario paid Anna 0.50 EUR", "Dario paid Bruno 0.50 EUR", "Nobody owes anything."]
    assert (done.stderr, lines(done.stdout)) == ("scorer undo takes it back\n", paid)
    assert lines(ok("settle 2 1")) == lines(ok("settle --season 2026")) == paid
    assert "Dario  -2  -1.00 EUR" in ok("settle 1 2")  # what the units are worth stays beside them
    assert ok("history").splitlines()[-1].endswith("  paid: Dario to Anna 0.50 EUR, Dario to Bruno 0.50 EUR")


def test_who_owes_nothing_pays_nothing_and_is_told_what_was_paid(two: None, ok: Ok, say: Say) -> None:
    ok("settle 1 2 --paid dario")
    steps = len(ok("history").splitlines())
    refused(say("settle 1 2 --paid dario"), 3, "Dario owes nothing here; Dario paid Anna 0.50 EUR on 20")
    refused(say("settle 1 2 --paid anna"), 3, "Anna owes nothing here; nothing is recorded")
    refused(say("settle 1 2 --paid zoe"), 4, "nobody here is called 'zoe': Anna, Bruno")
    refused(say("settle 1 2 --paid ' , '"), 3, "--paid is empty")
    assert len(ok("history").splitlines()) == steps


def test_several_pay_in_one_step_and_all_of_it_is_undone_and_done_again(two: None, ok: Ok) -> None:
    """Friday: Anna gets 1.00 and Elena 0.50 of the three others."""
    due = lines(ok("settle Friday"))
    assert sorted(line.split(" pays ")[0] for line in due) == ["Bruno", "Carla", "Dario"]
    after = lines(ok("settle Friday --paid bruno,Carla --paid dario"))
    assert after == [line.replace("pays", "paid") for line in due] + ["Nobody owes anything."]
    ok("undo")
    assert lines(ok("settle Friday")) == due
    ok("redo")
    assert lines(ok("settle Friday")) == after
    assert ok("check") == ""


def balances(due: list[str]) -> Counter[str]:
    """What everybody has to come in cents, out of the lines that say who pays whom."""
    has: Counter[str] = Counter()
    for line in due:
        if line != "Nobody owes anything.":
            payer, rest = line.split(" pays ")
            payee, amount, _currency = rest.rsplit(" ", 2)
            cents = int(amount.replace(".", ""))
            has[payer] -= cents
            has[payee] += cents
    return has


def test_a_part_of_what_was_paid_together_is_refused_with_what_fits(two: None, ok: Ok, say: Say) -> None:
    ok("settle 1 2 --paid dario")
    for line in ("settle Friday", "settle Saturday --paid dario"):
        refused(say(line), 3, "Dario paid Anna 0.50 EUR on 20", "for these and other matches together", "settle 1 2 ")
    ok(f"start Sunday --players {FIVE} --on 2026-11-22 --unit-value 0.50")
    refused(say("settle Sunday Friday"), 3, "scorer settle 1 2 3 settles them all")
    assert lines(ok("settle Sunday")) == ["Nobody owes anything."]


def test_many_matches_are_named_by_their_days(ok: Ok, say: Say) -> None:
    ok("league add 'The Club'")
    for day in ("2025-12-31", *(f"2026-01-0{number}" for number in range(1, 7))):
        ok(f"start M{day} --league 'The Club' --players {FIVE} --on {day} --unit-value 1")
        ok("deal anna K elena 61")
        ok("finish")
    ok("settle --season 2026 --paid bruno")
    refused(say("settle 3"), 3, "scorer settle --league 'The Club' --from 2026-01-01 --to 2026-01-06 settles them all")
    ok("settle 2 3 4 5 6 7 1 --paid carla")
    refused(say("settle --season 2026"), 3, "--league 'The Club' --from 2025-12-31 --to 2026-01-06 settles them all")
    ok(f"start Bern --league 'The Club' --players {FIVE} --on 2026-01-03 --unit-value 1 --currency CHF")
    refused(say("settle 3"), 3, "scorer settle 1 2 3 4 5 6 7 settles them all")


def test_units_without_money_and_another_currency_are_not_paid(ok: Ok, say: Say) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok("deal anna K elena 61")
    refused(say("settle --paid bruno"), 3, "units alone are not paid", "--unit-value")
    ok("match edit --unit-value 1 --reason agreed")
    ok("settle --paid bruno")
    ok("match edit --currency CHF --reason 'in Bern'")
    refused(
        say("settle"),
        3,
        "Bruno paid Anna 1.00 EUR on 20",
        ", and Friday (match 1) counts in CHF by now; scorer match edit 1 --currency EUR puts that right",
    )
    ok("undo 2 --match 1")  # the currency, and what a unit is worth
    refused(
        say("settle"), 3, "counts in units without money by now; scorer match edit MATCH --unit-value MONEY says it"
    )


def test_no_selection_that_is_proposed_is_refused_for_its_money(two: None, ok: Ok, say: Say) -> None:
    """Friday and Saturday are paid together; who asks for one of them and Bern is not sent to all three."""
    ok(f"start Bern --players {FIVE} --on 2026-11-22 --unit-value 1 --currency CHF")
    ok("settle 1 2 --paid dario")
    apart = "these matches count in CHF and EUR: settle them apart; scorer settle 3 settles those in CHF"
    refused(say("settle 2 3"), 3, apart)
    refused(say("settle 2"), 3, "scorer settle 1 2 settles them all")
    ok("match edit 1 --currency CHF --reason 'in Bern'")
    refused(say("settle 2"), 3, "Friday (match 1) counts in CHF by now; scorer match edit 1 --currency EUR puts that")
    ok("match edit 1 --currency EUR --reason 'it was here'")
    assert "Dario paid Anna 0.50 EUR" in lines(ok("settle 1 2"))


def test_a_match_that_was_paid_for_does_not_go(two: None, ok: Ok, say: Say) -> None:
    ok("settle 1 2 --paid dario")
    ok("undo 2 --match Saturday")
    refused(say("--yes undo --match Saturday"), 3, "Saturday (match 2) was paid for; scorer --yes undo")
    assert "Dario paid Anna 0.50 EUR" in lines(ok("settle 1 2"))


def test_a_merged_player_has_paid_what_both_did(two: None, ok: Ok) -> None:
    ok("start Other --on 2026-11-22 --players Anna,Bruno,Carla,Elena,Zoe")
    ok("finish Other")
    ok("settle 1 2 --paid dario")
    ok("player merge Dario Zoe")
    assert lines(ok("settle 1 2"))[:2] == ["Zoe paid Anna 0.50 EUR", "Zoe paid Bruno 0.50 EUR"]
    ok("undo")
    assert lines(ok("settle 1 2"))[:1] == ["Dario paid Anna 0.50 EUR"]


def test_payments_go_out_and_come_in_byte_by_byte(two: None, ok: Ok, say: Say, tmp_path: Path) -> None:
    out, again, new = tmp_path / "out", tmp_path / "again", str(tmp_path / "new.db")
    ok(f"export all --out {out}")
    assert not (out / "payments.csv").exists()
    ok("start Other --on 2026-11-22 --players Anna,Bruno,Carla,Elena,Zoe")
    ok("finish Other")
    ok("settle 1 2 --paid dario")
    ok("player merge Dario Zoe")
    ok(f"export all --out {out} --force")
    day = ok("settle 1 2").split(" on 2")[1].split()[0]
    assert (out / "payments.csv").read_text(encoding="utf-8") == (
        "payment,league,match,on,paid_on,payer,payee,cents,currency\n"
        f"1,main,Friday,2026-11-20,2{day},Dario,Anna,50,EUR\n1,main,Saturday,2026-11-21,,,,,\n"
        f"2,main,Friday,2026-11-20,2{day},Dario,Bruno,50,EUR\n2,main,Saturday,2026-11-21,,,,,\n"
    )
    ok(f"import {out}", db=new)
    ok(f"export all --out {again}", db=new)
    files = [path.name for path in out.glob("*.csv")]
    assert cmpfiles(out, again, files, shallow=False)[0] == files
    assert ok("settle 1 2", db=new) == ok("settle 1 2")
    for _twice in range(2):
        ok("undo", db=new)
        refused(say("settle 1", db=new), 4, "match")
        ok("redo", db=new)
        assert lines(ok("settle 1 2", db=new)) == lines(ok("settle 1 2"))
    assert ok("check", db=new) == ""


def test_a_faulty_file_of_payments_is_refused(two: None, ok: Ok, say: Say, tmp_path: Path) -> None:
    ok("settle 1 2 --paid dario")
    ok(f"export all --out {tmp_path / 'out'}")
    file = tmp_path / "out" / "payments.csv"
    text = file.read_text(encoding="utf-8")
    for old, new, words in (
        (",Anna,50,EUR", ",Dario,50,EUR", "line 2, column payee: Dario cannot pay Dario: they are one person"),
        (",Anna,50,EUR", ",Zoe,50,EUR", "line 2, column payee: 'Zoe' is not in players.csv"),
        (",Anna,50,EUR", ",,50,EUR", "line 2, column payee: '' is not in players.csv"),
        (",Anna,50,EUR", ",Anna,0,EUR", "line 2, column cents: cents '0'"),
        (",Anna,50,EUR", ",Anna,50,Euro", "line 2, column currency: currency 'Euro'"),
        ("1,main,Saturday", "1,main,Sunday", "line 3, column match: Sunday on 2026-11-21 is not in matches.csv"),
        ("2026-11-21,,,,,\n2", "2026-11-21,,,,50,\n2", "line 3, column paid_on: payment 1 is said in an earlier line"),
    ):
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        answer = say(f"import {tmp_path / 'out'}", db=str(tmp_path / "new.db"))
        assert (answer.returncode, answer.stdout, words in answer.stderr) == (3, "", True), answer.stderr
    file.unlink()
    file.mkdir()
    answer = say(f"import {tmp_path / 'out'}", db=str(tmp_path / "new.db"))
    refused(answer, 3, "out/payments.csv is no regular file: an export has nothing else")


def test_whatever_can_be_paid_comes_in_again(ok: Ok, tmp_path: Path) -> None:
    """Twice a million units at ten million each: 20,000,000,000,000 EUR, or 2 * 10**15 cents."""
    ok(f"start Friday --players {FIVE} --on 2026-11-20 --unit-value 10000000")
    for _twice in range(2):
        ok("adjust Anna=1000000,Bruno=-1000000 --reason much")
    ok("settle --paid bruno")
    ok(f"export all --out {tmp_path / 'out'}")
    ok(f"import {tmp_path / 'out'}", db=str(tmp_path / "new.db"))
    paid = ["Bruno paid Anna 20000000000000.00 EUR", "Nobody owes anything."]
    assert lines(ok("settle 1", db=str(tmp_path / "new.db"))) == lines(ok("settle")) == paid


def damage(path: Path, whole: bytes, statement: str) -> None:
    """Let the scorebook be as it was but for this, past every law of it."""
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA ignore_check_constraints = 1")
        file.execute(statement)
        file.commit()


def test_check_names_a_damaged_payment_that_is_neither_unpaid_nor_a_fault_of_the_program(
    two: None, ok: Ok, say: Say, book_path: Path
) -> None:
    ok("settle 1 2 --paid dario")
    whole = book_path.read_bytes()
    for statement, words in (
        ("UPDATE payment SET cents = -50 WHERE id = 1", "payment 1 of Dario to Anna: its cents is outside what is"),
        ("UPDATE payment SET cents = 51 WHERE id = 1", "it is 51 cents EUR, its step made it 50 cents EUR"),
        ("UPDATE payment SET currency = 'eur' WHERE id = 1", "currency 'eur' is not written as it is kept"),
        ("UPDATE payment SET matches = '1 7' WHERE id = 1", "it is of match 7, which is not there"),
        ("UPDATE payment SET matches = '2 1' WHERE id = 1", "its matches '2 1' are not written as they are kept"),
        ("UPDATE payment SET matches = 'one' WHERE id = 1", "its matches is outside what is allowed"),
        ("UPDATE payment SET payee = 99 WHERE id = 1", "its payee is no player that is there"),
        ("UPDATE payment SET payee = payer WHERE id = 1", "payment 1 of Dario to Dario: its players_differ"),
        ("UPDATE payment SET \"on\" = '2026-13-01' WHERE id = 1", "'2026-13-01' is no date"),
        ("UPDATE payment SET voided_by = 1 WHERE id = 1", "it was not voided by a later step"),
        ("UPDATE payment SET made_by = 2 WHERE id = 1", "it made payment 1 and struck out no payment: no deal does"),
        ("DELETE FROM payment", "it made no payment and struck out no payment: no payment does that"),
        ("UPDATE player SET merged_into = 1 WHERE id = 4", "its payer and its payee are one person by a merge"),
    ):
        damage(book_path, whole, statement)
        found = say("check")
        assert (found.returncode, words in found.stdout) == (1, True), found.stdout
        assert "Traceback" not in say("settle 1 2").stderr
    for statement, line in (
        ("UPDATE payment SET matches = ''", "settle 1 2"),
        ("UPDATE payment SET currency = ''", "settle 1 2"),
        ("UPDATE step SET detail = 'torn' WHERE action = 'payment'", "history"),
    ):
        damage(book_path, whole, statement)
        refused(say(line), 5, "is damaged; a backup has it right; scorer check names what is wrong")


def test_payments_are_taken_out_of_a_damaged_scorebook_with_their_matches(
    two: None, ok: Ok, say: Say, book_path: Path, tmp_path: Path
) -> None:
    """Three payments: of Friday, undone; of both matches; of Saturday alone, which is lost with its match."""
    ok("settle 1 --paid bruno")
    ok("undo")
    ok("settle 1 --paid carla")
    ok("settle 2 --paid anna")
    new = str(tmp_path / "new.db")
    assert say(f"db salvage {book_path} --to {new}").returncode == 0
    assert lines(ok("settle 1", db=new)) == lines(ok("settle 1"))
    assert ok("history", db=new) == ok("history")
    with closing(sqlite3.connect(book_path)) as file:
        file.execute("UPDATE record SET units1 = units1 + 1, units2 = units2 - 1 WHERE match_id = 2")
        file.commit()
    some = say(f"db salvage {book_path} --to {new} --force")
    assert some.returncode == 1
    assert "what was paid in step 10: " in some.stderr + some.stdout
    assert lines(ok("settle 1", db=new)) == lines(ok("settle 1"))
    assert ok("check", db=new) == ""


def test_a_backup_without_a_payment_is_told_from_the_scorebook(two: None, ok: Ok, say: Say, tmp_path: Path) -> None:
    ok(f"backup {tmp_path / 'kept.db'}")
    ok("settle 1 2 --paid dario")
    restored = say(f"--yes restore {tmp_path / 'kept.db'} --force")
    assert restored.returncode == 0
    assert "has 2 payments" in restored.stdout + restored.stderr


def test_the_picture_of_a_sheet_says_what_was_paid_for_it_alone(two: None, ok: Ok, tmp_path: Path) -> None:
    ok("settle 1 --paid bruno")
    ok(f"sheet 1 --image {tmp_path / 'alone.svg'}")
    assert "Bruno paid Anna 0.50 EUR on 20" in (tmp_path / "alone.svg").read_text(encoding="utf-8")
    ok("settle 1 2 --paid dario")
    ok(f"sheet 1 --image {tmp_path / 'together.svg'}")
    together = (tmp_path / "together.svg").read_text(encoding="utf-8")
    assert [word for word in (" paid ", " pays ", "Nobody owes") if word in together] == []


def test_a_server_keeps_payments_as_a_file_does(two: None, ok: Ok, database: str, tmp_path: Path) -> None:
    ok(f"import {_exported(ok, tmp_path / 'before')}", db=database)
    for where in ("", database):
        ok("settle 1 2 --paid dario", db=where)
        ok("undo", db=where)
        ok("redo", db=where)
    assert lines(ok("settle 1 2", db=database)) == lines(ok("settle 1 2"))
    _exported(ok, tmp_path / "file")
    _exported(ok, tmp_path / "server", database)
    assert cmpfiles(tmp_path / "file", tmp_path / "server", ["payments.csv"], shallow=False)[0] == ["payments.csv"]
    assert ok("check", db=database) == ""


def _exported(ok: Ok, folder: Path, where: str = "") -> Path:
    ok(f"export all --out {folder}", db=where)
    return folder


def test_whoever_keeps_a_copy_is_told_for_which_matches_somebody_paid(two: None, ok: Ok, book_path: Path) -> None:
    ok("settle 1 2 --paid dario")
    ok("undo")
    with Book(str(book_path)).reading() as transaction:
        changed = changes_since(transaction, 6, "").steps
    assert [(step.action, step.matches) for step in changed] == [("payment", [1, 2]), ("undo", [1, 2])]


@dataclass
class Reckoner:
    """Money by its own way: cents that everybody won in each match, and payments with the matches that they cover."""

    won: dict[int, Counter[str]] = field(default_factory=dict)
    paid: list[tuple[str, str, int, frozenset[int]]] = field(default_factory=list)

    def due(self, chosen: frozenset[int]) -> dict[str, int]:
        has: Counter[str] = Counter()
        for match in chosen:
            has.update(self.won[match])
        has["pot"] -= sum(has.values())
        for payer, payee, cents, covered in self.paid:
            if covered <= chosen:
                has[payer] += cents
                has[payee] -= cents
        assert sum(has.values()) == 0
        return {name: cents for name, cents in has.items() if cents}

    def fitting(self, chosen: frozenset[int]) -> frozenset[int]:
        wider = chosen.union(*(covered for *_paid, covered in self.paid if covered & chosen))
        return chosen if wider == chosen else self.fitting(wider)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_due_is_what_a_second_reckoner_has(seed: int, ok: Ok, say: Say) -> None:
    random, values = Random(seed), (5, 50, 100)
    book = Reckoner()
    ok("league add Club")
    for match in range(1, 6):
        worth = f"{values[match % 3] / 100:.2f}"
        league = random.choice(("main", "Club"))
        ok(f"start M{match} --league {league} --players {FIVE} --on 2026-11-0{match} --unit-value {worth}")
        book.won[match] = Counter()
    done: list[Reckoner] = []
    for _step in range(25):
        happening = random.choices(("units", "pay", "undo"), (4, 8, 3))[0]
        if happening == "undo" and done:
            ok("--yes undo")
            book = done.pop()
        elif happening == "units":
            done.append(deepcopy(book))
            match, (winner, loser), units = (
                random.randint(1, 5),
                random.sample(FIVE.split(","), 2),
                random.randint(1, 9),
            )
            kept = random.choice((0, 0, 1))  # which the pot gets
            ok(f"adjust {winner}={units},{loser}={-units - kept} --reason paper --match M{match}")
            book.won[match].update({winner: units * values[match % 3], loser: (-units - kept) * values[match % 3]})
        else:
            chosen = frozenset(random.sample(range(1, 6), random.randint(1, 5)))
            words = "settle " + " ".join(map(str, sorted(chosen)))
            if (fitting := book.fitting(chosen)) != chosen:
                refused(say(words), 3, f"scorer settle {' '.join(map(str, sorted(fitting)))} settles them all")
                continue
            due = [line for line in lines(ok(words)) if " pays " in line]
            assert {name: cents for name, cents in balances(due).items() if cents} == book.due(chosen)
            if payer := random.choice(["", *(line.split()[0] for line in due)]):
                done.append(deepcopy(book))
                for line in [line for line in due if line.startswith(f"{payer} ")]:
                    book.paid.append((payer, line.split()[2], balances([line])[line.split()[2]], chosen))
                after = [line for line in lines(ok(f"{words} --paid {payer}")) if " pays " in line]
                assert {name: cents for name, cents in balances(after).items() if cents} == book.due(chosen)
    assert ok("check") == ""
