"""The match as plain text: what is pasted into a chat, and in which order everybody stands."""

from collections.abc import Mapping

from scorer.language import _
from scorer.match.course import player_course
from scorer.match.sheet import Sheet
from scorer.text import sentences
from scorer.text.sheet_words import race_tallies
from scorer.text.story_words import player_words
from scorer.text.tally_words import TALLY_WORDS


def plain_sheet(sheet: Sheet) -> str:
    """The match as text to paste into a chat: a sentence a record, and where everybody stands."""
    match = sheet.match
    lines = [sentences.match_title(match)]
    lines += [f"{record.number}. {sentences.record_sentence(record, match.variant)}" for record in sheet.records]
    race = [_(TALLY_WORDS[tally].line, players=numbers_by_player(has)) for tally, has in race_tallies(sheet).items()]
    total = _("Total: {units}", units=sentences.running_words(dict(leader_first(sheet))))
    return "\n".join([*lines, total, *race])


def plain_player_sheet(sheet: Sheet, player: str) -> str:
    """The evening of a player as text to paste into a chat: how it ran, and a sentence for each deal of theirs."""
    variant = sheet.match.variant
    there = [record for record in sheet.records if player in record.payouts]
    records = [f"{record.number}. {sentences.record_sentence(record, variant)}" for record in there]
    return "\n".join([sentences.match_title(sheet.match), *player_lines(sheet, player), *records])


def player_lines(sheet: Sheet, player: str) -> list[str]:
    """How the match ran for a player, a sentence a line."""
    return list(player_words(player_course(sheet, player), sheet))


def leader_first(sheet: Sheet) -> list[tuple[str, int]]:
    """The players of a match with their units: who leads first, then who has more units, then by name."""
    order = {player: (*(-figure for figure in sheet.lead[player]), -sheet.running[player]) for player in sheet.players}
    return sorted(sheet.running.items(), key=lambda item: (order[item[0]], item[0]))


def numbers_by_player(has: Mapping[str, int]) -> str:
    """`Anna 2, Bruno 1`: what a race counts for each player."""
    return ", ".join(f"{player} {number}" for player, number in has.items())
