"""What the program prints in any language it also reads, whatever language is on; and each is typed as quickly."""

from collections.abc import Callable

import pytest

from scorer.errors import RefusedError
from scorer.language import ENGLISH, LANGUAGE, _
from scorer.match.names import fold, plays_alone
from scorer.match.parsing import meaning, read_redeal
from scorer.match.sheet import Sheet
from scorer.match.table_words import NO, YES
from scorer.rule_files import VARIANTS
from scorer.rules.bid import read_bid
from scorer.rules.cards import ITALIAN_PACK, RANK_NAMES, Card, bid_shown, card_shown, rank_shown, read_card, read_rank
from scorer.rules.errors import UnreadableError
from scorer.rules.kinds import EVEN, EVEN_WORDS, EVENT_WORDS, FAILED, MADE, OUTCOME_WORDS, REDEALS, event_shown
from scorer.text.kind_words import kind_name, result_name
from scorer.text.sentences import called_words
from tests.language.test_glossary import rows, words

CHIAMATA, TENS = VARIANTS.load("chiamata"), VARIANTS.load("tens")
LATIN, FRENCH = ("coins", "cups", "swords", "clubs"), ("hearts", "diamonds", "clubs", "spades")
RANK_OF = {"ace": "A", "king": "K", "horse": "Q", "jack": "J"}
OUTCOMES = OUTCOME_WORDS | EVEN_WORDS
Ok = Callable[..., str]


def check_all_that_is_printed() -> None:
    """Every card, bid, outcome, kind and yes or no, as the language in force prints it, typed with English on."""
    printed = {
        (variant.name, rank, suit): card_shown(Card(rank, suit), variant.auction.pack)
        for variant, suits in ((CHIAMATA, LATIN), (TENS, FRENCH))
        for rank in variant.auction.pack
        for suit in suits
    }
    bids = [
        (variant.auction, bid, shown)
        for variant in map(VARIANTS.load, VARIANTS.names())
        if variant.has_auction
        for bid in variant.auction.bids
        for shown in (bid_shown(bid, variant.auction.pack), called_words(bid, variant))
    ]
    ranks = {rank: {_(RANK_NAMES[rank]), rank_shown(rank)} for rank in ITALIAN_PACK}
    outcomes = {outcome: result_name(outcome) for outcome in (MADE, FAILED, EVEN)} | {MADE: result_name("won")}
    events = {event: event_shown(event) for event in EVENT_WORDS}
    kinds, alone, answers = {kind: kind_name(kind) for kind in REDEALS}, _("solo"), (_("yes"), _("no"))
    token = LANGUAGE.set(ENGLISH)
    try:
        for (name, rank, suit), shown in printed.items():
            assert read_card(shown, VARIANTS.load(name).auction.pack) == Card(rank, suit), shown
        for auction, bid, shown in bids:
            assert read_bid(shown, auction) == bid, shown
        assert all(read_rank(word, ITALIAN_PACK) == rank for rank, shown in ranks.items() for word in shown)
        assert {outcome: meaning(shown, OUTCOMES) for outcome, shown in outcomes.items()} == {
            outcome: outcome for outcome in outcomes
        }
        assert {event: meaning(shown, EVENT_WORDS) for event, shown in events.items()} == {
            event: event for event in events
        }
        assert [read_redeal(shown, CHIAMATA) for shown in kinds.values()] == list(REDEALS)
        assert plays_alone(alone)
        assert fold(answers[0]) in YES
        assert answers[1] in NO
    finally:
        LANGUAGE.reset(token)


def test_what_english_prints_is_read() -> None:
    check_all_that_is_printed()


def test_the_small_word_of_a_bid_is_a_partner_where_it_can_be_one(ok: Ok, sheet: Callable[..., Sheet]) -> None:
    ok("start Ven --players Anna,Bruno,Carla,Dario,Elena")
    ok("deal bruno due a 71 elena 74")
    ok("deal bruno dos a 71")  # the two, with Anna, 71
    ok("deal mal dada --dealer anna")
    assert [(one.kind, one.bid, one.partner, one.card_points) for one in sheet().records] == [
        ("deal", "2/71", "Elena", 74), ("deal", "2", "Anna", 71), ("misdeal", None, None, None),
    ]  # fmt: skip
    assert "Bruno called the two at 71" in ok("call bruno due a 71")


def test_what_italian_prints_is_read_with_english_on(italian: None) -> None:
    assert card_shown("K clubs", ITALIAN_PACK) == "re di bastoni"
    assert card_shown("2 clubs", TENS.auction.pack) == "2 di fiori"
    assert [rank_shown(rank) for rank in "AKQJ7"] == ["A", "R", "C", "F", "7"]
    check_all_that_is_printed()


def test_what_spanish_prints_is_read_with_english_on(spanish: None) -> None:
    assert card_shown("K clubs", ITALIAN_PACK) == "rey de bastos"
    assert card_shown("2 clubs", TENS.auction.pack) == "2 de tréboles"
    assert [rank_shown(rank) for rank in "AKQJ7"] == ["A", "R", "C", "S", "7"]
    check_all_that_is_printed()


