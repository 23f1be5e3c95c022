"""A whole scorebook as a folder of plain files, there whole or not at all."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from scorer.atomic_file import check_folder, copy_permissions, folder_beside, take_place
from scorer.errors import RefusedError, UnwritableError
from scorer.exchange.csv_writer import FlatTable, write_csv
from scorer.exchange.own.deals_csv import EDITIONS, editions_table
from scorer.exchange.own.matches_csv import matches_table
from scorer.exchange.own.payments_csv import PAYMENTS, payment_rows
from scorer.exchange.own.payouts_csv import PAYOUTS, payout_rows
from scorer.language import N_, _
from scorer.scorebook import many_matches
from scorer.scorebook.payments import payments
from scorer.stats.describe.commands import with_line

if TYPE_CHECKING:
    from scorer.scorebook.transaction import Transaction

DEALS_FILE, MATCHES_FILE, PLAYERS_FILE, LEAGUES_FILE = "deals.csv", "matches.csv", "players.csv", "leagues.csv"
PAYOUTS_FILE, PAYMENTS_FILE = "payouts.csv", "payments.csv"
KEPT_FILES = (DEALS_FILE, MATCHES_FILE, PLAYERS_FILE, LEAGUES_FILE, PAYOUTS_FILE, PAYMENTS_FILE)
VARIANTS_FOLDER, SUFFIX = "variants", ".toml"
PLAYERS = ("player", "hidden", "merged_into")
LEAGUES = ("league", "variant", "unit_value_cents", "currency")
_UNFIT = re.compile(r'[\x00-\x1f<>:"/\\|?*%]|^\.|[. ]$')


def kept_tables(transaction: "Transaction") -> Iterator[tuple[str, FlatTable]]:
    """The files that hold what the scorebook holds, by name, and the payouts; payments where there are any."""
    chosen = many_matches.heads(transaction)
    sides, sheets = (many_matches.has(transaction, chosen, fact, ever=True) for fact in ("sides", "deals"))
    yield DEALS_FILE, editions_table(many_matches.editions(transaction, chosen), sides=sides, sheets=sheets)
    yield MATCHES_FILE, matches_table(many_matches.standing(transaction, chosen, own=True))
    yield PLAYERS_FILE, (PLAYERS, many_matches.people(transaction))
    yield LEAGUES_FILE, (LEAGUES, [league[1:] for league in many_matches.leagues(transaction)])  # all but its id
    if paid := [payment for payment in payments(transaction, own_names=True) if payment.matches]:
        yield PAYMENTS_FILE, (PAYMENTS, payment_rows(paid, chosen))
    yield PAYOUTS_FILE, (PAYOUTS, payout_rows(many_matches.records(transaction, chosen)))


def derived_files() -> dict[str, str]:
    """The statistics that are written beside what is kept, by their files."""
    names = {f"{name}.csv": name for name in with_line("exported = true")}
    taken = {file: f"{file.removesuffix('s.csv')}-statistics.csv" for file in KEPT_FILES}
    return {taken.get(file, file): name for file, name in names.items()}


def variant_file(label: str) -> str:
    """The file name of a variant: its label; what no file name may have is written %XX."""
    return _UNFIT.sub(lambda unfit: quote(unfit[0], safe="").replace(".", "%2E"), label) + SUFFIX


def write_folder(
    path: Path, tables: Iterable[tuple[str, FlatTable]], variants: Mapping[str, str], *, force: bool
) -> None:
    """Write these files, by name, and the variants, by label, as the folder at `path`.

    Raises RefusedError for a path that is taken: `force` replaces an export and nothing else.
    """
    with _whole_folder(path, force=force) as draft:
        for name, (header, cells) in tables:
            with _private(draft / name).open("w", encoding="utf-8", newline="") as file:
                write_csv(file, header, cells)
        (draft / VARIANTS_FOLDER).mkdir(mode=0o700)
        for label, text in variants.items():
            place = draft / VARIANTS_FOLDER / variant_file(label)
            with _private(place).open("w", encoding="utf-8", newline="") as file:
                file.write(text)


def _private(path: Path) -> Path:
    """The path of a new, empty file that its owner alone can read."""
    path.touch(mode=0o600, exist_ok=False)
    return path


@contextmanager
def _whole_folder(path: Path, *, force: bool) -> Iterator[Path]:
    """A new folder that takes the place of `path` when the block ends well, and leaves nothing otherwise.

    It is its owner's alone; one that replaces another has the permissions of that, file by file.
    """
    try:
        path = path.resolve()
        _check_free(path, force=force)
        check_folder(path, path)
        with folder_beside(path) as folder:
            new = folder / "new"
            new.mkdir(mode=0o700)
            yield new
            _take_place(new, path, folder / "old")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnwritableError(_("{path} cannot be written: {reason}", path=path, reason=reason)) from error


def _take_place(new: Path, path: Path, aside: Path) -> None:
    """Put `new` at `path`; what was there goes aside, and comes back when that fails."""
    if not path.exists():
        take_place(new, path)
        return
    copy_permissions(path, new)
    path.rename(aside)
    try:
        take_place(new, path)
    except OSError:
        aside.rename(path)
        raise


def _check_free(path: Path, *, force: bool) -> None:
    """Raise RefusedError for a path that a new export may not have."""
    if not path.exists():
        return
    if not path.is_dir():
        raise RefusedError(_("{path} is a file; name a folder", path=path))
    if path == Path.cwd() or path in Path.cwd().parents:
        raise RefusedError(_("{path} is the folder you are in; name another", path=path))
    there = sorted(path.iterdir())
    if there and not force:
        raise RefusedError(_("{path} is there already; --force replaces an export", path=path))
    foreign = [entry.name for entry in there if not _is_ours(entry)]
    if foreign or (there and not _holds_editions(path / DEALS_FILE)):
        template = N_("{path} is no export (it has {file}) and stays as it is; name another folder")
        if not foreign:
            template = N_("{path} is no export (it has no {file} of an export) and stays as it is; name another folder")
        raise RefusedError(_(template, path=path, file=foreign[0] if foreign else DEALS_FILE))


def _is_ours(entry: Path) -> bool:
    """Whether an export writes such a file or folder."""
    if entry.name == VARIANTS_FOLDER:
        return entry.is_dir() and all(inside.is_file() and inside.suffix == SUFFIX for inside in entry.iterdir())
    return entry.is_file() and entry.name in {*KEPT_FILES, *derived_files()}


def _holds_editions(path: Path) -> bool:
    """Whether a file begins as the deals of an export do."""
    header = ",".join(EDITIONS).encode()
    try:
        with path.open("rb") as file:
            return file.read(len(header)) == header
    except OSError:
        return False
