"""Names of people, leagues and matches: what is allowed, which are the same, and who is meant by a few letters."""

import re
import unicodedata
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Final, TypeVar

from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either
from scorer.match.table_words import ALONE, NOBODY_WORDS, RESULT_WORDS
from scorer.rules.kinds import SOLO

LONGEST = 40
EXACTLY = "="  # before a name: nobody else who begins so
Person = TypeVar("Person", bound=Hashable)  # by name or by id
NOT_NAMES = (SOLO, "nobody", "pot")
SHORTEST_WITH_A_LETTER_MORE, SHORTEST_WITH_ANOTHER_LETTER = 5, 6  # letters of names that a slip may have changed
_NAMED: Final = {  # by what a name is for
    "name": N_("name"),
    "league name": N_("league name"),
    "match name": N_("match name"),
    "team name": N_("team name"),
    "tournament name": N_("tournament name"),
    "group": N_("group"),
}
NOT_IN_THE_MATCH: Final = N_("'{typed}' is not in this match: {known}")
NOT_AT_THE_TABLE: Final = N_("'{typed}' is not at the table: {known}")
_HOSTILE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"  # Persian words and composed emoji need them
_ALPHABETS = {"LATIN", "GREEK", "CYRILLIC"}  # whose letters pass for one another
_FIRST_MARK, _LAST_MARK = "\u0300", "\u036f"  # accents of Latin, Greek, Cyrillic; other scripts need their marks

# Letters that no accent makes, as they are typed where a keyboard has none of them.
_PLAIN: Final = str.maketrans(
    {"ł": "l", "đ": "d", "ð": "d", "ø": "o", "ħ": "h", "ŧ": "t", "\N{LATIN SMALL LETTER DOTLESS I}": "i"}
    | {"æ": "ae", "œ": "oe", "þ": "th", "ŋ": "n"}
)


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """The key under which names are the same: without case, accents, invisible characters or double spaces."""
    if text.isascii() and text.isprintable():
        return " ".join(text.casefold().split())
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = ""
    for c in plain:
        if not _FIRST_MARK <= c <= _LAST_MARK and unicodedata.category(c) not in {"Cf", "Cc"}:
            kept += c
    return " ".join(unicodedata.normalize("NFKC", kept).split())


def typed_letters(text: str) -> str:
    """A name as a keyboard without its letters has it: `Łukasz` is found by `lukasz`, and is still another name."""
    return fold(text).translate(_PLAIN)


def alphabetical(name: str) -> tuple[str, str]:
    """Where a name stands in a list: Ł among L, É among E."""
    return typed_letters(name), name


def clean(text: str, what: str = "name") -> str:
    """A name as it is kept: trimmed and composed. Raises RefusedError for one that cannot be kept."""
    name, label = unicodedata.normalize("NFC", text).strip(), _(_NAMED[what])
    if not fold(name):
        raise RefusedError(_("{label} '{typed}': it has no visible characters", label=label, typed=printable(text)))
    if hostile := control_character(name):
        facts = {"label": label, "typed": printable(name), "character": f"U+{ord(hostile):04X}"}
        raise RefusedError(_("{label} '{typed}': {character} is a control character", **facts))
    if len(name) > LONGEST:
        fields = {"label": label, "typed": name[:LONGEST], "length": len(name), "most": LONGEST}
        raise RefusedError(_("{label} '{typed}...': {length} characters, at most {most} are kept", **fields))
    return name


def refuse_control(text: str) -> None:
    """Raise RefusedError for words with a character that steers a screen, which would be passed over in silence."""
    for c in text:
        if unicodedata.category(c) == "Cc":
            facts = {"typed": shown(text), "character": f"U+{ord(c):04X}"}
            raise RefusedError(_("'{typed}': {character} is a control character; type the word again", **facts))


def spoken(name: str) -> str:
    """A name as it is typed in an example: in small letters, in quotes where it has several words."""
    return f'"{name.lower()}"' if " " in name else name.lower()


def control_character(text: str) -> str:
    """The first character of a text that steers a screen instead of being shown; "" where there is none."""
    for c in () if text.isprintable() else text:
        if unicodedata.category(c) in _HOSTILE and c not in _JOINERS:
            return c
    return ""


def is_table(name: str) -> bool:
    """Whether a match has the name of a table alone, `R1 T1`, as the first tournament of a day calls its tables."""
    return re.fullmatch(r"r\d+ t\d+", fold(name), re.ASCII) is not None


def clean_player(text: str) -> str:
    """A player's name as it is kept; the words with a meaning of their own and the comma are not names."""
    name = clean(text)
    if fold(name) in NOT_NAMES or "," in name:
        template = N_("'{name}' cannot be a player's name: {words} and the comma mean something")
        raise RefusedError(_(template, name=name, words=", ".join(NOT_NAMES)))
    return name


