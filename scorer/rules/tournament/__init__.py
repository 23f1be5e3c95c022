"""Tournaments: formats as values, and what follows from what happened at the tables."""

from scorer.rules.tournament.accounts import matches_played, table_yield
from scorer.rules.tournament.actions import (
    Action,
    CutChange,
    SeatChange,
    counting_play_offs,
    lapsed_play_offs,
    next_action,
    play_off_due,
    seating_changed,
)
from scorer.rules.tournament.cutting import GoesOn, Reason, cut
from scorer.rules.tournament.drawing import draw, uneven
from scorer.rules.tournament.format import CutRule, Format, Missed, Settings, Stage
from scorer.rules.tournament.format_reading import parse_format
from scorer.rules.tournament.standings import classification, individuals, standings
from scorer.rules.tournament.state import (
    current_stage,
    is_over,
    lot,
    missing_results,
    players_of,
    rounds_left,
    rounds_of,
    stage_reached,
)
from scorer.rules.tournament.values import (
    Cut,
    Decision,
    Entrant,
    Line,
    Number,
    Penalty,
    PlayedRound,
    PlayOff,
    Progress,
    Standing,
    Table,
)

__all__ = [
    "Action",
    "Cut",
    "CutChange",
    "CutRule",
    "Decision",
    "Entrant",
    "Format",
    "GoesOn",
    "Line",
    "Missed",
    "Number",
    "Penalty",
    "PlayOff",
    "PlayedRound",
    "Progress",
    "Reason",
    "SeatChange",
    "Settings",
    "Stage",
    "Standing",
    "Table",
    "classification",
    "counting_play_offs",
    "current_stage",
    "cut",
    "draw",
    "individuals",
    "is_over",
    "lapsed_play_offs",
    "lot",
    "matches_played",
    "missing_results",
    "next_action",
    "parse_format",
    "play_off_due",
    "players_of",
    "rounds_left",
    "rounds_of",
    "seating_changed",
    "stage_reached",
    "standings",
    "table_yield",
    "uneven",
]
