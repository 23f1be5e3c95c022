"""An evening of games without a caller, by commands: what each says, and the running units worked by hand beside it.

With W winning sides and L losing ones each winner gets L u, each loser pays W u; u is 1 unless it is said.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.cli.app import command
from scorer.cli.context import Settings
from scorer.cli.typed_line import preview
from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.scorebook import find_match, sheet_of

Asked = Callable[..., tuple[int, str]]

ROOT = Path(__file__).resolve().parents[2]
FOUR, THREE = "Anna,Bruno,Carla,Dario", "Anna,Bruno,Carla"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
ReadSheet = Callable[..., Sheet]
Start = Callable[[str, str], None]

STARTED: dict[tuple[str, str], bytes] = {}  # scorebooks with an open match, each made once


@pytest.fixture
def start(ok: Ok, book_path: Path) -> Start:
    """Open a match called Friday of these players under this variant."""

    def begin(players: str, game: str) -> None:
        if (players, game) not in STARTED:
            book_path.unlink(missing_ok=True)
            ok(["start", "Friday", "--players", players, "--variant", game])
            STARTED[players, game] = book_path.read_bytes()
        book_path.write_bytes(STARTED[players, game])

    return begin


# The command; what its answer has to say; running units of Anna, Bruno, Carla, Dario; deals won by Anna and by Bruno.
BRISCA: tuple[tuple[str, str, tuple[int, ...], tuple[int, int]], ...] = (
    (
        f"start Friday --players {FOUR} --variant brisca --on 2026-11-20",
        (
            "Started Friday (match 1), 2026-11-20, Brisca, league main: Anna, Bruno, Carla, Dario.\n"
            "Anna and Carla play against Bruno and Dario.\n"
            "Next: Anna deals; played to 3 deals won\n"
        ),
        (0, 0, 0, 0), (0, 0),
    ),
    (
        "deal anna 74",
        (
            "1: Anna and Carla took 74 to 46: Anna and Carla +1, Bruno and Dario -1\n"
            "         Anna  Bruno  Carla  Dario\n"
            "deal 1     +1     -1     +1     -1\n"
            "running    +1     -1     +1     -1\n"
            "won         1      0      1      0\n"
            "Next: Bruno deals; Anna and Carla need 2 more for 3 deals won\n"
        ),
        (1, -1, 1, -1), (1, 0),
    ),
    ("deal dario won", "2: Bruno and Dario won, uncounted: Bruno and Dario +1, Anna and Carla -1", (0,) * 4, (1, 1)),
    ("deal carla 60 --more-cards nobody", "3: 60 to 60, even: nobody pays\n", (0,) * 4, (1, 1)),
    # even: the next dealer deals, and the next deal counts once
    (
        "deal anna 60 --more-cards bruno",
        "4: Bruno and Dario had more cards at 60 to 60: Bruno and Dario +1, Anna and Carla -1\n",
        (-1, 1, -1, 1), (1, 2),
    ),
    ("redeal misdeal",
     "5: A misdeal: nobody pays\nNext: Anna deals\nClose to 3 deals won: Bruno and Dario need 1 more.",
     (-1, 1, -1, 1), (1, 2)),
    # 3 units, one to each of three
    ("penalty bruno 3 --reason talked", "6: Penalty for Bruno (talked): Anna +1, Bruno -3, Carla +1, Dario +1\n",
     (0, -2, 0, 2), (1, 2)),
    # deal 2 was Anna's: +1 -1 instead of -1 +1
    ("edit 2 --result 'anna 61' --reason recount",
     ("Edited 2: result Bruno and Dario won -> 61/59\n"
      "2: Anna and Carla took 61 to 59: Anna and Carla +1, Bruno and Dario -1\n"),
     (2, -4, 2, 0), (2, 1)),
    ("void 4 --reason 'another match'", "Voided 4: Bruno and Dario had more cards at 60 to 60", (3, -5, 3, -1), (2, 0)),
    ("undo", "Undone: voided 4", (2, -4, 2, 0), (2, 1)),
    ("deal bruno 40",
     "7: Anna and Carla took 80 to 40: Anna and Carla +1, Bruno and Dario -1\n", (3, -5, 3, -1), (3, 1)),
    ("", "The match is over: Anna and Carla won 3 deals. scorer settle says who pays whom", (3, -5, 3, -1), (3, 1)),
)  # fmt: skip


def test_an_evening_of_brisca_is_recorded_corrected_and_told(ok: Ok, sheet: ReadSheet) -> None:
    for words, said, units, won in BRISCA:
        assert said in ok(words), words
        now = sheet()
        assert tuple(now.running.values()) == units, words
        assert (now.tallies["won"]["Anna"], now.tallies["won"]["Bruno"]) == won, words
    assert ok("sheet") == (
        "Friday (match 1), 2026-11-20, Brisca, league main\n\n"
        "#  result       x  Anna  Bruno  Carla  Dario\n"
        "1  74 46           +1*d   -1     +1*    -1\n"
        "2  61 59           +2*    -2d    +2*    -2\n"
        "3  60 60           +2     -2     +2d    -2\n"
        "4  60 60 cards     +1     -1*    +1     -1*d\n"
        "5  misdeal         +1d    -1     +1     -1\n"
        "6  penalty         +2     -4     +2      0\n"
        "7  80 40           +3*d   -5     +3*    -1\n"
        "   total           +3     -5     +3     -1\n"
        "   won              3      1      3      1\n\n"
        "* won   d dealer   - rests\n"
        "result: Anna and Carla, then Bruno and Dario\n"
        "next: Bruno deals\n"
        "The match is over: Anna and Carla won 3 deals. scorer settle says who pays whom, scorer finish closes it.\n"
    )
    assert ok("sheet --plain").splitlines()[-2:] == [
        "Total: Anna +3, Carla +3, Dario -1, Bruno -5",
        "Won: Anna 3, Bruno 1, Carla 3, Dario 1",
    ]
    told = ok("history")
    assert "edited 2: result Bruno and Dario won -> 61/59; Anna and Carla +1, Bruno and Dario -1 (recount)" in told
    assert ok("finish").splitlines()[1:] == [
        "Anna   +3  3 won",
        "Carla  +3  3 won",
        "Dario  -1  1 won",
        "Bruno  -5  1 won",
    ]


def test_every_game_has_its_sentence(start: Start, ok: Ok) -> None:
    for variant, players, words, said in (
        ("briscola", THREE, "anna=45 bruno=45", "Anna took 45, Bruno 45, Carla 30: Anna +1, Bruno +1, Carla -2"),
        ("briscola", THREE, "bruno won", "Bruno won, uncounted: Bruno +2, Anna -1, Carla -1"),
        ("briscola", THREE, "anna carla won", "Anna and Carla won, uncounted: Anna +1, Carla +1, Bruno -2"),
        ("briscola", THREE, "anna=40 bruno=40", "Anna took 40, Bruno 40, Carla 40, even: nobody pays"),
        ("brisca-threes", FOUR + ",Elena,Fabio", "fabio 75",
         "Bruno, Dario and Fabio took 75 to 45: Bruno, Dario and Fabio +1, Anna, Carla and Elena -1"),
        ("brisca-hundred", FOUR, "dario 101",
         "Bruno and Dario took 101 to 19: Bruno and Dario +2, Anna and Carla -2"),
        # 84 + 40 against 36 + 20: the margin is 68
        ("cinquecento", "Anna,Bruno", "anna 124 --bonus anna=40,bruno=20",
         "Anna took 124 to 56 (bonuses: Anna 40, Bruno 20): Anna +68, Bruno -68"),
        ("muerte-al-tres", FOUR, "killed anna",
         "Anna and Carla won at once, the trump Ace killed the trump Three: Anna and Carla +1, Bruno and Dario -1"),
        ("muerte-al-tres", FOUR, "even", "An even deal, uncounted: nobody pays"),
        ("muerte-al-tres-alone", THREE, "killed bruno",
         "Bruno won at once, the trump Ace killed the trump Three: Bruno +2, Anna -1, Carla -1"),
        # two of four have at most 11: W = 2, L = 2
        ("mexican", FOUR, "anna=11 bruno=0 carla=60",
         "Anna took 11, Bruno 0, Carla 60, Dario 49: Anna +2, Bruno +2, Carla -2, Dario -2"),
        ("briscola", THREE, "anna=50 bruno=40 --times 2 --note 'at last'",
         "Anna took 50, Bruno 40, Carla 30, counting double: Anna +4, Bruno -2, Carla -2 (at last)"),
        # 125 counted: 4 x 125 and 2 x 125
        ("rematada-points", THREE, "anna 110 125", "Anna called 110 and made 125: Anna +500, the others -250 each"),
        ("rematada-points", THREE, "anna 110 100",
         "Anna called 110 and failed with 100: Anna -200, the others +100 each"),
    ):  # fmt: skip
        start(players, variant)
        assert ok(f"deal {words}").splitlines()[0] == f"1: {said}"


def test_a_deal_of_sides_is_said_in_many_ways(start: Start, ok: Ok, sheet: ReadSheet) -> None:
    def recorded(words: str) -> Record:
        ok(f"deal {words}")
        return sheet().records[0]

    for words in (
        "anna 74", "carla 74", "bruno 46", "anna 74/46", "anna 74 46", "anna 74-46", "anna 74:46", "anna=74",
        "anna = 74", "anna= 74", "anna =74", "anna=74 bruno=46", "anna=74,bruno=46", "'anna=74, dario=46'",
        "anna 74 bruno 46", "carla 31+43", "dario=46 anna=31+43", "ANNA 74",
    ):  # fmt: skip
        start(FOUR, "brisca")
        record = recorded(words)
        assert (record.sides, record.counts, record.winners, record.decided) == ("ABAB", (74, 46), "A", None), words
    for words, winners in (
        ("anna won", "A"), ("won anna", "A"), ("anna carla won", "A"), ("anna vinta", "A"), ("anna vince", "A"),
        ("bruno lost", "A"), ("dario persa", "A"), ("even", None), ("patta", None), ("equal", None), ("anna w", "A"),
    ):  # fmt: skip
        start(FOUR, "brisca")
        record = recorded(words)
        assert (record.counts, record.winners, record.decided) == (None, winners, "said"), words
    # names of several words, and names like other words
    for words, counts, winners in (
        ('anna maria 10 "d\'angelo" 0 evelina 50 wonda 30 3rd 30', (10, 0, 50, 30, 30), "AB"),
        ("anna maria=10 evelina=50 wonda=30 3rd=30", (10, 0, 50, 30, 30), "AB"),
        ("anna=10 eve=50 won=30 3=30", (10, 0, 50, 30, 30), "AB"),
        ("anna maria won", None, "A"),
        ("wonda won", None, "D"),
        ("3rd won", None, "E"),
        ("even", None, None),
    ):
        start("Anna Maria,D'Angelo,Evelina,Wonda,=3rd", "mexican")
        record = recorded(words)
        assert (record.counts, record.winners) == (counts, winners), words


def test_an_uncounted_deal_is_edited_at_a_table_where_players_are_called_won_and_even(
    ok: Ok, sheet: ReadSheet, tmp_path: Path
) -> None:
    (tmp_path / "old.csv").write_text(  # nobody new has such a name, but old players may
        "match,on,kind,note,seat1,seat2,seat3,seat4,units1,units2,units3,units4\n"
        "Old,2026-11-20,adjustment,old,Won,Bruno,Even,Dario,0,0,0,0\n"
    )
    ok(["import", str(tmp_path / "old.csv"), "--variant", "brisca"])
    ok("start Friday --players Won,Bruno,Even,Dario --variant brisca")
    for number, deal in enumerate(("won wins", "patta", "won 60 --more-cards nobody"), 1):
        ok(f"deal {deal}")
        assert f"Edited {number}: note none -> late" in ok(f"edit {number} --note late --reason x")
    # Won and Even +1 in the first deal; the other two are even
    assert tuple(sheet().running.values()) == (1, -1, 1, -1)


def test_a_side_of_words_that_may_be_two_people_is_not_guessed(ok: Ok, say: Say) -> None:
    ok("start Friday --players 'Anna,Maria,Anna Maria' --variant briscola")
    assert say("deal anna maria 50 anna 40").returncode == 3
    assert "Anna and Maria won" in ok("deal anna maria won")


def test_of_several_tables_the_one_is_meant_where_who_is_named_sits(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok(f"start Trio --players {THREE} --variant briscola")
    ok("start Pairs --players Elena,Fabio,Gina,Hugo --variant muerte-al-tres")
    ok("start Five --players Ines,Jan,Kai,Lea,Mia")
    for words in ("anna=50 bruno=40 carla=30", "anna 50 bruno 40", "bruno won", "anna carla won"):
        ok(f"deal {words}")
    assert len(sheet("Trio").deals) == 4
    for words in ("killed elena", "hugo killed", "gina 74", "fabio 74/46", "gina=80"):
        ok(f"deal {words}")
    assert len(sheet("Pairs").deals) == 5
    ok("deal ines K jan 74")
    for words in ("killed anna elena", "even", "stolen nobody"):
        assert say(f"deal {words}").returncode == 4


def test_in_rematada_three_words_are_a_deal_and_one_after_a_call(start: Start, ok: Ok, sheet: ReadSheet) -> None:
    start(THREE, "rematada")
    ok("deal anna 110 125 --bonus 40")
    assert "Bruno called 120; the result is open" in ok("call bruno 120")
    assert "2: Bruno called 120 and failed with 99: Bruno -2, the others +1 each" in ok("deal 99")
    first, second = sheet().records
    assert (first.sides, first.bonuses, second.sides, second.bonuses) == ("ABB", (40,), "BAB", None)
    assert "Edited 1: bid 110 -> 130" in ok("edit 1 --bid 130 --reason x")
    assert "Edited 1: bid 130 -> 100, result 125 -> 99" in ok(["edit", "1", "--result", "anna 100 99", "--reason", "x"])
    ok("undo")
    assert "Edited 1: result 125 -> 140, bonuses Anna 40 -> Anna 60" in ok("edit 1 --result 140 --bonus 60 --reason x")
    # a made contract is one for the declarer, a failed one is one for each of the others
    assert sheet().tallies["won"] == {"Anna": 2, "Bruno": 0, "Carla": 1}
    told = ok("sheet")
    assert "#  bid    result    x  Anna  Bruno  Carla\n1  130    140 (60)     +2*d   -1     -1" in told
    assert "\n* caller   d dealer   - rests\n" in told


def test_a_deal_is_explained_step_by_step(start: Start, ok: Ok) -> None:
    for players, game, words, lines in (
        (FOUR, "brisca-hundred", "anna 104 --times 2", [
            "counts   Anna and Carla 104, Bruno and Dario 16",
            "wins     Anna and Carla: most card points",
            "worth    u = 2, more than 100",
            "shares   winners +1 each (1 side lost), losers -1 each (1 side won)",
            "carry    counts double: 2 x 2",
            "race     counts 2 of the deals won",
            "units    Anna +4, Bruno -4, Carla +4, Dario -4; they sum to 0",
        ]),
        ("Anna,Bruno", "cinquecento", "anna 124 --bonus anna=40,bruno=20", [
            "counts   Anna 124 (84 card points and 40 of bonuses), Bruno 56 (36 card points and 20 of bonuses)",
            "wins     Anna: the highest count",
            "worth    u = 68, the margin: 124 - 56",
            "shares   winners +1 each (1 side lost), losers -1 each (1 side won)",
            "units    Anna +68, Bruno -68; they sum to 0",
            "paper    Anna +124, Bruno +56",
        ]),
        (THREE, "mexican", "anna=40 bruno=40", [
            "counts   Anna 40, Bruno 40, Carla 40",
            "wins     nobody: all have, or nobody has, at most 11 card points",
            "units    Anna 0, Bruno 0, Carla 0; they sum to 0",
        ]),
        (FOUR, "muerte-al-tres", "killed dario", [
            "counts   nobody counted",
            "wins     Bruno and Dario: the trump Ace killed the trump Three",
            "worth    u = 1",
            "shares   winners +1 each (1 side lost), losers -1 each (1 side won)",
            "units    Anna -1, Bruno +1, Carla -1, Dario +1; they sum to 0",
        ]),
        (THREE, "rematada-points", "anna 110 125", [
            "target   110; 125 counted: made",
            "bid      110: u = 125 (the count)",
            "shares   caller +4, defenders -2 each",
            "units    Anna +500, Bruno -250, Carla -250; they sum to 0",
        ]),
    ):  # fmt: skip
        start(players, game)
        ok(f"deal {words}")
        assert ok("explain 1").splitlines()[1:] == lines, game


def test_counts_stand_in_the_order_of_the_columns_whoever_rests(start: Start, ok: Ok) -> None:
    start(f"{FOUR},Elena", "brisca")
    ok("deal carla 50")  # Anna rests: Bruno and Dario have 70, Carla and Elena 50
    ok("deal elena 50")  # Bruno rests: Anna and Dario have 70, Carla and Elena 50
    shown = ok("sheet")
    assert [line.split()[1:3] for line in shown.splitlines() if line[:1] in {"1", "2"}] == [["70", "50"], ["70", "50"]]
    assert "result: the count of who stands first in the row, or of that side; then of the next" in shown
    start(THREE, "briscola")
    ok("deal carla=30 anna=50")
    ok("seats Carla,Anna,Bruno")  # the columns are theirs now
    assert "#  result    x  Carla  Anna  Bruno\n1  30 50 40      -1    +2*d   -1" in ok("sheet")
    assert "result: the counts in the order of the columns\n" in ok("sheet")


def test_a_race_for_card_points_counts_what_every_side_took(ok: Ok) -> None:
    ok("start Duel --players Anna,Bruno --variant cinquecento")
    assert "played to 500 card points" in ok("")
    for _ in range(3):
        said = ok("deal anna 160 --bonus anna=60")  # 100 and 60 against 20
    assert "taken     480     60" in said
    assert "Close to 500 card points: Anna needs 20 more." in said
    assert "The match is over: Anna took 500 card points." in ok("deal anna 60")
    assert "Anna   +420  540 taken\n" in ok("finish")  # three times 140, then 0


def test_a_game_that_ends_as_it_is_played_can_be_started_without_an_end(ok: Ok) -> None:
    # a phone could, and the terminal had no words for it: the usual end is the first to three deals won
    four = "Anna,Bruno,Carla,Dario"
    assert "Next: Anna deals; played to 3 deals won" in ok(f"start Usual --players {four} --variant briscola-pairs")
    ok("--yes finish")
    assert ok(f"start Open --players {four} --variant briscola-pairs --until none").endswith("Next: Anna deals\n")
    for _deal in range(4):
        assert "is over" not in ok("deal anna won")
    assert ok("match edit --until won:3 --reason agreed").splitlines()[0] == "Open: agreed end none -> won:3"


def variant(tmp_path: Path, name: str, changes: Sequence[tuple[str, str]], shipped: str) -> None:
    """A variant of one's own: a shipped one with lines changed."""
    text = (ROOT / "scorer" / "variants" / f"{shipped}.toml").read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    (tmp_path / "variants").mkdir(exist_ok=True)
    (tmp_path / "variants" / f"{name}.toml").write_text(text, encoding="utf-8")


