"""Ways from page to page: choices stand in the address, names are links, and an address can be sent."""

from functools import partial

from playwright.sync_api import Page

from tests.browsing import Window

DEAL = """number => {
  const one = document.querySelector('.js-plotly-plot'), {_size, xaxis, yaxis} = one._fullLayout;
  const {x, y} = one._fullData.find(it => it.name === 'Furio');
  one.scrollIntoView({block: 'center'});
  const box = one.getBoundingClientRect();
  return [box.left + _size.l + xaxis.d2p(number), box.top + _size.t + yaxis.d2p(y[Array.from(x).indexOf(number)])];
}"""  # where its mark is on the line of Furio


def chosen(page: Page) -> list[str]:
    """What is chosen from the lists below the title."""
    return [one.input_value() for one in page.locator(".st-key-subject [data-testid=stSelectbox] input").all()]


def choose(page: Page, label: str, option: str) -> None:
    """Choose from the list of this label."""
    page.get_by_label(label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def test_a_choice_stands_in_the_address_and_the_address_shows_the_choice(league: Window) -> None:
    page = league.open("standings").page
    league.becomes(lambda: chosen(page), ["Briscola Chiamata"])  # 177 deals; of the one league there is no choice
    choose(page, "variant", "Brisk")
    league.arrives("standings", variant="brisk")
    page.get_by_text("order and minimum").click()
    page.get_by_label("at least so many deals").fill("40")
    page.keyboard.press("Enter")
    league.arrives("standings", variant="brisk", min_deals=40)
    page.keyboard.press("Escape")
    league.becomes(lambda: all(deals and deals >= 40 for deals in league.tables()[0].numbers("deals")), wanted=True)
    seen = league.drawn().tables()
    assert league.follow(page.url).tables() == seen
    league.becomes(lambda: chosen(page), ["Brisk"])


def test_what_is_chosen_goes_along_from_page_to_page(league: Window) -> None:
    page = league.go("standings", variant="monte").page
    page.get_by_test_id("stSidebarNavLink").filter(has_text="Bids").click()
    league.arrives("bids", variant="monte")
    page.get_by_text("every bid by itself").click()
    league.arrives("bids", variant="monte", each=1)


def test_a_name_in_a_sentence_leads_to_its_player_and_back_and_nothing_is_loaded_again(league: Window) -> None:
    page = league.open("matches", match=2).page
    page.evaluate("window.kept = 'still here'")
    page.locator(".answer").get_by_role("link", name="Berto").click()
    league.arrives("players", player="Berto")
    assert "Berto" in league.text()
    page.go_back()
    league.arrives("matches", match=2)
    story = page.locator(".lines-of-words").filter(has_text="for good with deal 3")
    story.get_by_role("link", name="3", exact=True).click()
    league.arrives("matches", match=2, deal=3)
    page.get_by_text("Deal 3", exact=True).wait_for()
    assert page.evaluate("window.kept") == "still here"
    with page.context.expect_page() as another:  # as any other link
        story.get_by_role("link", name="Adele").click(modifiers=["Control"])
    another.value.wait_for_url("**/players?*player=Adele*")
    another.value.close()


def test_the_head_of_a_column_sorts_a_table_and_its_names_still_lead_to_their_players_and_back(league: Window) -> None:
    page = league.open("standings").page
    names = sorted(league.tables()[0].column("player"))
    page.locator(".rows").get_by_role("link", name="player", exact=True).click()
    league.arrives("standings", sort="player")
    league.becomes(lambda: league.tables()[0].column("player"), names)
    page.locator(".rows").get_by_role("link", name=names[1]).click()
    league.arrives("players", player=names[1])
    page.go_back()
    league.arrives("standings", sort="player")


def explained(window: Window) -> str:
    """Which deal is explained; "" for none."""
    return "".join(window.page.locator(".st-key-explained_deal .small").all_inner_texts())


def beside(window: Window, words: str) -> None:
    """Follow a link beside the deal that is explained, once it is there."""
    window.page.locator(".st-key-beside_deal").get_by_role("link").filter(has_text=words).click()


def test_a_number_of_the_sheet_has_its_deal_explained_and_a_name_leads_to_the_player_and_back(league: Window) -> None:
    page = league.open("matches", match=2).page
    page.evaluate("window.kept = 'still here'")
    records, caller = page.locator(".st-key-sheet tbody tr"), league.tables()[0].column("caller")[3]
    records.nth(2).get_by_role("link").first.click()
    league.arrives("matches", match=2, deal=3)
    league.becomes(lambda: explained(league), "Deal 3")
    records.nth(3).get_by_role("link").first.focus()
    page.keyboard.press("Enter")
    league.arrives("matches", match=2, deal=4)
    league.becomes(lambda: explained(league), "Deal 4")
    records.nth(3).get_by_role("link", name=caller).click()
    league.arrives("players", player=caller)
    page.go_back()
    league.arrives("matches", match=2, deal=4)  # and not the list of all matches
    league.becomes(lambda: explained(league), "Deal 4")
    assert page.evaluate("window.kept") == "still here"


def tells(window: Window, words: str) -> bool:
    """Whether the chart under the pointer has these words."""
    return words in window.pointed_at()


def test_a_mark_on_the_lines_of_a_match_has_its_deal_explained_once(league: Window) -> None:
    page = league.open("matches", match=2).page
    for number in (3, 12):
        page.mouse.move(*page.evaluate(DEAL, number))
        league.becomes(partial(tells, league, f"record {number}"), wanted=True)
        page.mouse.click(*page.evaluate(DEAL, number))
        league.becomes(partial(explained, league), f"Deal {number}")
    beside(league, "Previous: 11")  # it stands there a moment after the deal, and until then the one of deal 3
    league.becomes(lambda: explained(league), "Deal 11")
    page.wait_for_timeout(500)
    league.arrives("matches", match=2, deal=11)  # it is not led on again


def test_a_page_says_its_address_to_be_sent(league: Window) -> None:
    page = league.open("standings", variant="monte").page
    page.get_by_text("Link to this page").click()
    told = page.get_by_test_id("stPopoverBody").get_by_test_id("stCode")
    told.wait_for()
    assert told.inner_text().strip() == f"{league.address}standings?variant=monte"
    page.keyboard.press("Escape")


def test_what_is_not_there_is_said_in_sight_though_its_widget_is_folded_away(league: Window) -> None:
    league.go("standings", order="luck", min_deals="few")
    notices = league.page.locator(".notice")
    assert [one.inner_text() for one in notices.all()] == [
        "No order 'luck'; showing units.", "No minimum of deals 'few'; showing 0.",
    ]  # fmt: skip
    assert all(one.is_visible() for one in notices.all())
