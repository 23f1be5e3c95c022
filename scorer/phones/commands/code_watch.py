"""The codes that `scorer serve` has shown, and the watch that shows new ones while it runs."""

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from time import sleep
from typing import TYPE_CHECKING, Final

from scorer import scorebook
from scorer.cli.context import notice
from scorer.dashboard_address import EVERY_NETWORK
from scorer.language import _
from scorer.phones.access import Grant, Key, match_grant
from scorer.phones.addresses import addresses
from scorer.phones.codes import evening_grant, open_grants
from scorer.phones.commands.phone_codes import Code, Reached, reached_at, show_codes
from scorer.rules.errors import ScorerError
from scorer.scorebook import Book

if TYPE_CHECKING:
    from scorer.match.facts import Match
    from scorer.scorebook.transaction import Transaction

LOOK_SECONDS: Final = 3  # from one look to the next
A_MOMENT: Final = datetime(2000, 1, 1, tzinfo=UTC)  # any: tokens of the same are equal until they are withdrawn


class WatchedCodes:
    """The codes of a scorebook: of the open matches, or of an evening where there is none; or of one `match` alone.

    `shown` are the codes that stand on the screen and are still good.
    """

    def __init__(self, where: str, now: Callable[[], datetime], match: int | None) -> None:
        self.where, self.key = where, Key.beside(where)
        self.shown: list[Code] = []
        self._now, self._match = now, match
        self._marks: dict[str, str] = {}  # of what was shown, by whose it is

    def look(self, transaction: "Transaction") -> list[Code]:
        """The codes that were not shown yet, or are others since they were withdrawn; from now on they are shown."""
        now = self._now().astimezone()
        codes = [Code(match, grant, self.key.token(grant)) for match, grant in self._grants(transaction, now)]
        marks = {code.grant.whose: self.key.token(replace(code.grant, until=A_MOMENT)) for code in codes}
        new = [code for code in codes if self._marks.get(code.grant.whose) != marks[code.grant.whose]]
        self._marks |= marks
        known = {code.grant.whose: code for code in (*self.shown, *new)}
        self.shown = [known.get(code.grant.whose, code) for code in codes]
        return new

    def _grants(self, transaction: "Transaction", now: datetime) -> "list[tuple[Match | str, Grant]]":
        if self._match is not None:
            match = scorebook.match_by_id(transaction, self._match)
            return [(match, match_grant(scorebook.match_uid(transaction, match), now))]
        grants: list[tuple[Match | str, Grant]] = [*open_grants(transaction, now)]
        league = scorebook.find_league(transaction)
        evening = evening_grant(league, now)
        return grants if grants and evening.whose not in self._marks else [*grants, (league.name, evening)]


class CodeWatch:
    """Looks every few seconds whether this machine is in another network, and whether there are new codes."""

    def __init__(self, codes: WatchedCodes, reached: Reached) -> None:
        self.reached = reached
        self._codes = codes

    def run(self) -> None:
        """Look for as long as the program runs."""
        with closing(Book(self._codes.where)) as book:
            while True:
                sleep(LOOK_SECONDS)
                with suppress(ScorerError, OSError):  # it cannot be read now: the next look will see
                    self._look(book)

    def _look(self, book: Book) -> None:
        before = {code.grant.whose for code in self._codes.shown}
        with book.reading() as transaction:
            new = self._codes.look(transaction)
        if self.reached.everywhere and addresses() != self.reached.addresses:
            self.reached = reached_at(EVERY_NETWORK, self.reached.port)
            notice(_("This machine is in another network now."))
            show_codes(self._codes.shown, self.reached)
        elif new:
            if any(code.grant.whose in before for code in new):
                notice(_("Codes were withdrawn. These are the new ones:"))
            show_codes(new, self.reached)
