from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from typer.testing import CliRunner

from scorer.cli.rule_files import variants as app
from scorer.rule_files import VARIANTS
from scorer.rules.errors import VariantError
from scorer.rules.variant import Variant
from scorer.rules.variant_reading import parse_variant
from scorer.text.variant_page import page, proof, summary

BOTH, THREE = "card points and bonuses", "3 players; the caller plays alone"
HOUSE = Path(__file__).parents[1] / "rules" / "house"


def shown(name: str) -> str:
    return page(VARIANTS.load(name))


def test_a_game_at_whose_table_nobody_rests_says_so() -> None:
    assert "\nAt the table: nobody rests\n" in shown("gingo")
    assert "nobody rests" not in shown("chiamata")


def test_the_base_game_reads_like_its_rule_page() -> None:
    assert shown("chiamata") == dedent("""\
        chiamata: Briscola Chiamata
        Source: pagat.com, Briscola Chiamata: the basic game

        Auction: A 3 K Q J 7 6 5 4 2, then 62 to 120 card points

        5 players, units when the contract is made:
                                                   each of 3       solo  each of 4
          bid             u     caller    partner  defenders     caller  defenders
          A to 2/70       1         +2         +1         -1         +4         -1
          71 to 80        2         +4         +2         -2         +8         -2
          81 to 90        3         +6         +3         -3        +12         -3
          91 to 100       4         +8         +4         -4        +16         -4
          101 to 120      5        +10         +5         -5        +20         -5
        A failed contract turns every sign round.

        Slam: one side takes every trick; u times 2, before the shares
        60 card points at a bid of 61: the contract fails
        After all passed: the same dealer; the next deal counts as ever

        A slam is all eight tricks of one side, the defenders included. 120 card points
        alone are none: the other side may hold tricks without card points.
        Decision: bids after the two go from 62 to 120; "2/60" and "2/61" mean "2".
        Decision: when all pass, the same dealer deals again and nothing is doubled; the
        page does not say.
        """)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("monte", "6 players, units when the contract is made:"),
        ("six-for-stakes", "Solo: from 118 on"),
        ("six-for-stakes", "  118 to 120      4        +12         +4         -4        +20         -4"),
        ("carte", "  A to 2/120      1         +2         +1         -1         +4         -1"),
        ("carte", "  carichi         1          -          -          -         +4         -1"),
        ("carte", "Slam: one side takes all 120 card points; u times 2, before the shares"),
        ("carte", "End: 11 units of the leader; a shared lead plays on"),
        ("chiamadue", "Slam: one side takes every trick; adds 2 to u, before the shares"),
        ("brisk", "Slam: the calling side takes all 120 card points; u times 2, before the shares"),
        ("brisk", "60 card points at a bid of 61: even, nobody pays"),
        ("brisk", "After all passed: the next dealer; the next deal counts double"),
        ("brisk", "Carry: factors multiply"),
        ("subito-al-due", "Called card: always a 2"),
        ("tens", "Auction: A 10 K Q J 6 5 4 3 2, then 62 to 120 card points"),
    ],
)
def test_a_page_says(name: str, line: str) -> None:
    assert line in shown(name).splitlines()


def test_a_page_leaves_out_what_cannot_happen() -> None:
    # no bid of 61 among six for stakes, no slam in the race to 15
    assert "60 card points" not in shown("six-for-stakes")
    assert "\nSlam:" not in shown("bastarda")


def house(name: str) -> Variant:
    return VARIANTS.load(str(HOUSE / f"{name}.toml"))


def test_a_failure_that_does_not_mirror_has_its_own_table() -> None:
    lines = page(house("monte-from-seventy")).splitlines()
    start = lines.index("When it fails:")
    # 70 to 90 by fives; the caller pays for the partner too
    assert lines[start + 3 : start + 6] == [
        "  70 to 90        1         -3          0         +1         -4         +1",
        "  95 to 110       2         -6          0         +2         -8         +2",
        "  115 to 120      4        -12          0         +4        -16         +4",
    ]
    assert "Auction: 70 to 120 card points in steps of 5" in lines


def test_a_rank_can_begin_a_band_and_a_cap_is_said() -> None:
    labels = [line[:16].strip() for line in page(house("the-two")).splitlines() if line.startswith("  ")]
    assert labels[2:] == ["bid", "A to 4", "2 to 2/70", "71 to 120"]
    assert "End: 21 units of the leader, the round of deals is finished" in page(house("the-two"))
    assert "Carry: factors multiply, at most 4" in page(house("carichi"))


def test_what_was_proven_is_said_in_a_line() -> None:
    assert proof(VARIANTS.load("monte")) == (
        "sound: every payout of its 60 bids sums to zero, among 5 or 6 players, with a partner and solo, "
        "made and failed, with and without a slam"
    )
    assert "slam" not in proof(VARIANTS.load("bastarda"))


