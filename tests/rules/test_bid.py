import pytest

from scorer.rules.bid import Auction, Bid, NamedBid, read_bid
from scorer.rules.cards import Card
from scorer.rules.errors import IllegalDealError, UnreadableError

RANKS = Auction(by_rank=True, lowest=62)
CARICHI = Auction(by_rank=True, lowest=62, highest=115, named=(NamedBid("carichi", 2),))
POINTS = Auction(by_rank=False, lowest=61)
TWO = Auction(by_rank=False, lowest=61, called="2")
FIVES = Auction(by_rank=False, lowest=70, step=5)
ALL = "A 3 K Q J 7 6 5 4 2, then 62 to 120 card points"


RAISED = Auction(
    by_rank=True, lowest=62, named=(NamedBid("carichi", 1), *(NamedBid("carichi", 2, at, True) for at in (71, 81)))
)


def refusal(text: str, auction: Auction) -> str:
    with pytest.raises((UnreadableError, IllegalDealError)) as error:
        read_bid(text, auction)
    return f"{type(error.value).__name__}: {error.value}"


@pytest.mark.parametrize("auction", [RANKS, CARICHI, RAISED, POINTS, TWO, FIVES])
def test_what_is_written_for_a_bid_is_read_as_that_bid(auction: Auction) -> None:
    assert [read_bid(str(bid), auction) for bid in auction.bids] == list(auction.bids)


def test_the_ace_is_the_lowest_bid_and_card_points_follow_the_two() -> None:
    words = [str(bid) for bid in RANKS.bids]
    assert words[:12] == ["A", "3", "K", "Q", "J", "7", "6", "5", "4", "2", "2/62", "2/63"]
    # ten ranks, then 62 to 120 are 59 bids
    assert (len(words), words[-1]) == (69, "2/120")


def test_steps_leave_bids_out_and_named_bids_come_last() -> None:
    assert [str(bid) for bid in FIVES.bids] == ["70", "75", "80", "85", "90", "95", "100", "105", "110", "115", "120"]
    assert [str(bid) for bid in CARICHI.bids][-2:] == ["2/115", "carichi"]
    assert CARICHI.place[Bid(rank="A")] == 0
    assert CARICHI.place[Bid(name="carichi")] == 64


@pytest.mark.parametrize(
    ("auction", "bid", "words"),
    [
        (RANKS, Bid(61, "K"), ("K", "re")),
        (RANKS, Bid(61, "A"), ("1",)),
        (RANKS, Bid(61, "2"), (" Due ", "2/60", "2/61")),
        (RANKS, Bid(62, "2"), ("62",)),
        (RANKS, Bid(71, "2"), ("71", "2/71", "due/71", "2/ 71", "2 71", "2-71", "2 a 71", "the two at 71")),
        (POINTS, Bid(61), ("61",)),
        (POINTS, Bid(120), ("120",)),
        (TWO, Bid(61), ("2/61",)),  # the rank that is always called may be said with the number
        (TWO, Bid(71), ("2/71",)),
        (CARICHI, Bid(61, name="carichi"), ("Carichi ",)),
        (Auction(by_rank=True, lowest=62, named=(NamedBid("alone", 1, 80),)), Bid(80, name="alone"), ("alone",)),
    ],
)
def test_a_bid_may_be_typed_in_many_ways(auction: Auction, bid: Bid, words: tuple[str, ...]) -> None:
    assert {read_bid(word, auction) for word in words} == {bid}


def test_a_named_bid_may_be_called_at_several_targets() -> None:
    read = {text: read_bid(text, RAISED) for text in ("carichi", "Carichi/61", "CARICHI/71", "carichi/81")}
    assert [bid.target for bid in read.values()] == [61, 61, 71, 81]
    assert [str(bid) for bid in read.values()] == ["carichi", "carichi", "carichi/71", "carichi/81"]
    assert list(map(str, RAISED.bids))[-4:] == ["2/120", "carichi", "carichi/71", "carichi/81"]
    assert RAISED.describe().endswith("62 to 120 card points; carichi; carichi/71; carichi/81")


@pytest.mark.parametrize("text", ["carichi/75", "carichi/60", "carichi/", "carichi/x"])
def test_a_named_bid_is_called_at_its_targets_and_no_others(text: str) -> None:
    with pytest.raises(IllegalDealError) as error:
        read_bid(text, RAISED)
    assert str(error.value) == f"bid {text}: carichi is called at 61, 71 or 81"


