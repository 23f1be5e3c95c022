"""Files of rules are found, read and kept in one way: tested of variants."""

from pathlib import Path

import pytest

from scorer.errors import NotFoundError, RefusedError, TwoMeaningsError, UnwritableError
from scorer.rule_files import VARIANTS, digest
from scorer.rules.errors import ScorerError, UnreadableError, VariantError, advice

SHIPPED = [
    *("bastarda", "brisca", "brisca-hundred", "brisca-threes", "briscola", "briscola-pairs", "briscolone", "brisk"),
    *("buio", "carte", "chiamadue", "chiamata", "cinquecento", "cinquecento-pairs", "gingo", "mexican"),
    *("mexican-pairs", "monte", "muerte-al-tres", "muerte-al-tres-alone", "punti", "rematada", "rematada-points"),
    *("scighera", "scoperta", "six-for-stakes", "subito-al-due", "tens"),
]
MINE = """\
title = "Mine"
source = "our kitchen"
auction = { by = "rank" }
bands = [{ from = "A", u = 3 }]
shares = { 5 = { made = { caller = 2, partner = 1, defender = -1 } } }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, empty and not even there yet."""
    monkeypatch.setenv("SCORER_VARIANTS", str(tmp_path / "mine"))
    return tmp_path / "mine"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "kitchen.toml"
    path.write_text(MINE, encoding="utf-8")
    return path


def test_thirteen_variants_with_a_partner_and_fourteen_other_games_are_shipped() -> None:
    assert VARIANTS.names() == dict.fromkeys(SHIPPED, "shipped")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_variant_is_sound_and_says_where_it_comes_from(name: str) -> None:
    variant = VARIANTS.load(name)
    assert (variant.name, bool(variant.source)) == (name, True)
    assert VARIANTS.load(name) is variant  # read once


def test_a_name_is_read_in_any_case() -> None:
    assert VARIANTS.read_text(" Chiamata ") == VARIANTS.read_text("chiamata")


def test_what_ends_in_toml_or_has_a_stroke_is_a_path(file: Path) -> None:
    assert VARIANTS.read_text(str(file)) == ("kitchen", MINE)
    assert VARIANTS.load(str(file)).bands[0].u == 3
    with pytest.raises(NotFoundError, match=r"^nowhere\.toml: there is no such file$"):
        VARIANTS.load("nowhere.toml")
    with pytest.raises(NotFoundError, match=r"^\./chiamata: there is no such file$"):
        VARIANTS.load("./chiamata")


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("chiamato", "no variant is called 'chiamato'; did you mean chiamata or chiamadue?"),
        ("Bsk", "no variant is called 'Bsk'; did you mean brisk?"),
        ("poker", f"no variant is called 'poker'; there are {', '.join(SHIPPED)}"),
    ],
)
def test_an_unknown_name_says_what_is_near(word: str, message: str) -> None:
    with pytest.raises(NotFoundError) as error:
        VARIANTS.load(word)
    assert str(error.value) == message


@pytest.mark.parametrize("word", ["Briscola-Pazza", "briscola a chiamata pazza"])
def test_a_name_of_two_games_is_refused_with_both(word: str) -> None:
    for reading in (VARIANTS.load, VARIANTS.meant):
        with pytest.raises(TwoMeaningsError) as error:
            reading(word)
        two = "chiamata (Briscola Chiamata) or gingo (Gingo)"
        assert str(error.value) == f"'{word}' is a name of two games: say {two}"
        assert (error.value.typed, [*error.value.titles]) == (word, ["chiamata", "gingo"])


def test_an_added_variant_is_found_by_its_name(file: Path, folder: Path) -> None:
    assert VARIANTS.add(str(file)) == "kitchen"
    assert VARIANTS.names()["kitchen"] == "yours"
    assert VARIANTS.load("kitchen").title == "Mine"
    assert [path.name for path in folder.iterdir()] == ["kitchen.toml"]
    longest = "a" * 40
    assert VARIANTS.add(str(file), name=longest) == longest
    assert list(VARIANTS.names()) == [longest, *sorted([*SHIPPED, "kitchen"])]