def test_who_takes_every_trick_wins_the_match_where_the_variant_says_so(
    start: Start, ok: Ok, say: Say, tmp_path: Path
) -> None:
    uncommented = [('# [slam]\n# by = "tricks"\n# wins_match = true', '[slam]\nby = "tricks"\nwins_match = true')]
    variant(tmp_path, "capote", uncommented, "briscola")
    start(THREE, "capote")
    assert "if one side took every trick, say --slam" in say("deal anna=120 bruno=0").stderr
    said = ok("deal carla=120 bruno=0 --slam")
    assert "Carla took 120, Anna 0, Bruno 0, a slam with every trick: Carla +2, Anna -1, Bruno -1" in said
    assert "The match is over: Carla took every trick." in said


def test_trumps_take_turns_and_most_wins_then_most_card_points_decide(
    start: Start, ok: Ok, say: Say, tmp_path: Path
) -> None:
    four = [
        ('pack = "A', 'trumps = "coins cups swords clubs"\npack = "A'),
        ('until = "won:3"', 'until = "deals:4"\nfirst = "won taken" #'),
    ]
    variant(tmp_path, "turns", four, "brisca")
    start(FOUR, "turns")
    assert "next: Anna deals; coins are trumps; 4 deals left" in ok("sheet")
    assert "Next: Bruno deals; cups are trumps; 3 deals left" in ok("deal anna 74")
    said = ok("deal bruno 80")
    assert "won         1      1      1      1\ntaken     114    126    114    126\n" in said
    assert "Next: Carla deals; swords are trumps" in said
    assert "card points taken decide who leads in this match; give the count" in say("deal bruno won").stderr


