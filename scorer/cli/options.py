"""Options that several commands share: the facts of a deal beside CALLER BID PARTNER RESULT."""

from typing import Annotated

import typer

from scorer.cli import complete

CalledOption = Annotated[str, typer.Option("--called", metavar="CARD", help="The card called, as in '2 coins'.")]
SlamOption = Annotated[bool | None, typer.Option("--slam/--no-slam", help="One side took everything, or it did not.")]
DealerOption = Annotated[
    str,
    typer.Option(
        "--dealer", metavar="PLAYER", help="Who dealt, if not whose turn it was.", shell_complete=complete.seated
    ),
]
OutOption = Annotated[
    str, typer.Option("--out", metavar="PLAYER", help="Who rests, if not the dealer.", shell_complete=complete.seated)
]
TimesOption = Annotated[str, typer.Option("--times", metavar="N", help="What the deal counts, if not the carry.")]
NoteOption = Annotated[str, typer.Option("--note", metavar="TEXT", help="Anything worth remembering.")]