def test_an_existing_variant_is_replaced_only_by_force(file: Path) -> None:
    VARIANTS.add(str(file))
    file.write_text(MINE.replace("u = 3", "u = 4"), encoding="utf-8")
    with pytest.raises(RefusedError, match="you have a variant called kitchen already") as refused:
        VARIANTS.add(str(file))
    assert refused.value.advices == (advice("file_replace"), advice("file_name"))
    assert VARIANTS.load("kitchen").bands[0].u == 3
    VARIANTS.add(str(file), force=True)
    assert VARIANTS.load("kitchen").bands[0].u == 4


@pytest.mark.parametrize("force", [False, True])
def test_a_shipped_name_is_never_taken(file: Path, force: bool) -> None:
    with pytest.raises(RefusedError, match="brisk is shipped with the program and stays as it is"):
        VARIANTS.add(str(file), name="Brisk", force=force)


@pytest.mark.parametrize("name", ["", "my house", "-x", "x" * 41, "..", "é"])
def test_a_name_is_letters_digits_and_hyphens(file: Path, name: str) -> None:
    with pytest.raises(RefusedError, match="is not a name for a variant: a to z, 0 to 9 and hyphens, at most 40"):
        VARIANTS.add(str(file), name=name)


def test_an_unsound_file_is_not_added(file: Path, folder: Path) -> None:
    file.write_text(MINE.replace("caller = 2", "caller = 3"), encoding="utf-8")
    with pytest.raises(VariantError, match="a residual of"):
        VARIANTS.add(str(file))
    assert not folder.exists()


def test_a_file_without_toml_at_its_end_may_be_added_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kitchen").write_text(MINE, encoding="utf-8")
    assert VARIANTS.add("kitchen") == "kitchen"


def test_a_folder_that_cannot_be_made_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_VARIANTS", str(file / "below"))
    with pytest.raises(UnwritableError, match="cannot be written: Not a directory"):
        VARIANTS.add(str(file))


def test_a_file_where_the_folder_of_ones_own_files_should_be_is_said(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # it was passed over, and whoever listed their variants thought that they had none
    monkeypatch.setenv("SCORER_VARIANTS", str(file))
    with pytest.raises(UnreadableError, match="is a file: SCORER_VARIANTS says in which folder your variant files are"):
        VARIANTS.names()
    with pytest.raises(UnreadableError, match="is a file"):
        VARIANTS.add(str(file))
    assert VARIANTS.load("brisk").title == "Brisk"


def test_a_file_in_the_own_folder_whose_name_is_none_says_so(folder: Path) -> None:
    # the list said "cannot be used; scorer variant check Mine says why", and the check knew no variant of that name
    folder.mkdir()
    (folder / "Ünï x.toml").write_text(MINE, encoding="utf-8")
    for word in ("Ünï x", "ünï x"):
        with pytest.raises(NotFoundError) as error:
            VARIANTS.load(word)
        assert str(error.value) == (
            "Ünï x.toml: 'Ünï x' is not a name for a variant: a to z, 0 to 9 and hyphens, at most 40; rename the file"
        )


def test_a_link_in_the_own_folder_that_leads_nowhere_says_so(folder: Path) -> None:
    folder.mkdir()
    (folder / "gone.toml").symlink_to("/nowhere/gone.toml")
    with pytest.raises(NotFoundError) as error:
        VARIANTS.load("gone")
    assert str(error.value) == "gone.toml: a link to /nowhere/gone.toml, and there is no such file"


def test_a_shipped_name_in_the_own_folder_changes_nothing(folder: Path) -> None:
    folder.mkdir()
    (folder / "brisk.toml").write_text(MINE, encoding="utf-8")
    assert VARIANTS.names()["brisk"] == "shipped"
    assert VARIANTS.load("brisk").title == "Brisk"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"title = 'Caff\xe9'", "not UTF-8: byte 13 cannot be read; save it as UTF-8"),
        (b"title\0", "not a text file: byte 5 is NUL"),
        (b"#" * 100_001, "more than 100 kB; a variant file has two or three"),
    ],
)
def test_a_file_that_is_no_text_is_refused_where_it_is_wrong(file: Path, content: bytes, message: str) -> None:
    file.write_bytes(content)
    with pytest.raises(UnreadableError) as error:
        VARIANTS.load(str(file))
    assert str(error.value) == f"{file}: {message}"


