"""In which language the dashboard speaks to whom, where a language is whole."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorer.language import catalogues
from tests import pseudo
from tests.looking import leading, look

Ok = Callable[..., str]


@pytest.fixture
def whole(accents: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language of accents is one of those that the program has."""
    monkeypatch.setattr(catalogues, "FOLDER", accents.parent)
    catalogues.language.cache_clear()
    yield
    catalogues.language.cache_clear()


@pytest.mark.usefixtures("whole", "own_sample")
def test_the_address_says_the_language_and_links_keep_it() -> None:
    accented = pseudo.accented("Standings")
    assert accented not in str(look("standings"))
    page = look("standings", lang=pseudo.NAME)
    assert accented in str(page)
    choice = next(box for box in page.selectbox if box.key == "filter lang")
    assert choice.options == ["English", pseudo.accented("English")]
    leading_on = [link for _words, link in leading(page)]
    assert leading_on
    assert all("lang=xx" in link for link in leading_on)
    assert accented not in str(look("standings", lang="qq"))


@pytest.mark.usefixtures("whole")
def test_a_reader_hears_what_they_chose_before_what_the_browser_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LANG", raising=False)
    browsers = ("", "de-DE,xx-YY;q=0.8,en;q=0.5", "de-DE,xx;q=0")
    spoken = {
        (chosen, browser, environment): catalogues.of_reader(chosen, browser, {"SCORER_LANG": environment}).name
        for chosen in ("", "en", "XX", "qq")
        for browser in browsers
        for environment in ("", "en")
    }
    assert {asked for asked, name in spoken.items() if name == pseudo.NAME} == {
        *((chosen, browser, "") for chosen in ("", "qq") for browser in browsers[1:2]),
        *(("XX", browser, said) for browser in browsers for said in ("", "en")),
    }  # fmt: skip