ASKED: dict[str, tuple[str, str, list[tuple[str, str]], list[str]]] = {
    "two sides": (FOUR, "brisca", [
        ("Whose side (or anna won): ", "gina"), ("Whose side", "carla"), ("Card points of Anna and Carla: ", "119"),
        ("Card points", "74"),
    ], ["'gina' is not at the table", "no set of cards makes 119", "1: Anna and Carla took 74 to 46"]),
    "an event": (FOUR, "muerte-al-tres", [
        ("Whose side (or anna won, killed anna): ", "killed"), ("Who (killed): ", "anna"),
    ], ["1: Anna and Carla won at once"]),
    "who won, in words at a table of others": ("Carla,Dario,Elena,Fabio", "muerte-al-tres", [
        ("Whose side (or carla won, killed carla): ", "won"), ("Who won: ", "gina"), ("Who won: ", "dario"),
    ], ["'gina' is not at the table", "1: Dario and Fabio won, uncounted"]),
    "three sides": (THREE, "briscola", [
        ("Card points of Anna (or anna won): ", "anna"), ("Card points of Anna", "50"),
        ("Card points of Bruno: ", "80"), ("Card points of Bruno: ", "bruno"), ("Card points of Bruno: ", "40"),
    ], ["'anna': a number is wanted (or anna won)", "130 together", "'bruno': a number is wanted\n",
        "1: Anna took 50, Bruno 40, Carla 30"]),
    "bonuses": ("Anna,Bruno", "cinquecento", [
        ("Whose side: ", "anna"), ("Count of Anna, bonuses included: ", "219"),
        ("Count of Anna, bonuses included: ", "124"), ("Bonuses of Anna [0]: ", "30"), ("Bonuses of Anna [0]: ", "40"),
        ("Bonuses of Bruno [0]: ", ""),
    ], ["219: no cards and bonuses make it", "one side cannot have that", "1: Anna took 124 to 36 (bonuses: Anna 40)"]),
    "bonuses of everybody in one answer": ("Anna,Bruno", "cinquecento", [
        ("Whose side: ", "anna"), ("Count", "124"), ("Bonuses of Anna [0]: ", "bruno=20"),
        ("Bonuses of Anna [0]: ", "anna=40"),
    ], ["1: Anna took 124 to 56 (bonuses: Anna 40, Bruno 20)"]),
    "bonuses that do not go with the count": ("Anna,Bruno", "cinquecento", [
        ("Whose side: ", "anna"), ("Count", "124"), ("Bonuses of Anna [0]: ", ""), ("Bonuses of Bruno [0]: ", ""),
        ("Whose side: ", "anna"), ("Count", "74"), ("Bonuses of Anna [0]: ", ""), ("Bonuses of Bruno [0]: ", ""),
    ], ["no set of cards makes 124", "1: Anna took 74 to 46"]),
    "Rematada": (THREE, "rematada", [
        ("Who called: ", "anna"), ("What was called: ", "99"), ("What was called: ", "110"),
        ("Count of Anna, bonuses included: ", "125"),
    ], ["the lowest bid", "1: Anna called 110 and made 125"]),
}  # fmt: skip