@pytest.mark.parametrize(("path", "message"), [("./", "cannot be read: Is a directory"), ("a/\0", "cannot be read")])
def test_what_is_no_file_cannot_be_read(path: str, message: str) -> None:
    with pytest.raises(ScorerError, match=message):
        VARIANTS.load(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "not a TOML file: Invalid value (at line 1, column 9, the end)"),
        # the limit is 8 deep, 8 parts: what is deeper would cost the TOML reader a gigabyte, or its stack
        ("x = " + "[" * 5000, "line 1: 5000 brackets within one another; at most 8"),
        ("\nx = " + "{a = " * 9, "line 2: 9 brackets within one another; at most 8"),
        ("a" + ".a" * 10_000 + " = 1", "line 1: 10,001 parts in one key (a.b.c has three); at most 8"),
        (
            'title = """\nx.\n"""\n["a" . \'b\'.c.d.e.f.g.h.i]',
            "line 4: 9 parts in one key (a.b.c has three); at most 8",
        ),
        ("title = " + "9" * 80, "line 1: 80 signs in one number or word; at most 79"),
    ],
)
def test_a_fault_in_the_toml_has_line_and_column(file: Path, text: str, message: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError) as error:
        VARIANTS.load(str(file))
    assert str(error.value) == f"{file}: {message}"


def test_every_fault_names_the_file_and_the_key(file: Path) -> None:
    file.write_text(MINE.replace("u = 3", "u = 0") + "colour = 1", encoding="utf-8")
    with pytest.raises(VariantError) as error:
        VARIANTS.load(str(file))
    first, second = str(error.value).splitlines()
    assert first == f"{file}: bands.1.u: 0 must be 1 to 1000"
    assert second.startswith(f"{file}: colour: is not known here")


def test_line_endings_and_a_mark_at_the_start_change_nothing(file: Path) -> None:
    plain = VARIANTS.read_text(str(file))
    file.write_bytes(b"\xef\xbb\xbf" + MINE.replace("\n", "\r\n").encode())
    assert VARIANTS.read_text(str(file)) == plain


def test_the_digest_is_that_of_the_text_whatever_its_line_endings() -> None:
    # printf 'a\nb\n' | sha256sum
    known = "911169ddaaf146aff539f58c26c489af3b892dff0fe283c1c264c65ae5aa59a2"
    assert {digest(text) for text in ("a\nb\n", "a\r\nb\r\n", "a\rb\r")} == {known}


def test_without_the_variable_the_folder_is_in_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SCORER_VARIANTS")
    assert VARIANTS.folder().parts[-2:] == ("scorer", "variants")


def test_dots_and_brackets_in_prose_and_in_remarks_count_for_nothing(file: Path) -> None:
    much = "[[[[[[[[[ " + "a.b" * 20
    sound = VARIANTS.read_text("brisk")[1]
    file.write_text(
        f'# {much}\n{sound}# "{much}\n'.replace('title = "Brisk"', f'title = "Brisk \\" {much}"'), encoding="utf-8"
    )
    assert much in VARIANTS.load(str(file)).title


def test_a_frozen_copy_is_held_to_the_same_limits() -> None:
    for text, wrong in (
        ("#" * 100_001, "100,001 characters; at most 100,000"),
        ("a" + ".a" * 8 + " = 1", "line 1: 9 parts in one key"),
    ):
        with pytest.raises(VariantError, match=wrong):
            VARIANTS.from_text("house", text)
