"""Tournaments: formats as values, and what follows from what happened at the tables."""

from scorer.rules.tournament.accounts import matches_played
from scorer.rules.tournament.actions import (
    Action,
    Change,
    counting_play_offs,
    lapsed_play_offs,
    next_action,
    play_off_due,
    seating_changed,
)
from scorer.rules.tournament.cutting import CutResult, cut
from scorer.rules.tournament.drawing import draw, duels_of, uneven
from scorer.rules.tournament.format import CutRule, Format, Missed, Settings, Stage
from scorer.rules.tournament.format_reading import parse_format
from scorer.rules.tournament.lots import lot
from scorer.rules.tournament.standings import Individual, classification, individuals, standings
from scorer.rules.tournament.state import (
    current_stage,
    is_over,
    missing_results,
    players_of,
    rounds_left,
    rounds_of,
    stage_reached,
)
from scorer.rules.tournament.values import (
    Cut,
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
from scorer.rules.tournament.yields import table_yield

__all__ = [
    "Action",
    "Change",
    "Cut",
    "CutResult",
    "CutRule",
    "Entrant",
    "Format",
    "Individual",
    "Line",
    "Missed",
    "Number",
    "Penalty",
    "PlayOff",
    "PlayedRound",
    "Progress",
    "Settings",
    "Stage",
    "Standing",
    "Table",
    "classification",
    "counting_play_offs",
    "current_stage",
    "cut",
    "draw",
    "duels_of",
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
