import pytest

from scorer.rules.cards import (
    COUNTING,
    ITALIAN_PACK,
    RANK_NAMES,
    RANKS,
    REACHABLE,
    Card,
    check_card_points,
    read_card,
    read_number,
    read_rank,
    read_suits,
)
from scorer.rules.errors import IllegalDealError, UnreadableError

TENS = ("A", "10", "K", "Q", "J", "6", "5", "4", "3", "2")


def test_four_suits_of_counting_cards_make_120_card_points() -> None:
    # 11 + 10 + 4 + 3 + 2 = 30 in a suit
    assert sum(COUNTING) == 30


def test_every_count_from_0_to_120_but_two_can_be_held() -> None:
    assert set(range(121)) - {1, 119} == REACHABLE


@pytest.mark.parametrize("count", [1, 119])
def test_no_cards_make_1_or_119(count: int) -> None:
    with pytest.raises(IllegalDealError) as error:
        check_card_points(count)
    assert str(error.value) == f"{count} card points: no set of cards makes 1 or 119; count again"


@pytest.mark.parametrize("count", [-1, 121])
def test_a_deal_has_0_to_120_card_points(count: int) -> None:
    with pytest.raises(IllegalDealError) as error:
        check_card_points(count)
    assert str(error.value) == f"{count} card points: a deal has 0 to 120"


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("71", 71), (" 71 ", 71), ("007", 7), ("123456789", 123456789), ("1234567890", None)]
    + [(text, None) for text in ("", "-1", "+1", "7.0", "1e2", "seven", "²", "1_0")],
)
def test_a_number_is_whole_not_negative_and_of_at_most_nine_digits(text: str, number: int | None) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    ("words", "rank"),
    [
        ("A a ace ACE asso Asso 1", "A"),
        ("3 three tre", "3"),
        ("K k king re RE", "K"),
        ("Q q horse cavallo queen knight", "Q"),
        ("J j jack fante", "J"),
        ("7 seven sette", "7"),
        ("6 six sei", "6"),
        ("5 five cinque", "5"),
        ("4 four quattro", "4"),
        ("2 two due", "2"),
        ("10 ten dieci", "10"),
        ("9 nine nove", "9"),
        ("8 eight otto", "8"),
    ],
)
def test_a_rank_is_named_in_english_or_italian_in_any_case(words: str, rank: str) -> None:
    for pack in [RANKS, ITALIAN_PACK] if rank in ITALIAN_PACK else [RANKS]:
        assert {read_rank(f" {word} ", pack) for word in words.split()} == {rank}


def test_every_rank_has_a_name_that_is_read() -> None:
    assert {read_rank(name, RANKS) for name in RANK_NAMES.values()} == set(RANKS)


@pytest.mark.parametrize(
    ("word", "pack", "message"),
    [
        ("8", ITALIAN_PACK, "'8' is not a card of this pack; the 8 of an Italian pack is the jack: J (fante)"),
        ("10", ITALIAN_PACK, "'10' is not a card of this pack; the 10 of an Italian pack is the king: K (re)"),
        (
            "donna",
            ITALIAN_PACK,
            (
                "'donna' is not a card of this pack; the donna is the jack in Sicily and the queen in a French pack: "
                "say J (fante) or Q (cavallo)"
            ),
        ),
        ("sette", TENS, "'sette' is not a card of this pack; it has A 10 K Q J 6 5 4 3 2"),
    ],
)
def test_a_rank_that_the_pack_lacks_is_refused_with_a_hint(word: str, pack: tuple[str, ...], message: str) -> None:
    with pytest.raises(UnreadableError) as error:
        read_rank(word, pack)
    assert str(error.value) == message


@pytest.mark.parametrize("word", ["", "71", "trump", "anna", "kk"])
def test_other_words_are_no_rank(word: str) -> None:
    assert read_rank(word, ITALIAN_PACK) is None


@pytest.mark.parametrize(
    ("suit", "words"),
    [
        ("coins", "2 coins, 2 denari, two of ORI"),
        ("cups", "2 cups, due di coppe"),
        ("swords", "2 swords, 2 OF spade"),
        ("clubs", "2 clubs, 2 bastoni, 2 batons, 2 fiori"),
        ("hearts", "2 hearts, 2 cuori"),
        ("diamonds", "2 diamonds, 2 quadri"),
        ("spades", "2 of Spades, 2 picche"),
    ],
)
def test_a_called_card_is_a_rank_and_a_suit(suit: str, words: str) -> None:
    assert {read_card(word, ITALIAN_PACK) for word in words.split(", ")} == {Card("2", suit)}


@pytest.mark.parametrize(
    "text", ["", "2", "coins", "coins 2", "2 stars", "2 coins coins", "joker coins", "of di", "8", "donna"]
)
def test_other_words_are_no_card(text: str) -> None:
    with pytest.raises(UnreadableError) as error:
        read_card(text, ITALIAN_PACK)
    assert str(error.value) == (
        f"'{text}' is not a card: say a rank and a suit, as in '2 coins' "
        "(suits: coins cups swords clubs, or hearts diamonds clubs spades)"
    )


def test_a_card_is_written_as_it_is_read() -> None:
    assert str(Card("2", "coins")) == "2 coins"


@pytest.mark.parametrize(
    ("text", "suits"),
    [
        ("coins cups swords clubs", ("coins", "cups", "swords", "clubs")),
        ("Denari COPPE spade bastoni", ("coins", "cups", "swords", "clubs")),
        ("hearts picche", ("hearts", "spades")),
        ("", ()),
    ],
)
def test_suits_are_named_in_english_or_italian(text: str, suits: tuple[str, ...]) -> None:
    assert read_suits(text) == suits


@pytest.mark.parametrize("text", ["coins moons", "coins denari", "cups cups"])
def test_suits_are_known_and_different(text: str) -> None:
    with pytest.raises(UnreadableError) as error:
        read_suits(text)
    assert str(error.value) == f"'{text}' must be different suits: coins cups swords clubs, or French ones"
