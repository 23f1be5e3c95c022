"""Two players beside each other: one figure for each question, and what they did to one another."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dashboard import charts, data, links, markup, page, theme
from dashboard.charts.player import day_words
from dashboard.markup import Tile
from dashboard.player_parts import Shown, cards, each_table, head, rows_of, running_units, standing_of
from scorer.frames import Frames
from scorer.stats.columns import Choice, Column, a_key
from scorer.stats.descriptions import OVERVIEW
from scorer.stats.page_descriptions import COMPARED, HEAD_TO_HEAD, MEETINGS, RECORDS, ROLES_OF
from scorer.stats.tables import ONLY_UNITS, has, plain_rows
from scorer.text.numbers import Counting, Row
from scorer.text.sentences import counted

Pair = tuple[str, str]
NEVER_MET: Final = "{} and {} never played on one evening here."


def top(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """Who they are: the place and the units of each, in one table or in several."""
    links.players(people, "each")
    if len(sections) > 1:
        each_table(people, sections)
    for shown in sections if len(sections) == 1 else ():
        page.heading(shown.about, alone=True)
        found = [(player, *standing_of(player, shown.part)) for player in people]
        markup.tiles(
            Tile(player, shown.counting.total(row["units"]),
                 f"place {row['place']} of {of}, {counted(row['deals'], 'deal')}",
                 theme.colour(player, data.players_now()))
            for player, row, of in found
        )  # fmt: skip


def units(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """Who is ahead since they met, how often, and the deal that moved most; a figure where there is one table."""
    pair = people[0], people[1]
    if not sections:
        markup.small(NEVER_MET.format(*pair))
    for shown in sections:
        row = _head_to_head(pair, shown.part.frames)
        head(shown)
        if not row["evenings"]:
            markup.small(NEVER_MET.format(*pair))
            continue
        markup.tiles(tiles(pair, row, shown.counting))
        if row["swing_match_id"]:
            where = page.match_names(shown.part.frames)[row["swing_match_id"]]
            said = f"The biggest swing: deal {row['swing_number']} of {where}"
            links.link(said, "matches", {"match": str(row["swing_match_id"])})
        if shown.alone:
            running_units(people, shown)


def _head_to_head(pair: Pair, frames: Frames) -> Row:
    """How the first of two fared beside the second."""
    return data.made((frames, "head to head", pair), lambda: plain_rows(HEAD_TO_HEAD.make(frames, *pair))[0])


def tiles(pair: Pair, row: Row, counting: Counting) -> list[Tile]:
    """The evenings and the deals of both, as tiles."""
    everybody, level = data.players_now(), f", {row['level']} level" if row["level"] else ""
    together = f"of {counted(row['evenings'], 'evening')} of both{level}"
    found = [
        Tile(f"{player} ahead", str(row[column]), together, theme.colour(player, everybody))
        for player, column in zip(pair, ("ahead", "behind"), strict=True)
    ]
    for side, words in (("with", "on the same side"), ("against", "on different sides")):
        if row[f"{side}_deals"]:
            each = zip(pair, (row[f"{side}_units"], row[f"{side}_other_units"]), strict=True)
            told = ", ".join(f"{player} {counting.total(won)}" for player, won in each)
            found.append(Tile(words, counted(row[f"{side}_deals"], "deal"), told, theme.GREY))
    if row["swing"]:
        winner, amount = pair[row["swing"] < 0], counting.total(abs(row["swing"])).lstrip("+")
        said = f"to {winner}, {day_words(row['swing_on'])}"
        found.append(Tile("biggest swing", amount, said, theme.colour(winner, everybody)))
    return found


def calling(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """How often each calls, wins and makes the same bids: figures where there is one table, and the table."""
    for shown in sections:
        head(shown)
        table, everybody = OVERVIEW.make(shown.part.frames, Choice()), data.players_now()
        own = [row for row in plain_rows(table) if row["player"] in people]
        if not any(row["deals"] for row in own):
            markup.small(ONLY_UNITS)
            continue
        if shown.alone:
            roles = {player: rows_of(ROLES_OF, shown, player) for player in people}
            page.chart(charts.both_rates(table, roles, everybody), shown.key("rates"))
            if has(shown.part, "caller"):
                compared = {player: rows_of(COMPARED, shown, player) for player in people}
                page.chart(charts.both_bids(compared, everybody), shown.key("bids"))
        shown.table(own, shown.columns(OVERVIEW), "Called and won")


def records(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """The highest and the lowest of each, side by side in one table."""
    if len(sections) > 1:
        markup.small("Records are of one variant: choose one of them.")
    for shown in sections if len(sections) == 1 else ():
        both = [
            {what: f"{figure} ({when})" if when else figure for what, figure, when in cards(row, shown)}
            for row in (rows_of(RECORDS, shown, player)[0] for player in people)
        ]
        rows = [
            {"what": what, "one": both[0].get(what, ""), "two": both[1].get(what, "")}
            for what in dict.fromkeys([*both[0], *both[1]])
        ]
        named = [Column(column, player) for column, player in zip(("one", "two"), people, strict=True)]
        shown.table(rows, [a_key("what", "record", "what it is"), *named], "Records")


def evenings(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """The evenings of both, the newest first: what each brought home, and who was ahead."""
    pair = people[0], people[1]
    for shown in sections:
        rows = plain_rows(MEETINGS.make(shown.part.frames, *pair))
        head(shown)
        if not rows:
            markup.small(NEVER_MET.format(*pair))
            continue
        names, ahead = page.match_names(shown.part.frames), replace(MEETINGS["ahead"], title=f"{pair[0]} ahead by")
        each = [Column(column, player, "units") for column, player in zip(("units", "other_units"), pair, strict=True)]
        found = [row | {"match": names[row["match_id"]]} for row in reversed(rows)]
        shown.table(found, [MEETINGS["on"], Column("match", "match"), *each, ahead], MEETINGS.title)
