"""A picture to send: which file it goes to, and how it is written."""

from pathlib import Path
from typing import Annotated, Final

import typer

from scorer import atomic_file
from scorer.cli import complete
from scorer.cli.context import book, notice, say
from scorer.cli.options import goes_with, option
from scorer.errors import RefusedError
from scorer.language import _
from scorer.language.lists_numbers_dates import either

PICTURES: Final = (".png", ".svg")
ImageOption = Annotated[str | None, option("--image", "FILE", "As a picture to send: .png or .svg.", complete.files)]


def check_picture(image: str | None, *, force: bool) -> None:
    """Raise RefusedError for a file that is no picture, and for `force` without one."""
    if image is None:
        if force:
            raise goes_with("--force", "--image")
    elif Path(image).suffix.lower() not in PICTURES:
        raise RefusedError(
            _("'{file}': a picture is a file that ends in {endings}", file=image, endings=either(PICTURES))
        )


def write_picture(ctx: typer.Context, svg: str, image: str, *, force: bool, done: str) -> None:
    """Write a picture, whole or not at all, and never in place of the scorebook; then say what is `done`."""
    from scorer.paper.picture import needs_other_fonts, png
    from scorer.scorebook.backups import check_two_files

    path = Path(image)
    is_png = path.suffix.lower() == PICTURES[0]
    check_two_files(book(ctx), path)
    with atomic_file.whole_path(path, force=force, shared=True) as draft:
        draft.write_bytes(png(svg) if is_png else svg.encode())
    if is_png and needs_other_fonts(svg):
        notice(
            _(
                "{path}: some letters come from the fonts of this computer; where it has none they are empty boxes",
                path=path,
            )
        )
    say(done)
