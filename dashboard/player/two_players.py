"""Two players compared: a figure for each question, and what they did with and against each other."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dashboard import data
from dashboard.address import links
from dashboard.charts.player import NAME
from dashboard.look import markup, safe_text, theme
from dashboard.look.markup import Tile, marked
from dashboard.page import skeleton, tables
from dashboard.page.skeleton import PageSection
from dashboard.player.one_player import (
    COMPANIONS,
    OF_ONE_VARIANT,
    called_there,
    cards,
    each_table,
    head,
    possible_places,
    rows_of,
    running_units,
    standing_of,
    title,
    titled,
)
from scorer.frames import Frames
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import number, short_day
from scorer.stats.describe.columns import Column, MakingOptions
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.stats.tally import WAYS, WITH
from scorer.text.lead_words import lead_of
from scorer.text.numbers import Row, percent

OVERVIEW: Final = described("overview")
GAPS: Final = described("gaps")
COMPARED: Final = described("page/compared")
HEAD_TO_HEAD: Final = described("head_to_head")
MEETINGS: Final = described("meetings")
RECORDS: Final = described("page/records")
ROLES_OF: Final = described("page/roles")

TwoNames = tuple[str, str]


def top(pair: TwoNames, sections: Sequence[PageSection]) -> None:
    """Who is ahead, and the place and the units of each, in one table or in several."""
    if len(sections) > 1:
        each_table(pair, sections)
        return
    for section in sections:
        markup.answer(in_short(pair, section))
        section.heading()
        tiles = []
        for player in pair:
            colour = theme.colour(player, data.players_now())
            total = section.counting.total(standing_of(player, section)[0]["units"])
            tiles.append(Tile(links.named(player), total, place_words(player, section), colour))
        markup.tiles(tiles)
        if section.sure and (sentence := gap(pair, section)):
            markup.small(sentence)


def in_short(pair: TwoNames, section: PageSection) -> str:
    """Who leads, and how two do together: `Adele leads with ... Together they won 60 % of 40 deals.`."""
    counting, units = section.counting, {player: standing_of(player, section)[0]["units"] for player in pair}
    words = lead_of(units, units, counting.total, counting.size).words(links.listed)
    every = replace(section, choice=replace(section.choice, min_deals=1))
    met = next((row for row in rows_of(COMPANIONS, every, pair[0]) if row["other"] == pair[1]), None)
    if met is None or not met["with_decided"]:
        return words
    share, deals = percent(met["with_wins"] / met["with_decided"]), counts.deals(met["with_decided"])
    return " ".join([words, _("Together they won {share} of {deals}.", share=share, deals=deals)])


def place_words(player: str, section: PageSection) -> str:
    """The place of a player and the deals; to who asks how sure it is, the places that chance leaves possible."""
    row, players = standing_of(player, section)
    place, deals = row["place"], counts.deals(row["deals"])
    if section.sure and (possible := possible_places(row, section)):
        facts = {"place": place, "players": players, "places": possible, "deals": deals}
        return _("place {place} of {players}, could be {places} by chance; {deals}", **facts)
    return _("place {place} of {players}; {deals}", place=place, players=players, deals=deals)


def gap(pair: TwoNames, section: PageSection) -> str:
    """Who gets more a deal, by how much, and whether that is chance, as `standings --gaps --order per-deal` finds it.

    That table takes all pairs together, and the sentence never contradicts it; empty for players outside that table.
    """
    frames, choice = section.frames, MakingOptions(section.about.measure, order="per-deal")
    rows = data.made(("gaps", frames, choice), lambda: plain_rows(GAPS.make(frames, choice=choice)))
    for row in rows:
        if {row["player"], row["other"]} != {*pair}:
            continue
        if not row["gap"]:
            return _("Per deal both have the same.")
        sentence = _gap_sentence(row, len(rows), section)
        if row["significant"] or row["more_needed"] is None:
            return sentence
        more = ngettext(
            "{evenings} more evening of both would tell, if it goes on so.",
            "{evenings} more evenings of both would tell, if it goes on so.",
            row["more_needed"],
            evenings=number(row["more_needed"], thousands=True),
        )
        return f"{sentence} {more}"
    return ""


def _gap_sentence(row: Row, pairs: int, section: PageSection) -> str:
    """Who is in front by how much, and whether chance alone makes such a gap among so many pairs."""
    template = N_("Per deal {leader} is in front of {follower} by {gap}: of {pairs} chance alone may make such a gap.")
    if row["significant"]:
        template = N_(
            "Per deal {leader} is in front of {follower} by {gap}: of {pairs} chance alone hardly makes such a gap."
        )
    gap, pairs_taken = section.counting.mean(row["gap"], row["error"]), counts.pairs(pairs)
    leader, follower = links.named(row["player"]), links.named(row["other"])
    return _(template, leader=leader, follower=follower, gap=gap, pairs=pairs_taken)


def units(pair: TwoNames, sections: Sequence[PageSection]) -> None:
    """How often each was ahead, the deal that moved most, the units since they met; or a row for each table."""
    met = [(section, row) for section in sections if (row := _head_to_head(pair, section.frames))["evenings"]]
    if not met:
        markup.small(never_met(pair))
    elif len(sections) > 1:
        each_head_to_head(pair, met)
    else:
        ((section, row),) = met
        markup.tiles(tiles(pair, row, section))
        running_units(pair, section)


def never_met(pair: TwoNames) -> str:
    """That these two never played on one evening."""
    player, opponent = map(links.named, pair)
    return _("{player} and {opponent} never played on one evening here.", player=player, opponent=opponent)


def each_head_to_head(pair: TwoNames, met: Sequence[tuple[PageSection, Row]]) -> None:
    """The evenings and the deals of both in each of several payout tables."""
    ahead = [
        Column(name, _("{player} ahead", player=player), "count", as_written=True)
        for name, player in zip(("ahead", "behind"), pair, strict=True)
    ]
    columns = [
        Column("where", N_("variant"), pinned=True),
        Column("evenings", N_("evenings of both"), "count"),
        *ahead,
        Column("with_deals", N_("deals on the same side"), "count"),
        Column("against_deals", N_("on different sides"), "count"),
    ]
    met[0][0].table([row | {"where": title(section)} for section, row in met], columns, _("Head to head"))


def _head_to_head(pair: TwoNames, frames: Frames) -> Row:
    return data.made((frames, "head to head", pair), lambda: plain_rows(HEAD_TO_HEAD.make(frames, *pair))[0])


def tiles(pair: TwoNames, row: Row, section: PageSection) -> list[Tile]:
    """The evenings and the deals of both, as tiles."""
    counting, colours = section.counting, [theme.colour(player, data.players_now()) for player in pair]
    names = [safe_text.isolated(name) for name in safe_text.shorts(pair, NAME)]
    evenings_words = _evenings_words(row, sure=section.sure)
    made = [
        Tile(player, str(row[column]), evenings_words, colour)
        for player, column, colour in zip(pair, ("ahead", "behind"), colours, strict=True)
    ]
    for side in WAYS:
        if deals := row[f"{side}_deals"]:
            units = zip(names, (row[f"{side}_units"], row[f"{side}_other_units"]), strict=True)
            below = ", ".join(f"{name} {counting.total(won)}" for name, won in units)
            title = ngettext("deal on different sides", "deals on different sides", deals)
            if side == WITH:
                title = ngettext("deal on the same side", "deals on the same side", deals)
            made.append(Tile(title, str(deals), below, theme.GREY))
    if row["swing"]:
        winner, amount = int(row["swing"] < 0), counting.size(row["swing"])
        made.append(Tile(_("biggest swing"), amount, _swing_words(row, names[winner], section), colours[winner]))
    return made


def _swing_words(row: Row, winner: str, section: PageSection) -> str:
    """Who won by the deal of both that moved most, and which it is: a link to it."""
    match, deal = row["swing_match_id"], row["swing_number"]
    name = skeleton.match_names(section.frames)[match]
    words = _("deal {deal} of {match}, {day}", deal=deal, match=name, day=short_day(row["swing_on"]))
    where = marked(words, links.address("matches", {"match": str(match), "deal": str(deal)}))
    if section.sure:
        return _("to {player}, {deal}; one deal is mostly chance", player=winner, deal=where)
    return _("to {player}, {deal}", player=winner, deal=where)


def _evenings_words(row: Row, *, sure: bool) -> str:
    """Of how many evenings a player was ahead in these; and what that says, to who asks how sure it is."""
    words = _("evenings ahead of {evenings}", evenings=row["evenings"])
    if row["level"]:
        words = _("evenings ahead of {evenings}, {level} level", evenings=row["evenings"], level=row["level"])
    return _("{evenings_ahead}; of equals each about half", evenings_ahead=words) if sure else words


def calling(pair: TwoNames, sections: Sequence[PageSection]) -> None:
    """How often each calls, wins and makes the same bids."""
    for section in sections:
        head(section)
        own = [row for row in plain_rows(OVERVIEW.make(section.frames)) if row["player"] in pair]
        if not any(row["deals"] for row in own):
            markup.small(_(ONLY_UNITS))
            continue
        titled(own, section.columns(OVERVIEW), _("Called and won"), section)
        if section.is_only and any(called_there(rows_of(ROLES_OF, section, player)) for player in pair):
            of_each = [rows_of(COMPARED, section, player) for player in pair]
            compared = [
                {"player": player, **row}
                for of_band in zip(*of_each, strict=True)
                for player, row in zip(pair, of_band, strict=True)
            ]
            titled(compared, [OVERVIEW["player"], *COMPARED.on_dashboard], _(COMPARED.title), section)


def records(pair: TwoNames, sections: Sequence[PageSection]) -> None:
    """The highest and the lowest of each, side by side in one table."""
    if len(sections) > 1:
        markup.small(_(OF_ONE_VARIANT))
        return
    for section in sections:
        first, second = (
            {record: f"{figure} ({when})" if when else figure for record, figure, when in cards(row, section)}
            for row in (rows_of(RECORDS, section, player)[0] for player in pair)
        )
        rows = [
            {"what": record, "one": first.get(record, ""), "two": second.get(record, "")}
            for record in dict.fromkeys([*first, *second])
        ]
        named = [Column(column, player, as_written=True) for column, player in zip(("one", "two"), pair, strict=True)]
        section.table(rows, [Column("what", N_("record"), pinned=True), *named], _("Records"))


def evenings(pair: TwoNames, sections: Sequence[PageSection]) -> None:
    """The evenings of both, the newest first: what each brought home, and who was ahead."""
    rows = []
    for section in sections:
        names = skeleton.match_names(section.frames)
        met = plain_rows(MEETINGS.make(section.frames, *pair))
        rows += [row | {"match": names[row["match_id"]], "where": title(section)} for row in met]
    if not rows:
        markup.small(never_met(pair))
        return
    units = [
        Column(column, player, "units", as_written=True)
        for column, player in zip(("units", "other_units"), pair, strict=True)
    ]
    ahead = replace(MEETINGS["ahead"], title=_("{player} ahead by", player=pair[0]))
    where = [Column("where", N_("variant"))] if len(sections) > 1 else []
    newest = data.latest_first(rows)
    columns = [MEETINGS["on"], Column("match", N_("match"), "match"), *units, ahead, *where]
    tables.shown(newest, columns, alt=_(MEETINGS.title), units=sections[0].counting)