def test_a_game_of_sides_reads_like_its_rule_page() -> None:
    assert shown("brisca-hundred") == dedent("""\
        brisca-hundred: Brisca, double above a hundred
        Source: Wikipedia, Brisca: the section on scoring, where it is told of some
          tables

        Sides: 4 players in two pairs; every second of those who play is on the same
          side
        Win: most card points; at equal counts the side with more cards; with as many
          cards the deal is even
        Pack: A 3 K Q J 7 6 5 4 2

        Units of each player for a win:
                              each    each
          players  winners  winner   loser
          4              2      +1      -1

        Units for a win with more than 100 card points, which counts as 2 deals won:
                              each    each
          players  winners  winner   loser
          4              2      +2      -2

        After an even deal: the next dealer; the next deal counts as ever
        End: 3 deals won; a shared lead plays on

        As Brisca, but a side that wins with more than 100 card points wins two units,
        and two of the deals that a match is played to.
        Decision: "winning by more than a hundred card points" is a win with more than
        100 of them; a margin of more than 100 would take 111 to 9.
        Decision: the units are doubled with the deals; the page only says that such a
        win is worth two in the match.
        """)


def test_units_of_those_who_play_alone_are_told_for_every_number_of_winners() -> None:
    lines = shown("mexican").splitlines()
    start = lines.index("  players  winners  winner   loser")
    assert lines[start + 1 : start + 8] == [
        "  2              1      +1      -1",
        "  3              1      +2      -1",
        "  3              2      +1      -2",
        "  4              1      +3      -1",
        "  4              2      +2      -2",
        "  4              3      +1      -3",
        "  5              1      +4      -1",
    ]
    # two share no win where a tie is even
    alone = of_sides(sides={"made_by": "each alone", "players": [2, 3]}, win={"by": "most", "u": 3})
    assert page(alone).splitlines()[9:12] == [
        "  players  winners  winner   loser",
        "  2              1      +3      -3",
        "  3              1      +6      -3",
    ]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("briscola", "Sides: 2 to 6 players, each alone"),
        ("scoperta", "Sides: 2 players, each alone"),
        ("brisca-threes", "Pack: A 3 K Q J 9 8 7 6 5 4 2"),
        ("briscola-pairs", "Win: most card points; at equal counts the deal is even"),
        ("cinquecento", "Win: most card points and bonuses; at equal counts the deal is even"),
        ("cinquecento", "Bonus trump-pair: 40 for K and Q of one suit, once in a deal"),
        ("cinquecento", "Bonus pair: 20 for K and Q of one suit, at most 3 times in a deal"),
        ("cinquecento", "End: 500 card points and bonuses taken, added up; a shared lead plays on"),
        ("rematada", "Auction: 100 to 230 card points and bonuses"),
        ("rematada", "Partner: never; the caller plays alone, against all"),
        ("rematada", "Bonus last-trick: 10, once in a deal"),
        ("rematada", "  100 to 230  1      +2         -1"),
        ("rematada-points", "3 players, units when the contract is made, each times the caller's count:"),
        ("rematada-points", "  100 to 230  1      -2         +1"),
    ],
)
def test_a_page_of_another_game_says(name: str, line: str) -> None:
    assert line in shown(name).splitlines()


def test_what_is_said_over_two_lines() -> None:
    told = " ".join(
        " ".join(map(shown, ("mexican", "mexican-pairs", "muerte-al-tres", "cinquecento", "briscola"))).split()
    )
    assert "Win: who has at most 11 card points; where all or none have so few the deal is even" in told
    assert "Win: most card points; several who have most share the win; where all have as many the deal is even" in told
    killed = "'killed': the trump Ace killed the trump Three; that side has won at once, and nothing is counted"
    assert killed in told
    assert "each winner gets the margin of the counts, each loser pays it: 74 to 46 is 28." in told


def of_sides(**changes: Any) -> Variant:
    plain = {"title": "Ours", "source": "a test", "win": {"by": "most"}}
    return parse_variant("ours", {"sides": {"made_by": "alternate seats", "players": [4, 6]}, **plain, **changes})