@pytest.mark.parametrize(
    ("auction", "text", "message"),
    [
        (RANKS, "61", "UnreadableError: bid 61: which card was called? Say A 3 K Q J 7 6 5 4 2"),
        (RANKS, "59", f"IllegalDealError: bid 2/59: not a bid of this variant; it has {ALL}"),
        (RANKS, "2/59", f"IllegalDealError: bid 2/59: not a bid of this variant; it has {ALL}"),
        (RANKS, "121", "IllegalDealError: bid 2/121: the highest bid here is 120"),
        (RANKS, "K/71", "IllegalDealError: bid K/71: only the 2 is raised by card points"),
        (RANKS, "2/", "UnreadableError: '2/' is not a bid; after the stroke stand card points, as in 2/71"),
        (RANKS, "banana", f"UnreadableError: 'banana' is not a bid; here it is {ALL}"),
        (RANKS, "", f"UnreadableError: '' is not a bid; here it is {ALL}"),
        (RANKS, "-71", f"UnreadableError: '-71' is not a bid; here it is {ALL}"),
        (
            RANKS,
            "10",
            (
                "UnreadableError: '10' is not a card of this pack; "
                "the 10 is the king of an Italian pack and the jack of a Spanish one: say K (re) or J (sota)"
            ),
        ),
        (POINTS, "60", "IllegalDealError: bid 60: the lowest bid in card points is 61"),
        (POINTS, "121", "IllegalDealError: bid 121: the highest bid here is 120"),
        (POINTS, "K", "IllegalDealError: bid K: here bids are 61 to 120 card points, not cards"),
        (TWO, "K/71", "IllegalDealError: bid K/71: here bids are 61 to 120 card points, not cards"),
        (TWO, "2/60", "IllegalDealError: bid 60: the lowest bid in card points is 61"),
        (FIVES, "71", "IllegalDealError: bid 71: bids go from 70 in steps of 5"),
        (FIVES, "K", "IllegalDealError: bid K: here bids are 70 to 120 card points in steps of 5, not cards"),
    ],
)
def test_a_bid_that_is_none_is_refused_with_the_number_and_the_limit(auction: Auction, text: str, message: str) -> None:
    assert refusal(text, auction) == message


def test_a_bid_made_elsewhere_is_checked_too() -> None:
    with pytest.raises(IllegalDealError, match=f"bid 62: not a bid of this variant; it has {ALL}"):
        RANKS.check(Bid(62))
    with pytest.raises(IllegalDealError, match="bid 8: not a bid of this variant"):
        RANKS.check(Bid(rank="8"))
    fives = Auction(by_rank=True, lowest=65, step=5)
    with pytest.raises(IllegalDealError, match="bid 2/66: bids go from 65 in steps of 5"):
        read_bid("66", fives)
    with pytest.raises(IllegalDealError, match="bid 2/64: not a bid of this variant"):
        read_bid("64", fives)
    with pytest.raises(IllegalDealError, match="bid 120: not a bid of this variant"):
        RANKS.check(Bid(120))
    RANKS.check(Bid(61, "A"))


def test_the_auction_in_words() -> None:
    assert RANKS.describe() == ALL
    assert Auction(by_rank=False, lowest=62, step=2).describe() == "62 to 120 card points in steps of 2"
    assert POINTS.describe() == "61 to 120 card points"
    assert FIVES.describe() == "70 to 120 card points in steps of 5"
    assert CARICHI.describe() == "A 3 K Q J 7 6 5 4 2, then 62 to 115 card points; carichi"


@pytest.mark.parametrize(
    ("auction", "bid", "called", "refused"),
    [
        (RANKS, Bid(61, "K"), "K", "3 coins: here the K is called, of any suit"),
        # who holds the two may call the lowest trump not held
        (RANKS, Bid(61, "2"), "5", "8 coins: this pack has A 3 K Q J 7 6 5 4 2"),
        (RANKS, Bid(71, "2"), "A", ""),
        (TWO, Bid(71), "2", "A coins: here the 2 is called, of any suit"),
        (POINTS, Bid(71), "A", "8 coins: this pack has A 3 K Q J 7 6 5 4 2"),
    ],
)
def test_which_card_may_be_called_after_a_bid(auction: Auction, bid: Bid, called: str, refused: str) -> None:
    auction.check_called(bid, Card(called, "coins"))
    if refused:
        with pytest.raises(IllegalDealError) as error:
            auction.check_called(bid, Card(refused[0], "coins"))
        assert str(error.value) == f"called {refused}"
