"""`scorer demo`: the sample leagues, looked at and played on by the commands themselves, in a throw-away scorebook.

One that is kept, and that of the dashboard, have besides what wings bring of their own: played by commands too.
"""

import contextlib
import io
import shlex
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from db.address import is_url
from scorer.atomic_file import check_folder
from scorer.cli import complete
from scorer.cli.context import Settings, say, settings
from scorer.cli.options import option
from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _
from scorer.scorebook import Book
from scorer.scorebook.new_scorebook import is_unused
from scorer.wings import Sample, there

app = typer.Typer()

TOUR = (
    "",
    "deal cesira 83",
    "sheet",
    "settle",
    "standings --variant chiamata",
    "bids --variant chiamata",
    "players furio --variant chiamata",
)
THROWN_AWAY = N_("That was an invented club, in a throw-away scorebook.")
KEEPS = N_("scorer demo --keep FILE keeps it.")
GO_ON = N_("""\
Look around in it with scorer --db FILE.
Your own evening begins with

  scorer start NAME --players "Anna,Bruno,Carla,Dario,Elena"
  scorer pad

scorer alone says where the evening stands.
scorer --help lists the commands, scorer COMMAND --help explains one.
Other payout tables: scorer variant list.
What you have on paper, or in a table: scorer import --help.""")
KEPT = N_("The sample league is in {path}. Have a look: scorer --db {quoted} standings")


@app.command()
def demo(
    ctx: typer.Context,
    keep: Annotated[
        str, option("--keep", "FILE", "Keep the sample league in this new scorebook.", complete.files)
    ] = "",
) -> None:
    """Show a sample league: its open match, a deal, who pays whom, standings, bids, a player. Nothing is kept."""
    if keep:
        kept = check_new_server(keep) if is_url(keep) else check_new_file(Path(keep))
        load(settings(ctx), keep).book.close()
        say(_(KEPT, path=kept, quoted=shlex.quote(kept)))
    else:
        with tempfile.TemporaryDirectory() as folder:
            shared = load(settings(ctx), Path(folder) / "demo.db", leagues_alone=True)  # of which alone the tour tells
            for line in TOUR:
                say(f"$ scorer {line}".rstrip())
                if code := shared.run(shlex.split(line)):
                    raise typer.Exit(code)
                say("")
            shared.book.close()
        more = [sample.sentence for sample in _brought()]
        say(_(THROWN_AWAY), *map(_, more or [KEEPS]), _(GO_ON))


def check_new_file(path: Path) -> str:
    """The path of a new file, as a text; raises RefusedError where there is one, or no folder for it."""
    if path.exists():
        raise RefusedError(_("{path} is there already; name a new file", path=path))
    check_folder(path, path)
    return str(path)


def check_new_server(address: str) -> str:
    """The address without its password; raises RefusedError where something was recorded there already."""
    there = Book(address)
    try:
        if not is_unused(there):
            raise RefusedError(
                _("{scorebook} has a club in it already; name a new, empty database", scorebook=there.label)
            )
    finally:
        there.close()
    return there.label


def load(here: Settings, where: Path | str, *, leagues_alone: bool = False) -> Settings:
    """A scorebook there with the sample league in it and the one of other games; and what wings bring besides."""
    shared = Settings(db=str(where), no_input=True, root=here.root, match="")  # SCORER_MATCH is of another scorebook
    texts = [] if leagues_alone else [commands(brought.folder).read_text(encoding="utf-8") for brought in _brought()]
    played = [line for text in texts for line in text.splitlines()]
    for words in (["import", str(season())], ["import", str(games())], *map(shlex.split, played)):
        complained = io.StringIO()  # what is worth knowing at a desk, and is nobody's concern here
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(complained):
            code = shared.run(words)
        if code:
            typer.echo(complained.getvalue(), err=True, nl=False)
            raise typer.Exit(code)
    return shared


def season() -> Path:
    """The folder of the sample league: inside the package where it was installed, beside it in a checkout."""
    return _sample("season")


def games() -> Path:
    """The folder of the league of games without a called partner."""
    return _sample("games")


def commands(folder: str) -> Path:
    """The commands of a sample that no file of ours brings in, a line each."""
    return _sample(folder) / "commands.txt"


def _brought() -> list[Sample]:
    """What the installed wings bring of their own."""
    return [wing.sample for wing in there() if wing.sample]


def _sample(name: str) -> Path:
    package = Path(__file__).parent.parent
    for folder in (package / "sample_data", package.parent / "sample_data"):
        if (folder / name).is_dir():
            return folder / name
    raise NotFoundError(_("the sample league is not in this installation; install the program again"))
