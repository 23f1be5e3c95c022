"""Who leads and by how much: one value and one sentence, of matches, seasons, ratings, rankings and tournaments."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from scorer.language import _, ngettext
from scorer.language.lists_numbers_dates import listed, short_day
from scorer.match.facts import Record
from scorer.text.kind_words import since_record
from scorer.text.sentences import names_or_count


class Lead(NamedTuple):
    """Who is in front and who comes next, several where they are equal; `total` is what the first have, in words.

    `ahead` is by how much, in words too; empty where something else than the total decides. Leaders who are `one_side`
    share nothing. `may_be_luck`: chance alone may have made it.
    """

    leaders: Sequence[str]
    followers: Sequence[str]
    total: str
    ahead: str = ""
    one_side: bool = False
    is_over: bool = False
    may_be_luck: bool = False

    def words(self, names: Callable[[Sequence[str]], str] = names_or_count) -> str:
        """`Adele leads with +38, 13 ahead of Furio.`, or won what is over; a tie; empty of one player alone."""
        if not self.followers:
            if len(self.leaders) < 2:  # noqa: PLR2004
                return ""
            return _("Everybody ended level.") if self.is_over else _("Nobody is ahead.")
        facts = {"players": names(self.leaders), "total": self.total}
        if len(self.leaders) > 1 and not self.one_side:
            if self.is_over:
                return _("{players} ended level with {total}.", **facts)
            return _("{players} share the lead with {total}.", **facts)
        facts["ahead"] = _("before {players}", players=names(self.followers))
        if self.ahead:
            facts["ahead"] = _("{number} ahead of {players}", number=self.ahead, players=names(self.followers))
        if self.is_over:
            return _("{players} won with {total}, {ahead}.", **facts)
        return ngettext(
            "{players} leads with {total}, {ahead}.",
            "{players} lead with {total}, {ahead}.",
            len(self.leaders),
            **facts,
        )

    @property
    def caveat(self) -> str:
        """That chance alone may have made it; empty where it has not, and where nobody is ahead."""
        return _("This may be luck.") if self.may_be_luck and self.followers else ""


def lead_of(
    order: Mapping[str, Any], has: Mapping[str, Any], total: Callable[[Any], str], size: Callable[[Any], str]
) -> Lead:
    """Who leads by `order`, which has most for the first, equal for who shares a place.

    `has` is what the sentence says of a player: as `total` writes it, and what lies between two as `size` does.
    """
    ranks = sorted(set(order.values()), reverse=True)[:2]
    if not ranks:
        return Lead([], [], "")
    leaders, *others = [[player for player in order if order[player] == rank] for rank in ranks]
    followers = others[0] if others else []
    ahead = has[leaders[0]] - has[followers[0]] if followers else 0
    return Lead(leaders, followers, total(has[leaders[0]]), size(ahead) if ahead > 0 else "")


def led_since_day(leaders: Sequence[str], since: date) -> str:
    """`Adele has led since 16 Jan 2026.`."""
    facts = {"players": names_or_count(leaders), "day": short_day(since)}
    return ngettext("{players} has led since {day}.", "{players} have led since {day}.", len(leaders), **facts)


def led_since_record(leaders: Sequence[str], since: Record) -> str:
    """`Adele has led since deal 3.`."""
    facts = {"players": listed(leaders), "record": since_record(since)}
    return ngettext("{players} has led since {record}.", "{players} have led since {record}.", len(leaders), **facts)
