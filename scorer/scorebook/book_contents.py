"""What is in a scorebook, so that two can be held against each other before one takes the place of the other."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from db.connection import Connection
from db.tables import TABLES
from scorer.language import _, counts, kept_day, ngettext
from scorer.language.lists_numbers_dates import abridged, listed
from scorer.rules.kinds import DEAL
from scorer.scorebook import rows
from scorer.scorebook.record_law import SEAT_COLUMNS, seats_of

MOST_NAMED = 3  # matches in one sentence
_MATCHES = (
    'SELECT "match".id, "match".uid, "match".name, "match"."on", "match".league_id, "match".variant, "match".until,'
    ' "match".unit_value_cents, "match".currency, "match".place, sitting.finished, sitting.call_caller,'
    ' sitting.call_bid, sitting.call_called FROM "match"'
    f" JOIN sitting ON {rows.LIVE_SITTING} ORDER BY {rows.PLAYED_ORDER}"
)
_RECORDS = f"{rows.RECORDS} WHERE voided_by IS NULL"
_PLAYERS = (
    "SELECT player.id, player.uid, coalesce(stays.name, player.name) AS name FROM player"
    " LEFT JOIN player AS stays ON stays.id = player.merged_into"
)
_LEAGUES = "SELECT key FROM league WHERE removed = 0"
_TOURNAMENTS = 'SELECT name, "on" FROM tournament'
_PAYMENTS = "SELECT * FROM payment WHERE voided_by IS NULL"
_NOT_COMPARED = {"id", "match_id", "number", "made_by", "voided_by", *SEAT_COLUMNS}
_written = attrgetter(*(column for column in TABLES["record"].columns if column not in _NOT_COMPARED))


@dataclass(frozen=True, slots=True)
class MatchContents:
    """A match that exists, by name and day, with its live records: by number a figure that tells them from others.

    `agreed` is what it was started with, and where it stands in its day: league, payout table, end, money, place.
    `pending` is an auction that waits for its result: caller, bid and called card.
    """

    name: str
    on: str
    agreed: tuple[object, ...] = ()
    finished: bool = False
    pending: tuple[object, ...] = ()
    records: dict[int, int] = field(default_factory=dict)
    deal_numbers: set[int] = field(default_factory=set)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.deal_numbers)

    def __str__(self) -> str:
        return f"{self.name} ({kept_day(self.on)})"


@dataclass(frozen=True, slots=True)
class Contents:
    """The matches of a scorebook by what is theirs on every copy; likewise its people. `damaged`: nobody can say.

    Players are names by the id that they have on every copy. Payments are counted: the same can be paid twice.
    """

    matches: Mapping[str, MatchContents] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    leagues: frozenset[str] = frozenset()
    tournaments: frozenset[tuple[str, str]] = frozenset()
    payments: Mapping[tuple[object, ...], int] = field(default_factory=dict)
    damaged: bool = False

    def __str__(self) -> str:
        return _("a damaged scorebook") if self.damaged else _amount(self.matches.values())

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be lost with it."""
        return not (self.damaged or self.matches or self.players or self.leagues or self.tournaments)


def read_contents(connection: Connection) -> Contents:
    """What is in an open scorebook; cells are taken as they are, so that a damaged one is no obstacle."""
    players = connection.raw_rows(_PLAYERS)
    uids = {row.id: row.uid for row in players}
    matches = {}
    for row in connection.raw_rows(_MATCHES):
        pending = (row.call_caller, row.call_bid, row.call_called)
        agreed = (row.league_id, row.variant, row.until, row.unit_value_cents, row.currency, row.place)
        matches[row.id] = row.uid, MatchContents(row.name, str(row.on), agreed, bool(row.finished), pending)
    for row in connection.stream(_RECORDS):
        if row.match_id in matches:
            match = matches[row.match_id][1]
            seats = tuple(uids.get(player, player) for player in seats_of(row))
            match.records[row.number] = hash((_written(row), seats))
            if row.kind == DEAL:
                match.deal_numbers.add(row.number)
    match_uids = {str(key): uid for key, (uid, _about) in matches.items()}
    paid = (
        (
            *(uids.get(party, party) for party in (row.payer, row.payee)),
            *(row.cents, row.currency, str(row.on)),
            frozenset(match_uids.get(match, match) for match in row.matches.split()),
        )
        for row in connection.raw_rows(_PAYMENTS)
    )
    return Contents(
        matches=dict(matches.values()),
        players={row.uid: row.name for row in players},
        leagues=frozenset(connection.values(_LEAGUES)),
        tournaments=frozenset((row.name, str(row.on)) for row in connection.raw_rows(_TOURNAMENTS)),
        payments=Counter(paid),
    )


