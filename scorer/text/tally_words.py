"""What is counted of each player in a match, in words: units, deals won, card points taken or written on paper."""

from typing import Final, NamedTuple

from scorer.language import N_, _, ngettext


class TallyWords(NamedTuple):
    """How a tally is called: its `name`, whoever has the `most`; beside units, a `line` of text and a `note`."""

    name: str
    most: str
    line: str = ""
    note: str = ""


# By the tallies of `scorer.rules.ending.RACES`; below the units of a sheet their own words are the heads of rows.
TALLY_WORDS: Final = {
    N_("units"): TallyWords(N_("units"), N_("most units")),
    N_("won"): TallyWords(N_("won"), N_("most deals won"), N_("Won: {players}"), N_("won {number}")),
    N_("taken"): TallyWords(N_("taken"), N_("most card points"), N_("Taken: {players}"), N_("taken {number}")),
    N_("paper"): TallyWords(N_("on paper"), N_("most on paper"), N_("On paper: {players}"), N_("on paper {number}")),
}


def tally_words(tally: str, number: int) -> str:
    """What somebody has beside units: `2 won`, `74 taken`, `74 on paper`."""
    if tally == "won":
        return ngettext("{count} won", "{count} won", number)
    return _("{count} on paper", count=number) if tally == "paper" else _("{count} taken", count=number)
