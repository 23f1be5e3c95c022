"""The table of contents of `scorer`: where each command is found, and what the help says of it."""

from typing import Final

EVENING, RESULTS, FILES, HOUSE = "The evening", "Results", "Files", "Keeping house"
# Where each command is found, in the order of the help: the panel there, and the module of scorer.cli. A module is
# loaded when one of its commands is called: the table does not wait for the other forty.
PLACES: Final[dict[str, tuple[str, str]]] = {
    **dict.fromkeys(("start", "seats"), (EVENING, "seats")),
    **dict.fromkeys(("call", "deal", "redeal", "penalty", "adjust"), (EVENING, "evening")),
    "pad": (EVENING, "pad"),
    **dict.fromkeys(("undo", "redo", "void", "edit"), (EVENING, "corrections")),
    "reassign": (EVENING, "reassigning"),
    **dict.fromkeys(("carry", "history"), (EVENING, "corrections")),
    "serve": (EVENING, "serve"),
    **dict.fromkeys(
        ("standings", "rating", "luck", "bids", "calls", "players", "pairs", "matches", "records"),
        (RESULTS, "statistics"),
    ),
    "recount": (RESULTS, "recount"),
    "ranking": (RESULTS, "ranking"),
    "chances": (RESULTS, "chances"),
    **dict.fromkeys(("sheet", "settle", "finish", "reopen", "explain", "seating"), (RESULTS, "sheet_commands")),
    "import": (FILES, "import_command"),
    "export": (FILES, "export_command"),
    "report": (FILES, "almanac"),
    **dict.fromkeys(("backup", "restore", "check"), (FILES, "housekeeping")),
    "demo": (HOUSE, "demo"),
    "dashboard": (HOUSE, "dashboard"),
}
# The groups of commands: their panel, module and its name there, and what the help says of them.
GROUPS: Final = {
    "tournament": (
        EVENING,
        "tournament",
        "app",
        "A tournament from the entries to the podium. show says where it stands, and what comes next.",
    ),
    "access": (HOUSE, "access", "app", "Codes with which phones record: list, show, withdraw."),
    "league": (HOUSE, "housekeeping", "leagues", "Leagues: list, add, rename."),
    "player": (HOUSE, "housekeeping", "players", "Players: list, rename, merge, hide."),
    "variant": (HOUSE, "rule_files", "variants", "Payout tables: list, show, prove and add variants."),
    "format": (HOUSE, "rule_files", "formats", "How tournaments are played: list, show, check and add formats."),
    "rankings": (HOUSE, "rule_files", "rankings", "What a ranking counts: list, show, check and add rankings."),
    "db": (HOUSE, "housekeeping", "database", "The scorebook itself."),
}
# What the help of `scorer` says of each, so that it loads none of them: the first sentence of the command's own help.
SENTENCES: Final = {
    "start": "Start a match: who sits where, under which variant, until when.",
    "seats": "Change who sits there: late arrivals, leavers, substitutes.",
    "call": "Keep who called what while the deal is played; then only PARTNER RESULT is left to say.",
    "deal": "Record a deal: who called what, with whom, and the calling side's card points.",
    "redeal": "Record cards dealt and not played: all passed, a poor hand, a misdeal, annulled by a ruling.",
    "penalty": "Take units from a player who erred; the others of the next deal share them, or nobody gets them.",
    "adjust": "Set units by ruling: opening balances, a correction that no deal explains.",
    "pad": "Keep score line by line: everybody's units are shown while you type, Enter records the deal.",
    "undo": "Take back the last step, or the last N: a deal, a call, a change of seats.",
    "redo": "Do again what was undone last.",
    "void": "Strike a record out.",
    "edit": "Put a recorded deal right: what is not said stays.",
    "reassign": "Put records to who was really there, as deals of Bruno's that were Anna's; undo takes it back.",
    "carry": "Count deals again whose carry a correction has changed; without --reason, only say which.",
    "history": "Every step of the match: what was done, when and why, and what was taken back.",
    "serve": "Let phones record at the table: it shows a code for every open match, for the camera of a phone.",
    "standings": "Show who stands where: units, deals, how often each calls and makes it, slams.",
    "rating": "Show who plays better: units per deal whoever else sat there, in which role, under which payout table.",
    "luck": "Show what everybody's units are made of: play, who else sat there, roles, slams, carries, cards.",
    "bids": "Show every bid in the order of the auction: how often it is called and made, and by how much.",
    "calls": "Show who makes more of the same bids than others, and who calls too low or too high.",
    "players": "Show every player by role; or everything about one: bids, records, with and against whom, matches.",
    "pairs": "Show callers with their partners; where nobody calls, who plays with and against whom.",
    "matches": "List the matches: their numbers, day, variant, deals, whether they are open, who leads.",
    "records": "Show the records of all time: streaks, evenings, bids, slams, finishes, comebacks; or the awards.",
    "recount": "Show who would stand where by the same deals under another payout table.",
    "ranking": "Show the ranking across tournaments and seasons: ranking points of places, the best of a window.",
    "chances": "Show how likely each place in the open match is, by playing its rest thousands of times.",
    "sheet": "Show the score sheet as on paper: a row a deal, a column a player, running units.",
    "settle": "Say who pays whom, in the fewest payments; of several matches together where several are named.",
    "finish": "Close a match: it takes no more deals until it is reopened.",
    "reopen": "Go on with a finished match; the last one when none is named.",
    "explain": "Show how a deal came to its units: the band of the bid, the slam, the shares, the carry.",
    "seating": "Seat so many players for so many rounds, so that few meet twice and byes are shared out.",
    "import": "Take in deals that were kept elsewhere: all of a file, or nothing while anything in it is wrong.",
    "export": "Write a CSV file: UTF-8, commas, ISO dates, plain numbers.",
    "report": "Write the almanac of a season: who came first, its story, standings, bids, every match, "
    "everybody's figures.",
    "backup": "Copy the scorebook to a file, as it is at this moment; others may go on recording.",
    "restore": "Put a backup in place of the scorebook, or make one of it.",
    "check": "Reckon every payout again from the facts and the frozen variant, and hold the rows against all laws.",
    "demo": "Show a sample league: its open match, a deal, who pays whom, standings, bids, a player.",
    "dashboard": "Show the league in a browser, live: it reads the scorebook and never writes.",
}