def differences(contents: Contents, name: str, other: Contents, other_name: str) -> list[str]:
    """In sentences, what each of two scorebooks has that the other lacks; nothing where one cannot be read."""
    if contents.damaged or other.damaged:
        return []
    sentences = [*_alone(contents, name, other), *_alone(other, other_name, contents)]
    both = contents.players.keys() & other.players.keys()
    renamed = sorted((contents.players[uid], other.players[uid]) for uid in both)
    if called := [_("{name} in {scorebook} is {renamed} in {other}", name=here, scorebook=name, renamed=there,
                    other=other_name) for here, there in renamed if here != there]:  # fmt: skip
        sentences.append(_some(called))
    common = [(match, other.matches[uid]) for uid, match in contents.matches.items() if uid in other.matches]
    changed = [_changed(*pair, name, other_name) for pair in common if pair[0] != pair[1]]
    if changed:
        sentences.append(_("in both, and not the same: {matches}", matches=_some(changed)))
    return sentences or [_("both hold the same records, payments, players, leagues and tournaments")]


def _alone(contents: Contents, name: str, other: Contents) -> list[str]:
    """What the other lacks, in a sentence; none where that is nothing."""
    lacking = [
        (len(contents.players.keys() - other.players.keys()), counts.players),
        (len(contents.leagues - other.leagues), counts.leagues),
        (len(contents.tournaments - other.tournaments), counts.tournaments),
        ((Counter(contents.payments) - Counter(other.payments)).total(), counts.payments),
    ]
    things = [counted(count) for count, counted in lacking if count]
    if matches := [match for uid, match in contents.matches.items() if uid not in other.matches]:
        played = [_("{match}, {deals}", match=match, deals=counts.deals(match.deals)) for match in matches]
        things.append(_("{matches}: {names}", matches=_amount(matches), names=_some(played)))
    return [_("only {scorebook} has {things}", scorebook=name, things=listed(things))] if things else []


def _amount(matches: Collection[MatchContents]) -> str:
    """`2 matches with 7 deals`."""
    deals = sum(match.deals for match in matches)
    return _("{matches} with {deals}", matches=counts.matches(len(matches)), deals=counts.deals(deals))


def _changed(match: MatchContents, other: MatchContents, name: str, other_name: str) -> str:
    """In what a match differs that both have."""
    fields = {"match": match, "scorebook": name, "other": other_name}
    if match.deals != other.deals:
        numbers = {"deals": counts.deals(match.deals), "others": other.deals}
        return _("{match}, {deals} in {scorebook} and {others} in {other}", **fields, **numbers)
    if differing := {number for number, _facts in match.records.items() ^ other.records.items()}:
        return ngettext("{match}, {count} record differs", "{match}, {count} records differ", len(differing), **fields)
    if match.finished != other.finished:
        states = {"state": _state(match), "other_state": _state(other)}
        return _("{match}, {state} in {scorebook} and {other_state} in {other}", **fields, **states)
    if match.pending != other.pending:
        return _("{match}, another call waits for its result, or in one of them none", **fields)
    if str(match) != str(other):
        return _("{match} in {scorebook} is {renamed} in {other}", **fields, renamed=other)
    return _("{match}, another league, payout table, end, money or order within the day", **fields)


def _state(match: MatchContents) -> str:
    """Whether a match is over."""
    return _("finished") if match.finished else _("open")


def _some(phrases: Sequence[str]) -> str:
    """The first of these phrases, and how many more there are."""
    return "; ".join(abridged(phrases, MOST_NAMED))
