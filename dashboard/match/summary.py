"""A match on a page: everybody's units in large letters, its story, who pays whom, each deal explained, corrections."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import streamlit as st
from markupsafe import Markup

from dashboard import data
from dashboard.address import links, name_links
from dashboard.look import markup, safe_text, theme
from dashboard.page import tables
from scorer import wings
from scorer.errors import PartlyPaidError, RefusedError
from scorer.language import N_, _, in_context, numeric_day, numeric_moment
from scorer.language.lists_numbers_dates import day, day_of_year, listed
from scorer.match.course import course, player_course
from scorer.match.deals_left import reached_end
from scorer.match.editions import first_done
from scorer.match.facts import Match, Step
from scorer.match.sheet import Sheet
from scorer.paper.picture import png, sheet_picture
from scorer.stats.describe.columns import Column
from scorer.text.deals_left_words import due_words, left_words, near_words
from scorer.text.explanation import explanation
from scorer.text.kind_words import record_title
from scorer.text.numbers import SCREEN, Counting, Row, plain
from scorer.text.sentences import (
    next_deal_words,
    pending_words,
    record_sentence,
    settlement_lines,
    step_sentence,
)
from scorer.text.sheet_words import race_tallies
from scorer.text.step_words import REPEATED
from scorer.text.story_words import course_words, match_lead, player_words
from scorer.text.tally_words import TALLY_WORDS

OWED: Final = (Column("player", N_("player"), "player"), Column("units", N_("{units}"), "units"))
WHEN: Final = Column("at", N_("when"))
CORRECTION: Final = (
    Column("what", N_("what")),
    Column("why", N_("why"), hide_empty=True),
    Column("by", N_("by"), about=N_("the phone that recorded it"), hide_empty=True),
)
STEPS: Final = (
    WHEN,
    *CORRECTION,
    Column("state", N_("state"), about=N_("undone: a later step took it back"), hide_empty=True),
)
CORRECTIONS: Final = {"void", "edit", "insert", "carry", "reassign", "match", "undo", "redo"}


def tiles(sheet: Sheet, everybody: Sequence[str]) -> None:
    """A tile for everybody of the match, the leader first: place, units, what the last record brought."""
    shown, colours = [], theme.at_table(sheet.players, everybody)
    for place, player in places(sheet):
        above = f"{place}. {links.named(player, safe_text.isolated(player))}"
        units, last = Counting(style=SCREEN).total(sheet.running[player]), " · ".join(news(player, sheet))
        shown.append(markup.Tile(above, units, last, colours[player]))
    markup.tiles(shown)


def day_of(match: Match) -> str:
    """The day of a match; with its year where that is not the year of the newest one."""
    newest = max(other.on for other in data.matches_now())
    return day_of_year(match.on) if match.on.year == newest.year else day(match.on)


def subject(match: Match) -> str:
    """The match of a picture: name, day, variant and league."""
    return f"{match.name} · {numeric_day(match.on)} · {_(match.variant.title)} · {match.league}"


def places(sheet: Sheet) -> list[tuple[int, str]]:
    """Everybody of a match with their place, the leader first; on a shared place whoever has more units is first."""
    order = sorted(sheet.players, key=lambda player: (sheet.lead[player], sheet.running[player]), reverse=True)
    return [(1 + sum(lead > sheet.lead[player] for lead in sheet.lead.values()), player) for player in order]


def news(player: str, sheet: Sheet) -> Iterable[str]:
    """How far a player is, what is new of them, and what they do next."""
    race = sheet.ending.race
    for tally, has in race_tallies(sheet).items():
        number, words = has[player], TALLY_WORDS[tally].note
        written = plain(number)
        if race and race[0] == tally:
            within = _("{number} of {target}", number=written, target=race[1])
            beyond = _("{number}, played to {target}", number=written, target=race[1])
            yield _(words, number=within if number <= race[1] else beyond)
        elif number:
            yield _(words, number=written)
    if sheet.match.sitting.finished:
        return
    if last := sheet.records[-1].payouts.get(player) if sheet.records else None:
        yield _("last {units}", units=Counting(style=SCREEN).total(last))
    if player == sheet.next_dealer:
        yield in_context("who deals", "deals")
    if player == sheet.resting():
        yield _("rests")
    if player not in sheet.seats:
        yield _("has left")


def story(sheet: Sheet) -> None:
    """The auction that waits, what happened last, and how the match goes on; with what wings have beside it."""
    with name_links.to_records(sheet.match, "tonight"):
        beside = Markup().join(wings.answers("match: code", sheet.match))
        markup.story(story_lines(name_links.of_sheet(sheet)), beside)


def story_lines(sheet: Sheet) -> list[tuple[str, str]]:
    """The story of a match as sentences, each behind its label."""
    lines = [(_("now"), waiting)] if (waiting := pending_words(sheet)) else []
    if sheet.records:
        last = sheet.records[-1]
        lines.append((record_title(last), record_sentence(last, sheet.match.variant)))
    if not sheet.match.sitting.finished:
        now = datetime.now().astimezone()
        end = reached_end(sheet, now)
        due = due_words(sheet, end)
        left = "" if due else left_words(sheet, end, now)
        label = _("this deal") if waiting else _("next")
        lines.append((label, "; ".join(filter(None, [next_deal_words(sheet), left]))))
        if near := near_words(sheet, end):
            lines.append((_("soon"), near))
        if due:
            lines.append((_("over"), due))
    return [(label, safe_text.sentence(words, sheet.players)) for label, words in lines]


def picture_button(sheet: Sheet) -> None:
    """A button that brings the score sheet as a picture to send, made when somebody asks for it."""
    name = f"{safe_text.slug(sheet.match.name)}-{sheet.match.on}.png"
    looks: dict[str, Any] = {"icon": ":material/image:", "on_click": "ignore"}
    st.download_button(
        _("Picture to send"),
        lambda: png(sheet_picture(sheet, data.settlement_alone_now(sheet))),
        name,
        "image/png",
        key="picture",
        **looks,
    )


def settlement(sheets: Sequence[Sheet]) -> None:
    """Who pays whom, of these matches together; of each by itself where they do not count in the same money.

    Of one match everybody's units stand on the tiles already: of several a table adds them up.
    """
    try:
        settled = data.settlement_now(*(sheet.match.id for sheet in sheets))
    except RefusedError as refused:
        if len(sheets) == 1 or isinstance(refused, PartlyPaidError):
            markup.small(safe_text.sentence(f"{refused}.", [player for sheet in sheets for player in sheet.players]))
            return
        for sheet in sheets:
            markup.small(sheet.match.name)
            settlement([sheet])
        return
    markup.lines("\n".join(settlement_lines(name_links.of_settlement(settled))))
    if len(sheets) == 1:
        return
    order = sorted(settled.balances, key=lambda player: (-settled.balances[player], player))
    rows = [{"player": player, "units": settled.units[player], "owed": settled.balances[player]} for player in order]
    money = [Column("owed", settled.currency, "money", as_written=True)] if settled.currency else []
    tables.shown(rows, (*OWED, *money), alt=_("Settlement"))


def answer(sheet: Sheet, *, sure: bool) -> None:
    """Who leads, or who won, in large letters; behind it what wings say of that, and below what they have to add."""
    lead = match_lead(name_links.of_sheet(sheet)).words(listed) if sheet.records else ""
    added = wings.answers("match: answer", sheet.match.id, sure=sure)
    words, caveat = (" ".join(filter(None, said)) for said in zip((lead, ""), *added, strict=True))
    markup.answer(safe_text.sentence(words, sheet.players), safe_text.sentence(caveat, sheet.players))


def answer_of_player(sheet: Sheet, player: str, page: str) -> None:
    """How the match ran for a player; the deals that it names are explained on this page."""
    sheet, own = name_links.of_sheet(sheet), links.named(player)
    of_player = player_course(sheet, own)
    with name_links.to_records(sheet.match, page):
        words = [safe_text.sentence(sentence, sheet.players) for sentence in player_words(of_player, sheet)]
    calls = words.pop() if of_player.called else ""
    markup.answer(" ".join(words), calls)


def course_of(sheet: Sheet, page: str) -> None:
    """The story of the match: who led how long, where it turned, the biggest deal, the longest run.

    The deals that it names are explained on this page.
    """
    sheet = name_links.of_sheet(sheet)
    with st.container(), name_links.to_records(sheet.match, page):  # its place, before there is a story too
        if sentences := [words.removesuffix(".") for words in course_words(course(sheet), sheet)]:
            markup.lines(safe_text.sentence(f"{' · '.join(sentences)}.", sheet.players))


def explained(sheet: Sheet, page: str) -> None:
    """How the payouts of every record came about, folded away."""
    if fold := markup.unfolded(_("Each deal explained"), "explained"):
        sheet, explanations = name_links.of_sheet(sheet), []
        for record in sheet.records:
            lines = "\n   ".join(explanation(record, sheet.match.variant))
            number = name_links.to_record(sheet.match, page, record.number)
            explanations.append(f"{number}: {safe_text.sentence(lines, sheet.players)}")
        with fold:
            markup.lines("\n\n".join(explanations) or _("Nothing is recorded yet."), columns=True)


def history(steps: Sequence[Step], match: Match) -> None:
    """What was voided, edited, undone, and why; folded away every step of the match."""
    corrected = corrections(steps, match)
    if corrected:
        st.subheader(_("Corrections"), anchor=False)
        tables.shown(corrected, STEPS, alt=_("Corrections"))
    title = _("Every step of the match") if corrected else _("Every step of the match: nothing was corrected")
    if fold := markup.unfolded(title, "steps"):
        with fold:
            tables.shown(_own_steps(steps, match), STEPS, alt=_("Steps"))


def corrections(steps: Sequence[Step], match: Match) -> list[Row]:
    """What was voided, edited, undone in a match, a row of STEPS each, oldest first."""
    return [row for row in _own_steps(steps, match) if row["action"] in CORRECTIONS]


def _own_steps(steps: Sequence[Step], match: Match) -> list[Row]:
    """The steps of a match in words, without those that changed nothing of it."""
    by_id = {step.id: step for step in steps}
    own = [step for step in steps if step.match_id == match.id or step.made or step.voided]
    return [_step(step, by_id, match) | {"action": step.action} for step in own]


def _step(step: Step, by_id: dict[int, Step], match: Match) -> dict[str, str]:
    """A step in words; an undo or a redo names the step that it takes back or does again."""
    original = first_done(step, by_id)
    words = safe_text.sentence(step_sentence(original, match))
    return {
        "at": numeric_moment(step.at),
        "what": words if original is step else _(REPEATED[step.action], step=words),
        "why": step.reason,
        "by": step.by,
        "state": _("undone") if step.undone else "",
    }
