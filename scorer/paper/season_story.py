"""The story of a season in sentences for the almanac: who came first, how the lead ran, what is remembered."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from markupsafe import Markup

from scorer.frames import Frames
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import MONTHS, day
from scorer.paper.html_page import listed_names, sentence
from scorer.rules.cards import bid_shown
from scorer.stats.all_time import COUNTED_WORDS, SIGNED
from scorer.stats.evenings import SeasonCourse, season_course
from scorer.stats.standings import running_by_evening
from scorer.text.lead_words import lead_of
from scorer.text.numbers import SCREEN, Counting, Row
from scorer.text.story_words import MOST_NAMED, times

COUNTING: Final = Counting(style=SCREEN)
COUNTED: Final = COUNTED_WORDS | {
    "deals won": counts.deals,
    "on paper": lambda count: ngettext("{count} card point on paper", "{count} card points on paper", count),
}
YEAR: Final = timedelta(days=365)
# What each record is remembered as, in the order in which they are told.
REMEMBERED: Final = {
    "greatest evening": N_("{player} had the greatest evening, {amount} on {day}."),
    "darkest evening": N_("The darkest evening was that of {player}, {amount} on {day}."),
    "biggest comeback": N_("{player} came back from {amount} behind {other} to win {match} on {day}."),
    "closest finish": N_("The closest finish: {player} won {match} on {day}, {amount} ahead of {other}."),
    "biggest deal": N_("The biggest deal brought {player} {amount} on {day}."),
    "highest bid made": N_("The highest bid made was {bid}, by {player} on {day}."),
    "won in a row": N_("{player} won {amount} in a row."),
    "lost in a row": N_("{player} lost {amount} in a row."),
    "most slams": N_("Most slams: {player}, {amount}."),
}
SHARED: Final = REMEMBERED | {"most slams": N_("Most slams: {player}, {amount} each.")}  # by several
OF_MANY: Final = {"biggest deal", "won in a row", "lost in a row"}  # of 1 they are none
OF_SEVERAL: Final = {"greatest evening", "darkest evening", "closest finish"}  # told of several evenings only


def answer(standings: Sequence[Row]) -> Markup:
    """Who won the season, and how far ahead: `Adele won with +49, 24 ahead of Duilio.`; empty of one player."""
    units = {row["player"]: row["units"] for row in standings}
    lead = lead_of(units, units, COUNTING.total, COUNTING.size)._replace(is_over=True)
    return Markup(lead.words(_names))  # noqa: S704 - names are escaped


def story(frames: Frames, standings: Sequence[Row], records: Sequence[Row]) -> list[Markup]:
    """How the lead ran, who won most matches, and the records, of one payout table."""
    on = frames.matches["on"]
    in_a_year = on.max() - on.min() < YEAR  # a day and its month say which day it was
    course = season_course(running_by_evening(frames.payouts))
    sentences = [*_course_words(course, short=in_a_year)]
    if len(frames.matches) > 1:
        sentences += _won_most(standings)
    by_record: dict[str, list[Row]] = {}
    for row in records:
        by_record.setdefault(row["record"], []).append(row)
    for record in REMEMBERED:
        rows = by_record.get(record, [])
        if (
            rows
            and (course.evenings > 1 or record not in OF_SEVERAL)
            and (rows[0]["amount"] > 1 or record not in OF_MANY)
        ):
            sentences.append(_record_words(rows, frames.pack, short=in_a_year))
    return sentences


def _course_words(course: SeasonCourse, *, short: bool) -> Iterator[Markup]:
    """Who led after how many evenings, and since when who leads at the end; of one evening there is nothing to tell."""
    if course.evenings < 2:  # noqa: PLR2004 - of one evening
        return
    (first, most), *others = list(course.led.items())[:MOST_NAMED]
    if not others:
        yield sentence(N_("{players} led from the first evening to the last."), players=_names(first))
        return
    changed = times(course.changes)
    if most > 1:
        total = counts.evenings(course.evenings)
        led = [sentence(N_("{players} led after {number} of {deals}"), players=_names(first), number=most, deals=total)]
        led += [sentence(N_("{players} after {number}"), players=_names(who), number=number) for who, number in others]
        yield sentence(N_("{led}. The lead changed {times}."), led=Markup(", ").join(led), times=changed)
    else:
        yield sentence(N_("The lead changed {times}."), times=changed)
    facts = {"players": _names(course.leaders), "day": _day(course.since, short=short)}
    if len(course.leaders) > 1:
        yield sentence(N_("{players} share it since {day}."), **facts)
    elif course.is_late:
        yield sentence(N_("{players} took it only on the last evening, {day}."), **facts)
    else:
        yield sentence(N_("{players} took it for good on {day}."), **facts)


def _won_most(standings: Sequence[Row]) -> Iterator[Markup]:
    """Who won most matches, unless too many did, or several one each."""
    most = max((row["matches_won"] for row in standings), default=0)
    winners = [row["player"] for row in standings if row["matches_won"] == most]
    if not most or len(winners) > (MOST_NAMED if most > 1 else 1):
        return
    facts = {"players": _names(winners), "count": most}
    if len(winners) > 1:
        yield sentence(N_("{players} won most matches, {count} each."), **facts)
    else:
        yield sentence(N_("{players} won most matches, {count}."), **facts)


def _record_words(rows: Sequence[Row], pack: Sequence[str], *, short: bool) -> Markup:
    """A record in a sentence, of all who hold it; a bid as that of a pack."""
    row = rows[0]
    count = COUNTING.with_unit if row["record"] in SIGNED else COUNTED[row["counts"]]
    return sentence(
        (SHARED if len(rows) > 1 else REMEMBERED)[row["record"]],
        player=_names([row["player"] for row in rows]),
        amount=count(row["amount"]),
        bid=bid_shown(row["bid"], pack),
        other=_names([row["other"]]),
        match=listed_names([row["match"]]),
        day=_day(row["on"], short=short) if row["on"] else "",
    )


def _names(players: Sequence[str]) -> Markup:
    """These players by name, or how many they are."""
    return listed_names(players) if len(players) <= MOST_NAMED else Markup.escape(counts.players(len(players)))


def _day(on: date, *, short: bool) -> str:
    """`3 November`, or with its year where the season is longer than one."""
    return _("{day} {month}", day=on.day, month=_(MONTHS[on.month - 1])) if short else day(on)
