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
        ("A a ace ACE asso Asso as 1", "A"),
        ("3 three tre tres", "3"),
        ("K k king re RE rey R", "K"),
        ("Q q horse cavallo queen knight caballo", "Q"),
        ("J j jack fante sota", "J"),
        ("7 seven sette siete", "7"),
        ("6 six sei seis", "6"),
        ("5 five cinque cinco", "5"),
        ("4 four quattro cuatro", "4"),
        ("2 two due dos", "2"),
        ("10 ten dieci diez", "10"),
        ("9 nine nove nueve", "9"),
        ("8 eight otto ocho", "8"),
    ],
)
def test_a_rank_is_named_in_english_italian_or_spanish_in_any_case(words: str, rank: str) -> None:
    for pack in [RANKS, ITALIAN_PACK] if rank in ITALIAN_PACK else [RANKS]:
        assert {read_rank(f" {word} ", pack) for word in words.split()} == {rank}


def test_italian_and_spanish_letters_are_cards_but_in_a_french_pack() -> None:
    # re, cavallo, fante; rey, caballo, sota
    assert [read_rank(letter, ITALIAN_PACK) for letter in "RCFSc"] == ["K", "Q", "J", "J", "Q"]
    assert [read_rank(letter, TENS) for letter in "RCFS"] == ["K", None, None, None]


def test_every_rank_has_a_name_that_is_read() -> None:
    assert {read_rank(name, RANKS) for name in RANK_NAMES.values()} == set(RANKS)


@pytest.mark.parametrize(
    ("word", "pack", "message"),
    [
        ("8", ITALIAN_PACK, "'8' is not a card of this pack; the 8 of an Italian pack is the jack: J (fante)"),
        (
            "10",
            ITALIAN_PACK,
            (
                "'10' is not a card of this pack; the 10 is the king of an Italian pack and the jack of a Spanish one: "
                "say K (re) or J (sota)"
            ),
        ),
        ("11", ITALIAN_PACK, "'11' is not a card of this pack; the 11 of a Spanish pack is the horse: Q (caballo)"),
        ("12", ITALIAN_PACK, "'12' is not a card of this pack; the 12 of a Spanish pack is the king: K (rey)"),
        (
            "D",
            ITALIAN_PACK,
            (
                "'D' is not a card of this pack; the donna is the jack in Sicily and the queen in a French pack: "
                "say J (fante) or Q (cavallo)"
            ),
        ),
        (
            "donna",
            ITALIAN_PACK,
            (
                "'donna' is not a card of this pack; the donna is the jack in Sicily and the queen in a French pack: "
                "say J (fante) or Q (cavallo)"
            ),
        ),
        (
            "donna",
            TENS,
            (
                "'donna' is not a card of this pack; the donna is the jack in Sicily and the queen in a French pack: "
                "say J (jack) or Q (queen)"
            ),
        ),
        ("9", TENS, "'9' is not a card of this pack; it has A 10 K Q J 6 5 4 3 2"),
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
        ("coins", "2 coins, 2 denari, two of ORI, 2 di denari, dos de oros, el dos de oros"),
        ("cups", "2 cups, due di coppe, il due di coppe, the 2 of cups, dos de copas"),
        ("swords", "2 swords, 2 OF spade, 2 espadas"),
        ("clubs", "2 clubs, 2 bastoni, 2 batons, 2 fiori, dos de bastos, 2 tréboles"),
        ("hearts", "2 hearts, 2 cuori, 2 corazones"),
        ("diamonds", "2 diamonds, 2 quadri, 2 diamantes"),
        ("spades", "2 of Spades, 2 picche, 2 picas"),
    ],
)
def test_a_called_card_is_a_rank_and_a_suit(suit: str, words: str) -> None:
    assert {read_card(word, ITALIAN_PACK) for word in words.split(", ")} == {Card("2", suit)}


def test_an_italian_ace_is_said_with_its_apostrophes() -> None:
    assert read_card("l'asso d'oro", ITALIAN_PACK) == Card("A", "coins")


def test_a_suit_of_another_family_is_refused_where_the_pack_is_surely_french() -> None:
    assert read_card("2 fiori", TENS) == Card("2", "clubs")
    with pytest.raises(UnreadableError) as error:
        read_card("2 di spade", TENS)  # swords in Italian, and no spades
    assert str(error.value) == (
        "'2 di spade': spade is no suit of this French pack; it has hearts diamonds clubs spades"
    )


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