def check_new_player(name: str, events: Collection[str] = ()) -> str:
    """A name that somebody new may have; raises RefusedError for a word that says how a deal ended.

    `events` are the words of the game that they sit down to. Players of old keep such names.
    """
    if fold(name) in {*RESULT_WORDS, *map(fold, events)}:
        template = N_(
            "'{name}' cannot be a new player's name: in a result that word has a meaning of its own;"
            " add a letter or a surname"
        )
        raise RefusedError(_(template, name=name))
    return name


def end_of_merges(merged_into: Mapping[Person, Person | None], person: Person) -> Person:
    """The player that stands for a person after all merges; of a circle of merges, somebody in it."""
    passed = {person}
    while (after := merged_into.get(person)) and after not in passed:
        passed.add(person := after)
    return person


def plays_alone(text: str, seats: Iterable[str] = ()) -> bool:
    """Whether this says that there is no partner: `solo`, or another of the words for it that is nobody's name here.

    Raises NotFoundError where such a word is the first letters of somebody here: `mano` beside Manolo.
    """
    key = fold(text)
    if key not in ALONE or key in NOT_NAMES:
        return key in ALONE
    meant = meant_by(text, list(seats))
    if meant and fold(meant[0]) != key:
        template = N_("'{typed}' could be {meanings}: say {solo}, or more letters")
        raise NotFoundError(_(template, typed=shown(text), meanings=either([SOLO, *meant]), solo=SOLO))
    return not meant


def is_nobody(text: str, seats: Iterable[str]) -> bool:
    """Whether this says that nobody is meant: a word for it that is no name here."""
    key = fold(text)
    return key in NOBODY_WORDS and key not in map(fold, seats)


def printable(text: str) -> str:
    """`text` with every control character spelled out, safe to print on a terminal."""
    return "".join(c if unicodedata.category(c)[0] != "C" else f"\\u{ord(c):04x}" for c in text)


def shown(text: str) -> str:
    """`text` as an error echoes it: safe to print, and not longer than a name."""
    return printable(text if len(text) <= LONGEST else f"{text[:LONGEST]}...")


def find(typed: str, names: Iterable[str], unknown: str = NOT_AT_THE_TABLE, **fields: object) -> str:
    """The one of `names` that is meant: the exact name, else the only one with a word that begins so.

    Raises NotFoundError when nobody or more than one is meant; it never guesses. `unknown` is the template for nobody,
    with the fields `typed`, `known` and those given.
    """
    refuse_control(typed)
    known = list(names)
    meant = meant_by(typed, known)
    if len(meant) == 1:
        return meant[0]
    word = printable(typed)
    if meant:
        raise NotFoundError(_("'{typed}' could be {players}: type more letters", typed=word, players=either(meant)))
    sentence = _(unknown, typed=word, known=", ".join(known) or _("nobody is"), **fields)
    for name in look_alikes(typed, known):
        sentence = _("{sentence} (did you mean {name}?)", sentence=sentence, name=name)
    raise NotFoundError(sentence)


def meant_by(typed: str, known: Sequence[str]) -> list[str]:
    """Who can be meant: whoever has exactly this name, else all with a word that begins so.

    Letters are those that were typed, or else those of a keyboard without `Ł` and its like.
    """
    key = fold(typed)
    if not key:
        return []
    if exact := [name for name in known if fold(name) == key]:
        return exact
    letters = typed_letters(key)
    begun = [name for name in known if _begins_word(key, fold(name))] if letters != key else []
    whole = [name for name in known if typed_letters(name) == letters]
    return begun or whole or [name for name in known if _begins_word(letters, typed_letters(name))]


def _begins_word(key: str, name: str) -> bool:
    """Whether a word of a name begins so; P1 is no beginning of P10."""
    behind = f" {name}".split(f" {key}")[1:]
    return any(not (key[-1].isdecimal() and letters[:1].isdecimal()) for letters in behind)


def known_or_typed(typed: str, known: Sequence[str]) -> str:
    """Who is meant where somebody new may be named: one of `known`, as `find` has it, or else the name as typed.

    `=Bru` is Bru, where there is a Bruno too. Raises NotFoundError where more than one can be meant.
    """
    meant = meant_by(typed, known)
    if not meant and typed.strip().startswith(EXACTLY):
        return typed.strip().removeprefix(EXACTLY).strip()
    if len(meant) > 1:
        template = N_("'{typed}' could be {players}: type more letters, or \"={typed}\" for somebody new")
        raise NotFoundError(_(template, typed=shown(typed), players=either(meant)))
    return meant[0] if meant else typed


