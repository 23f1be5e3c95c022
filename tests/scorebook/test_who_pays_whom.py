"""The settlement: in units or in money, of one match or several, with a pot for what penalties left over."""

from tests.fixtures import FIVE, Ok, Say

DEAL = "deal anna K elena 61"  # Anna +2, Elena +1, the others -1


def payments(settlement: str) -> list[str]:
    return [line for line in settlement.splitlines() if " pays " in line]


def test_in_euro_with_a_pot(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --unit-value 0.50")
    ok("deal anna 2/101 solo 101")  # u = 5: Anna +20, the others -5 each
    ok("penalty anna 4 --to nobody --reason late")  # Anna +16: 4 units are in the pot
    settlement = ok("settle")
    assert "Anna   +16   8.00 EUR" in settlement
    assert "Bruno   -5  -2.50 EUR" in settlement
    # four debts of 2.50, a claim of 8.00 and the pot of 2.00: six balances that only clear together, five payments
    assert len(payments(settlement)) == 5
    to_pot = [line for line in payments(settlement) if " pays the pot " in line]
    assert to_pot == [f"{to_pot[0].split()[0]} pays the pot 2.00 EUR"]
    assert sum(int(line.split()[-2].replace(".", "")) for line in payments(settlement)) == 1000  # 4 x 2.50


def test_an_adjustment_from_nowhere_is_paid_by_the_pot(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --unit-value 1")
    ok("adjust 'Anna=3' --reason 'a prize'")
    assert payments(ok("settle")) == ["The pot pays Anna 3.00 EUR"]


def test_several_matches_are_settled_together(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --unit-value 0.50")
    ok("deal anna K elena 61 --match Friday")  # +1.00, +0.50, -0.50 each
    ok(f"start Saturday --players {FIVE} --unit-value 0.25")
    ok("deal anna K elena 60 --match Saturday")  # -0.50, -0.25, +0.25 each
    settlement = ok("settle Friday Saturday")
    # Anna 1.00 - 0.50, Elena 0.50 - 0.25, Bruno, Carla, Dario -0.50 + 0.25
    assert "Anna   0   0.50 EUR" in settlement
    assert sorted(line.split()[-2] for line in payments(settlement)) == ["0.25", "0.25", "0.25"]
    assert ok("settle Friday Friday") == ok("settle Friday")  # named twice counts once


def test_matches_in_different_money_are_settled_apart(ok: Ok, say: Say) -> None:
    ok(f"start Friday --players {FIVE} --unit-value 0.50")
    ok(f"start Saturday --players {FIVE} --unit-value 0.50 --currency CHF")
    ok(f"start Sunday --players {FIVE}")
    done = say("settle Friday Saturday")
    assert (done.returncode, "CHF and EUR" in done.stderr) == (3, True)
    assert say("settle Friday Sunday").returncode == 3


def test_a_settlement_of_two_matches_did_not_say_which(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok(DEAL)
    ok(f"start Saturday --players {FIVE} --on 2026-11-21")
    ok(DEAL + " --match Saturday")
    lines = ok("settle Friday Saturday").splitlines()
    assert lines[:2] == [
        "Friday (match 1), 2026-11-20, Briscola Chiamata, league main",
        "Saturday (match 2), 2026-11-21, Briscola Chiamata, league main",
    ]
    assert lines[2].split() == ["Anna", "+4"]
