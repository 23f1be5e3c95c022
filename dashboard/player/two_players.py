"""Two players beside each other: one figure for each question, and what they did to one another."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dashboard import charts, data
from dashboard.address import links
from dashboard.charts.base import day_words
from dashboard.charts.player import NAME
from dashboard.look import markup, safe_text, theme
from dashboard.look.markup import Tile
from dashboard.page import skeleton
from dashboard.page.skeleton import Section
from dashboard.player.one_player import (
    OF_ONE_VARIANT,
    called_there,
    cards,
    could_be,
    each_table,
    head,
    in_all,
    rows_of,
    running_units,
    standing_of,
    title,
)
from scorer.frames import Frames
from scorer.language import counts
from scorer.stats.describe.columns import Choice, Column, a_count, a_key
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.text.numbers import Counting, Row
from scorer.text.sentences import plural

OVERVIEW: Final = described("overview")
GAPS: Final = described("gaps")
COMPARED: Final = described("page/compared")
HEAD_TO_HEAD: Final = described("head_to_head")
MEETINGS: Final = described("meetings")
RECORDS: Final = described("page/records")
ROLES_OF: Final = described("page/roles")

Pair = tuple[str, str]
ONE_DEAL: Final = "one deal is mostly chance"
NEVER_MET: Final = "{} and {} never played on one evening here."


def top(people: Sequence[str], sections: Sequence[Section]) -> None:
    """Who they are: the place and the units of each, in one table or in several."""
    if len(sections) > 1:
        each_table(people, sections)
        return
    for section in sections:
        section.heading()
        tiles = []
        for player in people:
            row, of = standing_of(player, section)
            below = f"place {row['place']} of {of}{could_be(row, section)}; {counts.deals(row['deals'])}"
            colour = theme.colour(player, data.players_now())
            tiles.append(Tile(links.named(player), section.counting.total(row["units"]), below, colour))
        markup.tiles(tiles)
        if said := gap((people[0], people[1]), section):
            markup.small(said)


def gap(pair: Pair, section: Section) -> str:
    """Who gets more a deal, by how much, and whether that is chance: as `standings --gaps --order per-deal` has it.

    So it never says otherwise than that table, which takes all pairs together; nothing of who is not in it.
    """
    frames, choice = section.frames, Choice(section.about.measure, order="per-deal")
    rows = data.made(("gaps", frames, choice), lambda: plain_rows(GAPS.make(frames, choice=choice)))
    for row in rows:
        if {row["player"], row["other"]} != {*pair}:
            continue
        if not row["gap"]:
            return "Per deal both have the same."
        player, other = links.named(row["player"]), links.named(row["other"])
        by = f"Per deal {player} is in front of {other} by {section.counting.mean(row['gap'], row['error'])}"
        together = f", all {len(rows)} pairs of this table taken together" if len(rows) > 1 else ""
        if row["significant"]:
            return f"{by}: chance alone hardly makes such a gap{together}."
        may = f"{by}: chance alone may make such a gap{together}."
        if row["more_needed"] is None:
            return may
        more = row["more_needed"]
        return f"{may} {more:,} more {plural(more, 'deal')} of both would tell, if it goes on so."
    return ""


def units(people: Sequence[str], sections: Sequence[Section]) -> None:
    """How often each was ahead, the deal that moved most, the units since they met; or a row for each table."""
    pair = people[0], people[1]
    found = [(section, row) for section in sections if (row := _head_to_head(pair, section.frames))["evenings"]]
    if not found:
        markup.small(NEVER_MET.format(*map(links.named, pair)))
    elif len(sections) > 1:
        each_head_to_head(pair, found)
    else:
        ((section, row),) = found
        markup.tiles(tiles(pair, row, section.counting))
        if row["swing_match_id"]:
            where = skeleton.match_names(section.frames)[row["swing_match_id"]]
            said = f"The biggest swing: deal {row['swing_number']} of {where}"
            links.link(said, "matches", {"match": str(row["swing_match_id"]), "deal": str(row["swing_number"])})
        running_units(people, section)


def each_head_to_head(pair: Pair, found: Sequence[tuple[Section, Row]]) -> None:
    """The evenings and the deals of both in each of several tables."""
    ahead = [Column(name, f"{player} ahead", "count") for name, player in zip(("ahead", "behind"), pair, strict=True)]
    columns = [
        a_key("where", "variant", "the variant"),
        a_count("evenings", "evenings of both", ""),
        *ahead,
        a_count("with_deals", "deals on the same side", ""),
        a_count("against_deals", "on different sides", ""),
    ]
    found[0][0].table([row | {"where": title(section)} for section, row in found], columns, "Head to head")


def _head_to_head(pair: Pair, frames: Frames) -> Row:
    return data.made((frames, "head to head", pair), lambda: plain_rows(HEAD_TO_HEAD.make(frames, *pair))[0])


def tiles(pair: Pair, row: Row, counting: Counting) -> list[Tile]:
    """The evenings and the deals of both, as tiles."""
    colours = [theme.colour(player, data.players_now()) for player in pair]
    names = [safe_text.isolated(name) for name in safe_text.shorts(pair, NAME)]
    level = f", {row['level']} level" if row["level"] else ""
    together = f"evenings ahead, of {row['evenings']} that both played{level}; of equals each about half"
    found = [
        Tile(player, str(row[column]), together, colour)
        for player, column, colour in zip(pair, ("ahead", "behind"), colours, strict=True)
    ]
    for side, words in (("with", "on the same side"), ("against", "on different sides")):
        if row[f"{side}_deals"]:
            each = zip(names, (row[f"{side}_units"], row[f"{side}_other_units"]), strict=True)
            told = ", ".join(f"{name} {counting.total(won)}" for name, won in each)
            number = row[f"{side}_deals"]
            found.append(Tile(f"{plural(number, 'deal')} {words}", str(number), told, theme.GREY))
    if row["swing"]:
        winner, amount = int(row["swing"] < 0), counting.total(abs(row["swing"])).lstrip("+")
        whose = f"to {names[winner]}, {day_words(row['swing_on'])}; {ONE_DEAL}"
        found.append(Tile("biggest swing", amount, whose, colours[winner]))
    return found


def calling(people: Sequence[str], sections: Sequence[Section]) -> None:
    """How often each calls, wins and makes the same bids: figures where there is one table, and the table."""
    for section in sections:
        head(section)
        table, everybody = OVERVIEW.make(section.frames), data.players_now()
        own = [row for row in plain_rows(table) if row["player"] in people]
        if not any(row["deals"] for row in own):
            markup.small(ONLY_UNITS)
            continue
        if section.alone:
            roles = {player: rows_of(ROLES_OF, section, player) for player in people}
            called = any(map(called_there, roles.values()))
            if not called:
                roles = {player: in_all(rows) for player, rows in roles.items()}
            section.chart(charts.both_rates(table, roles, everybody), "rates")
            if called:
                compared = {player: rows_of(COMPARED, section, player) for player in people}
                section.chart(charts.both_bids(compared, everybody), "bids")
        section.table(own, section.columns(OVERVIEW), "Called and won")
        section.meanings(own, section.columns(OVERVIEW), "Called and won")


def records(people: Sequence[str], sections: Sequence[Section]) -> None:
    """The highest and the lowest of each, side by side in one table."""
    if len(sections) > 1:
        markup.small(OF_ONE_VARIANT)
        return
    for section in sections:
        both = [
            {what: f"{figure} ({when})" if when else figure for what, figure, when in cards(row, section)}
            for row in (rows_of(RECORDS, section, player)[0] for player in people)
        ]
        rows = [
            {"what": what, "one": both[0].get(what, ""), "two": both[1].get(what, "")}
            for what in dict.fromkeys([*both[0], *both[1]])
        ]
        named = [Column(column, player) for column, player in zip(("one", "two"), people, strict=True)]
        section.table(rows, [a_key("what", "record", "what it is"), *named], "Records")


def evenings(people: Sequence[str], sections: Sequence[Section]) -> None:
    """The evenings of both, the newest first: what each brought home, and who was ahead."""
    pair = people[0], people[1]
    rows = []
    for section in sections:
        names = skeleton.match_names(section.frames)
        met = plain_rows(MEETINGS.make(section.frames, *pair))
        rows += [row | {"match": names[row["match_id"]], "where": title(section)} for row in met]
    if not rows:
        markup.small(NEVER_MET.format(*map(links.named, pair)))
        return
    each = [Column(column, player, "units") for column, player in zip(("units", "other_units"), pair, strict=True)]
    ahead = replace(MEETINGS["ahead"], title=f"{pair[0]} ahead by")
    where = [Column("where", "variant")] if len(sections) > 1 else []
    newest = sorted(rows, key=lambda row: (row["on"], row["match_id"]), reverse=True)
    sections[0].table(newest, [MEETINGS["on"], Column("match", "match"), *each, ahead, *where], MEETINGS.title)
