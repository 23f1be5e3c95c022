"""Players and leagues: what they are called. Who is who: merging.py."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either, listed, number
from scorer.match.facts import League
from scorer.match.names import (
    alphabetical,
    check_new_player,
    clean,
    clean_player,
    find,
    fold,
    meant_by,
    printable,
    shown,
)
from scorer.rule_files import VARIANTS, is_path
from scorer.rules.cards import read_number
from scorer.rules.ending import NO_END
from scorer.rules.errors import UnreadableError, advice
from scorer.scorebook import rows
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import left_behind
from scorer.text.numbers import EURO
from scorer.text.step_words import did

MAIN_LEAGUE = "main"
MAIN_VARIANT = "chiamata"
MOST_CENTS = 10**9
_MONEY = re.compile(r"(\d*)(?:[.,](\d{1,2}))?(?: ?\u20ac)?")
_KEY_TAKEN = "SELECT id FROM player WHERE key = :key AND id <> :player"
_SHOWN = "SELECT name FROM player WHERE merged_into IS NULL AND hidden <= :hidden"


def find_league(transaction: Transaction, name: str = "") -> League:
    """The league of this name, or the only one with a word that begins so; without a name the oldest.

    Raises NotFoundError.
    """
    known = {league.name: league for league in rows.leagues(transaction)}
    if not name.strip() and known:
        return min(known.values(), key=lambda league: league.id)
    meant = meant_by(name, list(known))
    if len(meant) > 1:
        raise NotFoundError(
            _("league '{league}' could be {leagues}: type more letters", league=printable(name), leagues=either(meant))
        )
    if not meant:
        makes_one = advice("league_add")
        if not known:
            raise NotFoundError(_("no league '{league}': there is none yet", league=printable(name)), makes_one)
        template = N_("no league '{league}': there is {leagues}")
        if len(known) > 1:
            template = N_("no league '{league}': there are {leagues}")
        raise NotFoundError(_(template, league=printable(name), leagues=listed(list(known))), makes_one)
    return known[meant[0]]


def is_main(name: str) -> bool:
    """Whether this names the league that every scorebook begins with; no name does."""
    return fold(name) in {"", MAIN_LEAGUE}


def make_main(transaction: Transaction) -> None:
    """Make the league that every scorebook begins with, where there is none yet."""
    if not rows.leagues(transaction):
        rows.insert_league(transaction, name=MAIN_LEAGUE, key=MAIN_LEAGUE, variant=MAIN_VARIANT)


def read_unit_value(text: str) -> int:
    """Read money per unit, `0.50`, `0,50` or `none`, as integer cents; raises UnreadableError."""
    if text.strip().casefold() in {NO_END, _(NO_END)}:  # the word for no end is that for no money
        return 0
    money = _MONEY.fullmatch(text.strip())
    if not money:
        template = N_("unit value '{amount}': say money with at most two decimals, as in 0.50")
        raise UnreadableError(_(template, amount=shown(text)))
    whole, part = read_number(money[1] or "0"), int((money[2] or "").ljust(2, "0"))
    if whole is None or whole * 100 + part > MOST_CENTS:
        most = number(MOST_CENTS / 100, 2)
        raise UnreadableError(_("unit value '{amount}': at most {most} is kept", amount=shown(text), most=most))
    return whole * 100 + part


def read_currency(text: str) -> str:
    """Read a currency by its three letters; raises UnreadableError."""
    code = text.strip().upper().replace("\u20ac", EURO)
    if not (code.isascii() and code.isalpha() and len(code) == 3):  # noqa: PLR2004 - ISO 4217
        raise UnreadableError(_("currency '{currency}': say its three letters, as in EUR", currency=shown(text)))
    return code


def check_new_league(name: str, variant: str) -> None:
    """Raise ScorerError for what is wrong with a new league by itself, before a scorebook is made for it."""
    clean(name, "league name")
    if is_path(variant):
        raise RefusedError(
            _("'{path}' is a file, and a league keeps a variant by its name", path=variant), advice("variant_add")
        )
    VARIANTS.load(variant)


def add_league(transaction: Transaction, name: str, variant: str, unit_value_cents: int, currency: str) -> League:
    """Make a league; raises RefusedError for a name that is taken."""
    check_new_league(name, variant)
    make_main(transaction)
    free = _free_league_name(transaction, name)
    made = rows.insert_league(
        transaction,
        name=free,
        key=" ",
        variant=VARIANTS.read_text(variant)[0],
        unit_value_cents=unit_value_cents,
        currency=currency,
        removed=True,
    )
    # Taking the step back removes the league again, and frees its name: no name folds to this key.
    rows.set_columns(transaction, "league", made, {"key": f" {made}"})
    deed = did("league_added", league=free)
    change(transaction, deed, "league", made, name=free, key=fold(free), removed=False)
    return find_league(transaction, free)


def rename_league(transaction: Transaction, name: str, new_name: str) -> tuple[str, str]:
    """Give a league another name; returns the old and the new one."""
    league = find_league(transaction, name)
    free = _free_league_name(transaction, new_name, but=league.name)
    deed = did("league_renamed", old=league.name, new=free)
    change(transaction, deed, "league", league.id, name=free, key=fold(free))
    return league.name, free


def _free_league_name(transaction: Transaction, name: str, but: str = "") -> str:
    free = clean(name, "league name")
    if any(fold(league.name) == fold(free) != fold(but) for league in rows.leagues(transaction)):
        raise RefusedError(_("there is a league '{league}' already; choose another name", league=free))
    return free


def find_player(transaction: Transaction, typed: str) -> str:
    """The player meant, of the whole scorebook; raises NotFoundError.

    Who is there by undone steps alone is not meant where somebody else can be.
    """
    names = list(rows.player_ids(transaction))
    meant = meant_by(typed, names)
    gone = left_behind(transaction, meant) if len(meant) > 1 else set()
    there = [name for name in names if name not in gone or len(gone) == len(meant)]
    return find(typed, there, N_("'{typed}' is not a player of this scorebook: {known}"))


def rename_player(transaction: Transaction, typed: str, new_name: str) -> tuple[str, str]:
    """Give a player another name, everywhere and for the past too; returns the old and the new one."""
    old = find_player(transaction, typed)
    new = clean_player(new_name)
    if fold(new) != fold(old):
        check_new_player(new)
    player = rows.player_ids(transaction)[old]
    if transaction.value(_KEY_TAKEN, key=fold(new), player=player):
        raise RefusedError(_("the name '{player}' is taken", player=new), advice("player_merge"))
    change(transaction, did("player_renamed", old=old, new=new), "player", player, name=new, key=fold(new))
    return old, new


def make_players(transaction: Transaction, names: Sequence[str]) -> None:
    """Make those who are new; whoever only an undone step left behind is written as they are called now."""
    known = {row.key: row for row in transaction.rows(rows.PLAYERS)}
    for name in dict.fromkeys(names):
        row = known.get(fold(name))
        if row is None:
            transaction.insert("player", name=name, key=fold(name), hidden=False, uid=rows.new_uid())
        elif row.name != name:
            rows.set_columns(transaction, "player", row.id, {"name": name})
    rows.forget_players(transaction)


def hide_player(transaction: Transaction, typed: str, *, hidden: bool) -> str:
    """Leave a player out of lists and completion, or bring them back; standings keep everybody. Returns the name."""
    name = find_player(transaction, typed)
    deed = did("player_hidden" if hidden else "player_shown", player=name)
    change(transaction, deed, "player", rows.player_ids(transaction)[name], hidden=hidden)
    return name


def number_of_players(transaction: Transaction) -> int:
    """How many players the scorebook knows, hidden and merged ones among them."""
    return len(rows.player_names(transaction))


def shown_players(transaction: Transaction, *, hidden: bool = False) -> list[str]:
    """The players of the scorebook by name; with `hidden`, those who were hidden too."""
    return sorted(transaction.values(_SHOWN, hidden=hidden), key=alphabetical)


def change(transaction: Transaction, deed: Mapping[str, Any], table: str, row: int, **after: Any) -> None:
    """Change columns of a player or a league to `after`, in a step that keeps what it did and what stood there before.

    Raises RefusedError where nothing changes. `table` is "player" or "league", `row` the id in it.
    """
    before = rows.columns_of(transaction, table, row, after)
    if before == after:
        raise RefusedError(_("nothing changes: it is so already"))
    rows.add_step(transaction, table, detail={**deed, "table": table, "id": row, "before": before, "after": after})
    rows.set_columns(transaction, table, row, after)
    rows.forget_players(transaction)