def test_on_a_terminal_the_facts_are_asked_for(start: Start, asked: Asked) -> None:
    for players, game, answers, said in ASKED.values():
        start(players, game)
        code, screen = asked(["deal"], answers)
        assert code == 0, screen
        assert [words for words in said if words not in screen] == []


def test_on_a_terminal_what_an_edit_leaves_open_is_asked_too(start: Start, ok: Ok, asked: Asked) -> None:
    start(FOUR, "brisca")
    question = "60 to 60: who has more cards, Anna and Carla or Bruno and Dario (or nobody): "
    code, screen = asked(["deal", "anna", "60"], [(question, "nobody")])
    assert (code, "1: 60 to 60, even: nobody pays" in screen) == (0, True), screen
    ok("deal anna 74")
    code, screen = asked(["edit", "2", "--result", "anna 60", "--reason", "x"], [(question, "carla")])
    assert (code, "result 74/46 -> 60/60, more cards: Anna and Carla" in screen) == (0, True), screen
    start("Anna,Bruno", "cinquecento")
    ok("deal anna 100")
    # 99 and a pair of 20 are 119, and the other side has the remaining 21
    answers = [("Bonuses of Anna [0]: ", "20"), ("Bonuses of Bruno [0]: ", "")]
    code, screen = asked(["edit", "1", "--result", "anna 119", "--reason", "x"], answers)
    assert (code, "1: Anna took 119 to 21 (bonuses: Anna 20)" in screen) == (0, True), screen