def test_what_a_house_adds_is_told() -> None:
    ours = of_sides(
        trumps="coins cups swords clubs",
        slam={"by": "tricks", "wins_match": True},
        card_points={"A": 11, "7": 10, "K": 4, "Q": 3, "J": 2},
        end={"until": "deals:4", "first": "won taken"},
    )
    lines = page(ours).splitlines()
    for line in (
        "Card points: A 11, 7 10, K 4, Q 3, J 2",
        "Trumps: coins, cups, swords, clubs by turns, a deal each",
        "Slam: one side takes every trick; it wins the match at once",
        "End: 4 deals; most deals won, then most card points wins",
    ):
        assert line in lines
    who = "4 or 6 players in two pairs or threes"
    assert summary(ours) == f"{who}; most card points win; stake 1; trumps by turns; a slam wins the match"
    doubled = of_sides(slam={"by": "card points", "factor": 2}, win={"by": "most", "u": 2})
    assert "Slam: one side takes all 120 card points; u times 2, before the shares" in page(doubled).splitlines()
    assert summary(doubled).endswith("most card points win; stake 2; slams count double")
    assert proof(doubled).endswith(f"among {who}, whoever wins, with and without a slam")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("brisca", "4 players in two pairs; most card points win; stake 1; a race to 3 deals won"),
        (
            "brisca-hundred",
            "4 players in two pairs; most card points win; stake 1, 2 above 100; a race to 3 deals won",
        ),
        ("brisca-threes", "6 players in two threes; most card points win; stake 1; a race to 3 deals won"),
        ("briscola", "2 to 6 players, each alone; most card points win; stake 1; a race to 3 deals won"),
        (
            "cinquecento",
            f"2 players, each alone; most {BOTH} win; units by the margin; a race to 500 {BOTH}",
        ),
        ("mexican", "2 to 6 players, each alone; at most 11 card points win; stake 1"),
        ("muerte-al-tres", "4 players in two pairs; most card points win; stake 1; 'killed' wins at once"),
        (
            "rematada",
            f"{THREE}; stake 1 whatever the bid; bids in {BOTH}; no slam; a race to 3 deals won",
        ),
        (
            "rematada-points",
            f"{THREE}; units by the count; bids in {BOTH}; no slam",
        ),
    ],
)
def test_another_game_in_a_line(name: str, said: str) -> None:
    assert summary(VARIANTS.load(name)) == said


def test_what_was_proven_of_another_game_is_said_in_a_line() -> None:
    among = "sound: every payout sums to zero, among"
    assert proof(VARIANTS.load("brisca")) == f"{among} 4 players in two pairs, whoever wins"
    assert proof(VARIANTS.load("mexican")) == f"{among} 2 to 6 players, each alone, whoever wins"
    assert proof(VARIANTS.load("rematada")) == (
        "sound: every payout of its 131 bids sums to zero, among 3 players, the caller alone, made and failed"
    )


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_VARIANTS", str(tmp_path / "mine"))


def test_the_list_says_what_a_variant_is_and_whose(tmp_path: Path) -> None:
    house_rule = tmp_path / "kitchen.toml"
    house_rule.write_text(run("show", "chiamata", "--toml"), encoding="utf-8")
    assert run("add", str(house_rule)) == "kitchen: added; scorer start ... --variant uses it\n"
    (tmp_path / "mine" / "broken.toml").write_text("title = 3", encoding="utf-8")
    lines = run("list").splitlines()
    assert lines[0] == (
        "bastarda              Briscola Bastarda: 5 players; stake 1 whatever the bid; "
        "bids in card points alone; no slam; a race to 15 units"
    )
    assert "broken                cannot be used; scorer variant check broken says why (yours)" in lines
    told = "5 players; stakes 1 to 5 by the bid; slams count double"
    assert f"kitchen               Briscola Chiamata: {told} (yours)" in lines


@pytest.mark.parametrize("name", [name for name, whose in VARIANTS.names().items() if whose == "shipped"])
@pytest.mark.parametrize("width", [80, 60, 40])
def test_a_page_fits_a_terminal_and_says_the_same_at_any_width(name: str, width: int) -> None:
    variant = VARIANTS.load(name)
    lines = page(variant, width).splitlines()
    assert max(map(len, lines)) <= width
    # the payouts stand below each other there: with a partner first, then solo with the bids and u once more
    assert set(page(variant, width).split()) == set(page(variant).split())


def test_the_payouts_of_a_narrow_page_stand_below_each_other() -> None:
    assert page(VARIANTS.load("six-for-stakes"), 60).splitlines()[8:19] == [
        "                                  each of 4",
        "  bid         u  caller  partner  defenders",
        "  81 to 90    1      +3       +1         -1",
        "  91 to 100   2      +6       +2         -2",
        "  101 to 117  3      +9       +3         -3",
        "  118 to 120  4     +12       +4         -4",
        "                   solo  each of 5",
        "  bid         u  caller  defenders",
        "  81 to 90    1       -          -",
        "  91 to 100   2       -          -",
        "  101 to 117  3       -          -",
    ]


def test_show_prints_the_page_or_the_file() -> None:
    assert run("show", "brisk") == shown("brisk")
    assert run("show", "six") == shown("six-for-stakes")
    assert run("show", "brisk", "--toml") == VARIANTS.read_text("brisk")[1]


def test_check_proves_or_raises(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(run("show", "carte", "--toml"), encoding="utf-8")
    assert run("check", str(mine)) == (
        f"{mine} is sound: every payout of its 70 bids sums to zero, among 5 players, with a partner and solo, "
        "made and failed, with and without a slam\n"
    )
    mine.write_text("", encoding="utf-8")
    with pytest.raises(VariantError):
        run("check", str(mine))
