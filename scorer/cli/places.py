"""The table of contents of `scorer`: where each command is found, and what the help says of it."""

from typing import Final, NamedTuple

EVENING, RESULTS, FILES, HOUSE = "The evening", "Results", "Files", "Keeping house"


class Place(NamedTuple):
    """Where a command is found: its panel in the help and its module of scorer.cli; the first `sentence` of its help.

    A module is loaded when one of its commands is called: neither the table nor the help waits for the other forty.
    """

    panel: str
    module: str
    sentence: str


FIRST_OF_OTHER_RESULTS: Final = "sheet"  # the commands of statistics stand before it
PLACES: Final = {  # in the order of the help
    "start": Place(EVENING, "seats", "Start a match: who sits where, under which variant, until when."),
    "seats": Place(EVENING, "seats", "Change who sits there: late arrivals, leavers, substitutes."),
    "call": Place(
        EVENING, "evening", "Keep who called what while the deal is played; then only PARTNER RESULT is left to say."
    ),
    "deal": Place(EVENING, "evening", "Record a deal: who called what, with whom, and the calling side's card points."),
    "redeal": Place(
        EVENING,
        "evening",
        "Record cards dealt and not played: all passed, a poor hand, a misdeal, annulled by a ruling.",
    ),
    "penalty": Place(
        EVENING,
        "evening",
        "Take units from a player who erred; the others of the next deal share them, or nobody gets them.",
    ),
    "adjust": Place(EVENING, "evening", "Set units by ruling: opening balances, a correction that no deal explains."),
    "pad": Place(
        EVENING, "pad", "Keep score line by line: everybody's units are shown while you type, Enter records the deal."
    ),
    "undo": Place(
        EVENING,
        "undoing",
        "Take back the newest step of the scorebook, or the newest N: a deal, a correction, an import.",
    ),
    "redo": Place(EVENING, "undoing", "Do again what was undone last, unless something was recorded since."),
    "void": Place(EVENING, "corrections", "Strike a record out."),
    "edit": Place(EVENING, "corrections", "Put a recorded deal right: what is not said stays."),
    "insert": Place(
        EVENING,
        "inserting",
        "Put a forgotten deal in before another one, whose number it gets; what comes after it moves up.",
    ),
    "reassign": Place(
        EVENING,
        "reassigning",
        "Put records to who was really there, as deals of Bruno's that were Anna's; undo takes it back.",
    ),
    "carry": Place(
        EVENING,
        "corrections",
        "Count deals again whose carry a correction has changed; without --reason, only say which.",
    ),
    "history": Place(
        EVENING, "corrections", "Every step of the match: what was done, when and why, and what was taken back."
    ),
    "serve": Place(
        EVENING,
        "scorer.phones.commands.serve",
        "Let phones record at the table: it shows a code for every open match, for the camera of a phone.",
    ),
    "sheet": Place(
        RESULTS, "sheet_commands", "Show the score sheet as on paper: a row a deal, a column a player, running units."
    ),
    "settle": Place(
        RESULTS,
        "settling",
        "Say who pays whom, in the fewest payments: of a match, of several together, or of a season.",
    ),
    "finish": Place(RESULTS, "sheet_commands", "Close a match: it takes no more deals until it is reopened."),
    "reopen": Place(RESULTS, "sheet_commands", "Go on with a finished match; the last one when none is named."),
    "explain": Place(
        RESULTS,
        "sheet_commands",
        "Show how a deal came to its units: the band of the bid, the slam, the shares, the carry.",
    ),
    "seating": Place(
        RESULTS,
        "sheet_commands",
        "Seat so many players for so many rounds, so that few meet twice and byes are shared out.",
    ),
    "import": Place(
        FILES,
        "import_command",
        "Take in deals that were kept elsewhere: all of a file, or nothing while anything in it is wrong.",
    ),
    "export": Place(FILES, "export_command", "Write a CSV file: UTF-8, commas, ISO dates, plain numbers."),
    "report": Place(
        FILES,
        "almanac",
        "Write the almanac of a season: who won, its story, standings, bids, matches, everybody's figures.",
    ),
    "backup": Place(
        FILES, "housekeeping", "Copy the scorebook to a file, as it is at this moment; others may go on recording."
    ),
    "restore": Place(FILES, "housekeeping", "Put a backup in place of the scorebook, or make one of it."),
    "check": Place(
        FILES,
        "housekeeping",
        "Reckon every payout again from the facts and the frozen variant, and hold the rows against all laws.",
    ),
    "demo": Place(
        HOUSE, "demo", "Show a sample league: its open match, a deal, who pays whom, standings, bids, a player."
    ),
    "dashboard": Place(
        HOUSE, "dashboard", "Show the league in a browser, live: it reads the scorebook and never writes."
    ),
}
# The groups of commands: their panel, module and its name there, and what the help says of them.
GROUPS: Final = {
    "tournament": (
        EVENING,
        "scorer.tournaments.commands",
        "app",
        "A tournament from the entries to the podium. show says where it stands, and what comes next.",
    ),
    "match": (EVENING, "match_edit", "app", "A match put right that was started with a wrong name, day, league, end."),
    "access": (HOUSE, "scorer.phones.commands.access", "app", "Codes with which phones record: list, show, withdraw."),
    "league": (HOUSE, "housekeeping", "leagues", "Leagues: list, add, rename."),
    "player": (HOUSE, "housekeeping", "players", "Players: list, rename, merge, hide."),
    "variant": (HOUSE, "rule_files", "variants", "Payout tables: list, show, prove and add variants."),
    "format": (HOUSE, "rule_files", "formats", "How tournaments are played: list, show, check and add formats."),
    "rankings": (HOUSE, "rule_files", "rankings", "What a ranking counts: list, show, check and add rankings."),
    "db": (HOUSE, "housekeeping", "database", "The scorebook itself."),
}


def in_order() -> dict[str, Place]:
    """The place of every command in the order of the help; those of statistics are what their files declare."""
    from scorer.stats.describe import commands

    statistics = {name: Place(RESULTS, "statistics", commands.command(name).sentence) for name in commands.names()}
    others = list(PLACES.items())
    at = list(PLACES).index(FIRST_OF_OTHER_RESULTS)
    return {**dict(others[:at]), **statistics, **dict(others[at:])}