# The game; what is typed into the pad; what the line below it says.
PREVIEWS: list[tuple[str, str, str, str]] = [
    (FOUR, "brisca", "", "who took how much, as in anna 74 or anna won; help lists the rest"),
    (FOUR, "brisca", "an", "won +1 -1 +1 -1 lost -1 +1 -1 +1"),
    (FOUR, "brisca", "anna 119", "119 to 1: no set of cards makes 119; count again"),
    (FOUR, "brisca", "anna 60", "60 to 60: --more-cards PLAYER or nobody; else Enter asks who has more"),
    (FOUR, "brisca", "anna 60 --more-cards b", "won -1 +1 -1 +1"),
    (FOUR, "brisca", "won", "who won is still to say"),
    (FOUR, "brisca", "call anna 110", "nobody calls in Brisca; scorer deal records who took how much"),
    (FOUR, "brisca", "edit 1", 'nothing changes in 1; say what was different, as in --result "anna 74"'),
    (FOUR, "brisca", 'edit 1 --result "bruno 80"', "1: result 74/46 -> 40/80"),
    (FOUR, "brisca", "seats anna carla bruno dario",
     "at the table: Anna, Carla, Bruno, Dario Anna and Bruno play against Carla and Dario"),
    (FOUR, "brisca", "seats +Elena", "at the table: Anna, Bruno, Carla, Dario, Elena Elena is new"),
    (FOUR, "muerte-al-tres", "ki", "the player of 'killed' is still to say"),
    (THREE, "briscola", "", "who took how much, as in anna=50 bruno=40 carla=30 or anna won; help lists the rest"),
    (THREE, "briscola", "anna=50", "what Bruno and Carla took is still to say"),
    (THREE, "briscola", "anna 50 br", "how much Bruno took is still to say"),
    (THREE, "briscola", "anna=50 bruno=40", "won +2 -1 -1"),
    (THREE, "briscola", "anna\t50\tbruno\t40", "won +2 -1 -1"),
    (THREE, "briscola", "anna=50 bruno=40\nbruno won\n", "2 lines: Enter carries out one after the other"),
    ("Anna,Bruno", "cinquecento", "anna", "how much Anna took is still to say"),
    ("Anna,Bruno", "cinquecento", "anna 124",
     "--bonus anna=40,bruno=20 still to say; else Enter asks for the bonuses"),
    ("Carla,Dario", "cinquecento", "", "who took how much, as in carla 124 --bonus carla=40,dario=20; help lists"),
    ("Anna,Bruno", "cinquecento", "anna 124 --bonus anna=40,bruno=20", "won +68 -68"),
    (THREE, "rematada", "", "CALLER BID COUNT, as in anna 110 125; help lists the rest"),
    (THREE, "rematada", "anna 11", "BID COUNT still to say"),
    (THREE, "rematada", "anna 110", "made +2 -1 -1 failed -2 +1 +1"),
    (THREE, "rematada", "call anna 110", "notes that Anna called 110; COUNT comes later"),
    (THREE, "rematada-points", "anna 110", "COUNT still to say"),
    (f"{FOUR},Elena", "gingo", "anna 80 elena ", "made +240 -160 -160 -160 +240 failed: say the card points"),
]  # fmt: skip


def test_the_pad_says_what_a_line_would_do(start: Start, ok: Ok, book_path: Path) -> None:
    for players, game, typed, said in PREVIEWS:
        start(players, game)
        if game == "brisca":
            ok("deal anna 74")
        shared = Settings(db=str(book_path), no_input=True, root=command())
        with shared.book.reading() as transaction:
            now = sheet_of(transaction, find_match(transaction))
        assert said in " ".join(preview(shared, now, typed, 80).split()), typed
        shared.book.close()
