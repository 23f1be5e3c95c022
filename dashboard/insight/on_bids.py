"""What insight adds to Bids: which of them pay, and what callers leave on the table."""

from collections.abc import Mapping, Sequence
from typing import Final

from dashboard.look import markup
from dashboard.page.bids import CALLED, Shown, begun, rows_of
from dashboard.page.skeleton import PageSection
from scorer.insight.caller_skill import left_words
from scorer.language import N_, _
from scorer.stats.describe.columns import Statistic
from scorer.stats.describe.phrases import BETTER_CARDS, NOBODY_KNOWS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import for_verdict
from scorer.text.numbers import Row
from scorer.text.sentences import THE_RANKS, the_rank

CALLS: Final = described("calls")

PAYS, LEFT = "pays", "left"  # as in the address
TITLES: Final = {PAYS: N_("What pays"), LEFT: N_("What is left")}
UNLIKE_WHAT_PAYS: Final = N_(
    "What pays has the chance of each drawn towards those near it in the auction, and what that brings by the payout "
    "table: the two may tell others apart from break-even, of few deals above all."
)
WHAT_PAYS: Final = N_(
    "The chance of each is its rate drawn towards those near it in the auction, the more the fewer its contracts are; "
    "what it then brings follows from the payout table, at the usual share of slams and without what redeals doubled. "
    "It pays where its caller gains on average, held against nobody getting anything and not against passing. As "
    "called has each by its own deals alone, and may tell others apart."
)
WHAT_IS_LEFT: Final = N_(
    "What each call got is held beside what the bid would have brought that pays most of those which its card points "
    "make: the difference was left on the table."
)
LEFT_AT: Final = CALLS.dashboard.index("counted")  # what is left is a table of its own: both need the width
SEEN_FIRST: Final = ("called", "rate", "break_even", "pays", "units_caller")  # of what pays, behind the bid
OTHERS_GET: Final = ("units_partner", "units_defender")


def with_worth(shown: Mapping[str, Shown]) -> dict[str, Shown]:
    """What the page can show, with what pays before it and what is left behind it."""
    called = shown[CALLED]
    return {
        PAYS: Shown(TITLES[PAYS], what_pays, [WHAT_PAYS, BETTER_CARDS], "paying_bands", "pays"),
        **shown,
        CALLED: called._replace(captions=[*called.captions, UNLIKE_WHAT_PAYS]),
        LEFT: Shown(TITLES[LEFT], left, [WHAT_IS_LEFT, NOBODY_KNOWS], "calls"),
    }


def what_pays(section: PageSection, what: str) -> None:
    """Which bids pay, in a sentence and as a table."""
    statistic, rows = described(what), rows_of(section, what)
    of_verdict = for_verdict(rows, section.about)
    answer = paying_words(statistic, of_verdict) if rows else ""
    sure_words = statistic.verdict(of_verdict).whole if section.sure and rows else ""
    if section.is_only:
        markup.answer(answer, sure_words or _(BETTER_CARDS))
    if not begun(section, len(rows)):
        return
    if not section.is_only:
        markup.quiet(sure_words or answer)
    every = statistic.on_dashboard
    columns = every if section.sure else [every[0], *map(statistic.__getitem__, SEEN_FIRST)]
    more = () if section.sure else tuple(map(statistic.__getitem__, OTHERS_GET))
    section.table(rows, columns, _(TITLES[PAYS]), more=more)


def paying_words(statistic: Statistic, rows: Sequence[Row]) -> str:
    """`The six pays. Of the others it cannot be told yet.`: which bids pay, ranks by their names."""
    key = statistic.columns[0].name
    in_words = [row | {key: the_rank(row[key], row["pack"])} if row[key] in THE_RANKS else row for row in rows]
    words = statistic.verdict(in_words).brief
    return words[:1].upper() + words[1:]


def left(section: PageSection, what: str) -> None:
    """What callers of a section left on the table, in a sentence and as two tables."""
    statistic, about, rows = described(what), section.about, rows_of(section, what)
    verdict = section.verdict(statistic, rows)
    if section.is_only and rows:
        markup.answer(left_words(rows, section.counting), verdict)
    if not begun(section, len(rows)):
        return
    if not section.is_only:
        markup.quiet(verdict)
    every = statistic.on_dashboard
    for alt, columns in {
        _("The same bids"): every[:LEFT_AT],
        _(TITLES[LEFT]): (every[0], *every[LEFT_AT:]),
    }.items():
        kept = [column for column in columns if column.is_shown(rows, alone=about.alone, sure=section.sure)]
        if len(kept) > 1:
            section.table(rows, kept, alt)
