"""`scorer format` and `scorer rankings`: files of rules of tournaments, shipped and of one's own."""

from typing import Any

import typer

from scorer.cli import complete
from scorer.cli.rule_files import add_keeping, add_looking
from scorer.tournaments.text.rule_files import FORMATS, RANKINGS
from scorer.wings import absent_with


def _formats() -> tuple[Any, Any]:
    from scorer.tournaments.text import format_page

    return FORMATS, format_page


def _rankings() -> tuple[Any, Any]:
    from scorer.tournaments.text import ranking_page

    return RANKINGS, ranking_page


formats = typer.Typer()
add_looking(formats, "format", _formats, complete.of_files("formats"))
add_keeping(formats, _formats, "scorer tournament new NAME --format")
if not absent_with("format try"):
    from scorer.tournaments.commands.format_trial import try_formats

    formats.command("try")(try_formats)

rankings = typer.Typer()
add_looking(rankings, "rankings", _rankings, complete.of_files("rankings"))
add_keeping(rankings, _rankings, "scorer ranking NAME")