@pytest.mark.parametrize("column", [1, 2], ids=["Italian", "Spanish"])
def test_the_words_of_the_glossary_are_read(column: int) -> None:
    of_table = {row[0]: words(row[column]) for row in rows()}
    for suit in {*LATIN, *FRENCH}:
        for word in of_table[suit]:
            assert read_card(f"2 {word}", ITALIAN_PACK) == Card("2", suit)
            assert read_card(f"2 di {word}", ITALIAN_PACK) == read_card(f"dos de {word}", ITALIAN_PACK)
    for name, rank in RANK_OF.items():
        assert [read_rank(word, ITALIAN_PACK) for word in of_table[name]] == [rank]
    for outcome in (MADE, FAILED, EVEN):
        assert [meaning(word, OUTCOMES) for word in of_table[outcome]] == [outcome]
    for kind in REDEALS:
        assert [read_redeal(word, CHIAMATA) for word in of_table[kind]] == [kind]
    assert all(map(plays_alone, [*of_table["solo"], "en solitario"]))


@pytest.mark.parametrize("word", ["a monte", "nuevo reparto", "redeal"])
def test_a_redeal_of_no_kind_is_refused_with_the_kinds(word: str, italian: None) -> None:
    with pytest.raises((UnreadableError, RefusedError), match=r"quale\? Scrivi passata, buttata, data male o ann"):
        read_redeal(word, CHIAMATA)


SHORTEST = [  # English, Italian and Spanish by first letters
    ("anna K elena 74", "anna R elena 74", "anna R elena 74"),
    ("bruno Q solo 58", "bruno C solo 58", "bruno C solo 58"),
    ("carla A dario m", "carla A dario v", "carla A dario g"),
    ("dario 2/71 solo f", "dario 2/71 solo p", "dario 2/71 solo p"),
    ("redeal pa", "redeal pa", "redeal pa"),
    ("redeal th", "redeal b", "redeal ti"),
    ("redeal m", "redeal d", "redeal m"),
]
IN_WORDS = (
    "anna re elena 74", "bruno cavallo da solo 58", "carla l'asso dario ganada", "dario due a 71 in mano persa",
    "passata", "redeal tirada", "data male --note sei",
)  # fmt: skip


def test_a_deal_is_typed_in_each_language_with_no_more_keys_than_in_english(
    italian: None, ok: Ok, sheet: Callable[..., Sheet]
) -> None:
    typed = [*zip(*SHORTEST, strict=True), IN_WORDS]
    keys = [sum(map(len, lines)) for lines in typed]
    assert keys[1:3] == [keys[0] - 1, keys[0]]
    records = []
    for number, lines in enumerate(typed):
        ok(f"start {number}Ven --players Anna,Bruno,Carla,Dario,Elena")
        ok("pad", stdin="\n".join(lines))
        records.append([(record.kind, record.bid, record.payouts) for record in sheet().records])
        ok("finish")
    # u is 1: made +2; Bruno fails alone and pays everybody 1; Carla makes it: -1; at 71 u is 2: Dario pays 2
    assert [paid["Anna"] for _kind, _bid, paid in records[0][:4]] == [2, 1, -1, 2]
    assert [kind for kind, _bid, _paid in records[0][4:]] == ["passed-out", "thrown-in", "misdeal"]
    assert records == [records[0]] * 4


def test_what_is_typed_in_italian_is_exported_as_ever(italian: None, ok: Ok) -> None:
    ok("start Venerd\u00ec --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-20")
    said = ok(["deal", "anna", "R", "in", "mano", "74", "--called", "re di denari"])
    assert "Anna ha chiamato il re (re di denari) in mano" in said
    assert ",Anna,K,K coins,solo,74," in ok("export deals")


def test_what_decides_a_deal_at_once_is_shown_and_typed_by_a_word_of_the_language_and_kept_by_its_own(
    spanish: None, ok: Ok, sheet: Callable[..., Sheet]
) -> None:
    ok("start Cuba --players Anna,Bruno,Carla,Dario --variant muerte-al-tres")
    for typed in ("muerte anna", "uccisa anna", "anna ammazzato", "killed anna", "mu anna"):
        ok(f"deal {typed}")
    ok("deal m anna")  # made: she won, and nobody counted
    assert [record.decided for record in sheet().records] == [*["killed"] * 5, "said"]
    assert "killed" not in ok("sheet") + ok("history") + ok("variant show muerte-al-tres") + ok("deal --help")
    assert ok("sheet").count(" muerte ") == 5


def test_statistics_of_a_french_pack_say_bids_by_letters_that_it_reads(italian: None, ok: Ok) -> None:
    for name, variant in (("Dieci", "tens"), ("Ieri", "chiamata")):
        ok(f"start {name} --players Anna,Bruno,Carla,Dario,Elena --variant {variant}")
        ok("deal anna regina elena 74" if variant == "tens" else "deal anna C elena 74")
        ok("finish")
    shown = ok("bids --variant tens") + ok("players Anna --variant tens") + ok("records --variant tens")
    assert shown.count("\nQ ") == 2  # of the bids, and of Anna's beside those of the league
    assert "vinta  Q\n" in shown
    assert "  Q  " in ok("records --variant tens")
    assert "\nC " in ok("bids --variant chiamata")
    assert "\nQ " in ok("bids --measure base")  # both together: every pack reads K, Q and J
    ok("start Fiori --players Anna,Bruno,Carla,Dario,Elena --variant tens")
    assert "la regina (Q di fiori)" in ok(["deal", "anna", "Q", "elena", "74", "--called", "regina fiori"])
