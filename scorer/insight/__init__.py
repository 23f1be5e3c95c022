"""What a season tells beyond its figures: who plays better, what is luck, what pays, who may still win."""

from typing import Final

OF_LEAGUE: Final = {"rating": False, "awards": True}  # what the almanac has of a league, and if in its chapter too
