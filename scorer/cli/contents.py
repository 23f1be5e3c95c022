"""The table of contents of `scorer`: where each command is found, and what the help says of it."""

from itertools import pairwise
from typing import Final

from scorer import wings
from scorer.wings import EVENING, FILES, HOUSE, IMPORT, RESULTS, Place

BEFORE_RESULTS: Final = "history"  # behind it stand the commands of statistics
PLACES: Final = {  # in the order of the help
    "start": Place(EVENING, "scorer.cli.seats", "Start a match: who sits where, under which variant, until when."),
    "seats": Place(EVENING, "scorer.cli.seats", "Change who sits there: late arrivals, leavers, substitutes."),
    "call": Place(
        EVENING,
        "scorer.cli.evening",
        "Keep who called what while the deal is played; then only PARTNER RESULT is left to say.",
    ),
    "deal": Place(
        EVENING, "scorer.cli.evening", "Record a deal: who called what, with whom, and the calling side's card points."
    ),
    "redeal": Place(
        EVENING,
        "scorer.cli.evening",
        "Record cards dealt and not played: all passed, a poor hand, a misdeal, annulled by a ruling.",
    ),
    "penalty": Place(
        EVENING,
        "scorer.cli.evening",
        "Take units from a player who erred; the others of the next deal share them, or nobody gets them.",
    ),
    "adjust": Place(
        EVENING, "scorer.cli.evening", "Set units by ruling: opening balances, a correction that no deal explains."
    ),
    "pad": Place(
        EVENING,
        "scorer.cli.pad",
        "Keep score line by line: everybody's units are shown while you type, Enter records the deal.",
    ),
    "undo": Place(
        EVENING,
        "scorer.cli.undoing",
        "Take back the newest step of the scorebook, or the newest N: a deal, a correction, an import.",
    ),
    "redo": Place(EVENING, "scorer.cli.undoing", "Do again what was undone last, unless something was recorded since."),
    "void": Place(EVENING, "scorer.cli.corrections", "Strike a record out."),
    "edit": Place(EVENING, "scorer.cli.corrections", "Put a recorded deal right: what is not said stays."),
    "insert": Place(
        EVENING,
        "scorer.cli.inserting",
        "Put a forgotten deal in before another one, whose number it gets; what comes after it moves up.",
    ),
    "reassign": Place(
        EVENING,
        "scorer.cli.reassigning",
        "Put records to who was really there, as deals of Bruno's that were Anna's; undo takes it back.",
    ),
    "carry": Place(
        EVENING,
        "scorer.cli.corrections",
        "Count deals again whose carry a correction has changed; without --reason, only say which.",
    ),
    "history": Place(
        EVENING,
        "scorer.cli.corrections",
        "Every step of the match: what was done, when and why, and what was taken back.",
    ),
    "sheet": Place(
        RESULTS,
        "scorer.cli.sheets",
        "Show the score sheet as on paper: a row a deal, a column a player, running units.",
    ),
    "settle": Place(
        RESULTS,
        "scorer.cli.settling",
        "Say who pays whom, in the fewest payments: of a match, of several together, or of a season.",
    ),
    "finish": Place(RESULTS, "scorer.cli.sheets", "Close a match: it takes no more deals until it is reopened."),
    "reopen": Place(RESULTS, "scorer.cli.sheets", "Go on with a finished match; the last one when none is named."),
    "explain": Place(
        RESULTS,
        "scorer.cli.sheets",
        "Show how a deal came to its units: the band of the bid, the slam, the shares, the carry.",
    ),
    "import": Place(FILES, "scorer.cli.import_command", IMPORT),
    "export": Place(FILES, "scorer.cli.export_command", "Write a CSV file: UTF-8, commas, ISO dates, plain numbers."),
    "report": Place(
        FILES,
        "scorer.cli.almanac",
        "Write the almanac of a season: who won, its story, standings, bids, matches, everybody's figures.",
    ),
    "backup": Place(
        FILES,
        "scorer.cli.housekeeping",
        "Copy the scorebook to a file, as it is at this moment; others may go on recording.",
    ),
    "restore": Place(FILES, "scorer.cli.housekeeping", "Put a backup in place of the scorebook, or make one of it."),
    "check": Place(
        FILES,
        "scorer.cli.housekeeping",
        "Reckon every payout again from the facts and the frozen variant, and hold the rows against all laws.",
    ),
    "demo": Place(
        HOUSE,
        "scorer.cli.demo",
        "Show a sample league: its open match, a deal, who pays whom, standings, bids, a player.",
    ),
    "dashboard": Place(
        HOUSE, "scorer.cli.dashboard", "Show the league in a browser, live: it reads the scorebook and never writes."
    ),
}
GROUPS: Final = {
    "match": Place(
        EVENING,
        "scorer.cli.match_edit",
        "A match put right that was started with a wrong name, day, league, end.",
    ),
    "league": Place(HOUSE, "scorer.cli.housekeeping", "Leagues: list, add, rename.", app="leagues"),
    "player": Place(HOUSE, "scorer.cli.housekeeping", "Players: list, rename, merge, hide.", app="players"),
    "variant": Place(
        HOUSE, "scorer.cli.rule_files", "Payout tables: list, show, prove and add variants.", app="variants"
    ),
    "db": Place(HOUSE, "scorer.cli.housekeeping", "The scorebook itself.", app="database"),
}


def groups() -> dict[str, Place]:
    """Every group of commands, in the order of the help."""
    return wings.with_brought(GROUPS, (wing.groups for wing in wings.there()))


def in_order() -> dict[str, Place]:
    """The place of every command in the order of the help; those of statistics are what their files declare."""
    from scorer.stats.describe import commands

    statistics = {
        name: Place(RESULTS, "scorer.cli.statistics", commands.command(name).sentence, after=before)
        for before, name in pairwise([BEFORE_RESULTS, *commands.names()])
    }
    return wings.with_brought(PLACES, [statistics, *(wing.commands for wing in wings.there())])