def typed_names(words: Sequence[str], known: Iterable[str] = ()) -> list[str]:
    """The names in what was typed: between commas or semicolons, or else word by word, with `known` ones of several.

    Raises RefusedError where words without commas may be one name or several.
    """
    text = " ".join(words)
    if "," in text:
        return [name.strip() for name in text.split(",") if name.strip()]
    if "; " in text:  # as a spreadsheet parts them; a name may have one within
        return [name.strip(" ;") for name in text.split("; ") if name.strip(" ;")]
    left = words[0].split() if len(words) == 1 else [word.strip() for word in words if word.strip()]
    keys = {fold(name) for name in known}
    names: list[str] = []
    while left:
        together = (n for n in range(len(left), 1, -1) if fold(" ".join(left[:n])) in keys)
        count = next(together, 1)
        name = " ".join(left[:count])
        if count > 1 and any(fold(word) in keys for word in left[:count]):
            template = N_("'{typed}' may be one player or several: put commas between the names")
            raise RefusedError(_(template, typed=shown(name)))
        names.append(name)
        left = left[count:]
    return names


def look_alikes(typed: str, known: Sequence[str]) -> list[str]:
    """The known name that is most like what was typed; empty where none is like it."""
    near = get_close_matches(fold(typed), [fold(name) for name in known], n=1, cutoff=0.6)
    return [name for name in known if fold(name) in near]


def near_duplicates(name: str, known: Iterable[str]) -> list[str]:
    """Names that `name` may be a slip of the pen for: one typing error away, and not only in a number."""
    key, letters = fold(name), _without_digits(name)
    return [near for near in known if _one_slip(key, fold(near)) and _without_digits(near) != letters]


def namesakes(name: str, known: Collection[str]) -> list[str]:
    """Names near `name`: a typing error away, its words in another order, or one begins a word of the other.

    Three letters and more begin a word.
    """
    key, letters = fold(name), _without_digits(name)
    different = [player for player in known if fold(player) != key]
    near = near_duplicates(name, different)
    turned = [player for player in different if sorted(fold(player).split()) == sorted(key.split())]
    near += [player for player in turned if player not in near]
    for player in different:
        short, long = sorted((key, fold(player)), key=len)
        if short in long and len(short) > 2 and _begins_word(short, long):  # noqa: PLR2004 - three
            near += [player] if player not in near and _without_digits(player) != letters else []
    return near


def _without_digits(name: str) -> str:
    """The key of a name without the number in it: P01 and P02 are two places at the table, and no slip."""
    return "".join(c for c in fold(name) if not c.isdecimal())


def _one_slip(key: str, other: str) -> bool:
    """Whether one typing error turns one key into the other: a blank or a stroke more, or a slip in one word."""
    if _letters(typed_letters(key)) == _letters(typed_letters(other)):
        return key != other
    words, other_words = key.split(), other.split()
    unlike = [pair for pair in zip(words, other_words, strict=False) if pair[0] != pair[1]]
    return len(words) == len(other_words) and len(unlike) == 1 and _slip_in_word(*unlike[0])


def _letters(key: str) -> str:
    return "".join(c for c in key if c.isalnum())


def _slip_in_word(word: str, other: str) -> bool:
    """Whether a slip turns one word into the other (three letters and more), and they are not simply two names.

    Nobody mistypes the first letter of a name: Mario and Dario, Nora and Dora are two people. So are Carla and Carlo,
    and Marta and Maria: another letter at the end, or within a short name, makes another name.
    """
    short, long = sorted((word, other), key=len)
    if len(short) < 3 or len(long) - len(short) > 1:  # noqa: PLR2004 - Al and Ale are two people
        return False
    head = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    tail, long_tail = short[head:], long[head:]
    if len(short) < len(long):
        doubled = long[head] == long[head - 1]
        return tail == long_tail[1:] and head > 0 and (doubled or len(long) >= SHORTEST_WITH_A_LETTER_MORE)
    if tail[1:2] + tail[:1] == long_tail[:2] and tail[2:] == long_tail[2:]:  # two letters swapped
        return True
    if tail[1:] != long_tail[1:]:
        return False
    figure = not (tail[0].isalpha() and long_tail[0].isalpha())
    return figure or (0 < head < len(short) - 1 and len(short) >= SHORTEST_WITH_ANOTHER_LETTER)


def mixed_scripts(name: str) -> bool:
    """Whether letters of more than one alphabet stand in one word, as when a Cyrillic a hides in a Latin name."""
    for word in name.split():
        scripts = {unicodedata.name(c, "?").split()[0] for c in word if c.isalpha()}
        if len(scripts & _ALPHABETS) > 1:
            return True
    return False
