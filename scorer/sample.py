"""Where the sample league is: an invented season, in the form of `scorer export all`."""

from pathlib import Path

from scorer.errors import NotFoundError


def season() -> Path:
    """The folder of the sample season: inside the package where it was installed, beside it in a checkout."""
    package = Path(__file__).parent
    for folder in (package / "sample_data", package.parent / "sample_data"):
        if (folder / "season").is_dir():
            return folder / "season"
    raise NotFoundError("the sample league is not in this installation; install the program again")
