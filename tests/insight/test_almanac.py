"""What the almanac of a season has of insight: its awards, and who plays better."""

from pathlib import Path

from scorer.paper.almanac import almanac
from tests.paper.test_almanac import SEASON, frames_of, opened, table
from tests.running import recorded


def test_the_awards_stand_in_the_chapter_of_a_league_and_who_plays_better_at_the_end(book_path: Path) -> None:
    recorded(book_path, [["import", str(SEASON)]])
    page = opened(almanac(frames_of(book_path), "Gelso 2026"))
    (league,), sure = page.all("article.league"), page.all("article.end")[0]
    assert [row[0] for row in table(league, "Awards").rows()] == ["bold", "careful"]  # none of a role
    assert league.all("section.awards")[0].texts("p.caveat") == ["Luck alone may have decided who is the most careful."]
    assert "Who plays better" not in league.text
    assert "The ratings of this league predict nothing yet" in table(sure, "Who plays better").text
