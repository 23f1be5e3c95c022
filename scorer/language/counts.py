"""Counted things, with their numbers: `1 deal`, `12 deals`."""

from scorer.language import ngettext


def deals(count: float) -> str:
    """`1 deal`, `12 deals`."""
    return ngettext("{count} deal", "{count} deals", count)


def matches(count: float) -> str:
    """`1 match`, `12 matches`."""
    return ngettext("{count} match", "{count} matches", count)


def evenings(count: float) -> str:
    """`1 evening`, `12 evenings`."""
    return ngettext("{count} evening", "{count} evenings", count)


def deals_and_matches(deals_count: int, matches_count: int) -> list[str]:
    """`12 deals` and `3 matches`; neither where there is none."""
    return [counted(count) for counted, count in ((deals, deals_count), (matches, matches_count)) if count > 0]


def calls(count: float) -> str:
    """`1 call`, `12 calls`."""
    return ngettext("{count} call", "{count} calls", count)


def payments(count: float) -> str:
    """`1 payment`, `12 payments`."""
    return ngettext("{count} payment", "{count} payments", count)


def players(count: float) -> str:
    """`1 player`, `12 players`."""
    return ngettext("{count} player", "{count} players", count)


def card_points(count: float) -> str:
    """`1 card point`, `12 card points`."""
    return ngettext("{count} card point", "{count} card points", count)


def others(count: float) -> str:
    """`1 other`, `12 others`."""
    return ngettext("{count} other", "{count} others", count)


def pairs(count: float) -> str:
    """`1 pair`, `12 pairs`."""
    return ngettext("{count} pair", "{count} pairs", count)


def teams(count: float) -> str:
    """`1 team`, `12 teams`."""
    return ngettext("{count} team", "{count} teams", count)


def placement_points(count: float, written: object = None) -> str:
    """`1 placement point`, `12 placement points`; the number as it is `written`, where that is said."""
    number = count if written is None else written
    return ngettext("{count} placement point", "{count} placement points", count, count=number)


def wins(count: float, written: object = None) -> str:
    """`1 win`, `12 wins`; the number as it is `written`, where that is said."""
    return ngettext("{count} win", "{count} wins", count, count=count if written is None else written)


def units(count: float, written: object = None) -> str:
    """`1 unit`, `12 units`; the number as it is `written`, where that is said."""
    return ngettext("{count} unit", "{count} units", count, count=count if written is None else written)


def minutes(count: float) -> str:
    """`1 minute`, `12 minutes`."""
    return ngettext("{count} minute", "{count} minutes", count)


def records(count: float) -> str:
    """`1 record`, `12 records`."""
    return ngettext("{count} record", "{count} records", count)


def entrants(count: float) -> str:
    """`1 entrant`, `12 entrants`."""
    return ngettext("{count} entrant", "{count} entrants", count)


def rounds(count: float) -> str:
    """`1 round`, `12 rounds`."""
    return ngettext("{count} round", "{count} rounds", count)


def tables(count: float) -> str:
    """`1 table`, `12 tables`."""
    return ngettext("{count} table", "{count} tables", count)


def places(count: float) -> str:
    """`1 place`, `12 places`."""
    return ngettext("{count} place", "{count} places", count)


def leagues(count: float) -> str:
    """`1 league`, `12 leagues`."""
    return ngettext("{count} league", "{count} leagues", count)


def tournaments(count: float) -> str:
    """`1 tournament`, `12 tournaments`."""
    return ngettext("{count} tournament", "{count} tournaments", count)
