"""What is in a scorebook, so that two can be held against each other before one takes the place of the other."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from db.connection import Connection
from db.tables import TABLES
from scorer.language import _, counts, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.rules.kinds import DEAL
from scorer.scorebook import rows

MOST_NAMED = 3  # matches in one sentence
_MATCHES = (
    'SELECT "match".id, "match".uid, "match".name, "match"."on" FROM "match"'
    f' JOIN sitting ON {rows.LIVE_SITTING} ORDER BY "match"."on", "match".id'
)
_RECORDS = f"{rows.RECORDS} WHERE voided_by IS NULL"
_NAMES = "SELECT id, name FROM player"
_PLAYERS, _LEAGUES = "SELECT uid FROM player", "SELECT key FROM league WHERE removed = 0"
_TOURNAMENTS = 'SELECT name, "on" FROM tournament'
_COLUMNS = TABLES["record"].columns
_FACTS = slice(_COLUMNS.index("kind"), _COLUMNS.index("made_by"))


@dataclass(frozen=True, slots=True)
class MatchContents:
    """A match that exists, by name and day, with its live records: by number a figure that tells them from others."""

    name: str
    on: str
    records: dict[int, int] = field(default_factory=dict)
    deal_numbers: set[int] = field(default_factory=set)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.deal_numbers)

    def __str__(self) -> str:
        return f"{self.name} ({self.on})"


@dataclass(frozen=True, slots=True)
class Contents:
    """The matches of a scorebook by what is theirs on every copy; likewise its people. `damaged`: nobody can say."""

    matches: Mapping[str, MatchContents] = field(default_factory=dict)
    players: frozenset[str] = frozenset()
    leagues: frozenset[str] = frozenset()
    tournaments: frozenset[tuple[str, str]] = frozenset()
    damaged: bool = False

    def __str__(self) -> str:
        return _("a damaged scorebook") if self.damaged else _amount(self.matches.values())

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be lost with it."""
        return not (self.damaged or self.matches or self.players or self.leagues or self.tournaments)


def read_contents(connection: Connection) -> Contents:
    """What is in an open scorebook; cells are taken as they are, so that a damaged one is no obstacle."""
    names = {row.id: row.name for row in connection.raw_rows(_NAMES)}
    matches = {row.id: (row.uid, MatchContents(row.name, str(row.on))) for row in connection.raw_rows(_MATCHES)}
    for row in connection.stream(_RECORDS):
        if row.match_id in matches:
            match = matches[row.match_id][1]
            seats = tuple(names.get(player, player) for player in row[rows.SEATS])
            match.records[row.number] = hash((row[_FACTS], seats, row[rows.UNITS], row[rows.SIDES]))
            if row.kind == DEAL:
                match.deal_numbers.add(row.number)
    return Contents(
        matches=dict(matches.values()),
        players=frozenset(connection.values(_PLAYERS)),
        leagues=frozenset(connection.values(_LEAGUES)),
        tournaments=frozenset((row.name, str(row.on)) for row in connection.raw_rows(_TOURNAMENTS)),
    )


def differences(contents: Contents, name: str, other: Contents, other_name: str) -> list[str]:
    """In sentences, what each of two scorebooks has that the other lacks; nothing where one cannot be read."""
    if contents.damaged or other.damaged:
        return []
    sentences = [*_alone(contents, name, other), *_alone(other, other_name, contents)]
    common = [(match, other.matches[uid]) for uid, match in contents.matches.items() if uid in other.matches]
    changed = [_changed(*pair, name, other_name) for pair in common if pair[0] != pair[1]]
    if changed:
        sentences.append(_("in both, and not the same: {matches}", matches=_some(changed)))
    return sentences or [_("both hold the same records, players, leagues and tournaments")]


def _alone(contents: Contents, name: str, other: Contents) -> list[str]:
    """What the other lacks, in a sentence; none where that is nothing."""
    lacking = [
        (len(contents.players - other.players), counts.players),
        (len(contents.leagues - other.leagues), counts.leagues),
        (len(contents.tournaments - other.tournaments), counts.tournaments),
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
    return _("{match} in {scorebook} is {renamed} in {other}", **fields, renamed=other)


def _some(phrases: Sequence[str]) -> str:
    """The first of these phrases, and how many more there are."""
    more = len(phrases) - MOST_NAMED
    return "; ".join([*phrases[:MOST_NAMED], *([_("and {count} more", count=more)] if more > 0 else [])])
