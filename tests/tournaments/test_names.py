"""Who is who at the desk: players whom only a tournament names are known, and first letters name no new ones."""

from tests.fixtures import FIVE, Ok, ReadSheet, Say
from tests.running import refused


def test_a_spelling_that_somebody_entered_with_stays(ok: Ok, scorer: Say, sheet: ReadSheet) -> None:
    ok("start Friday --players anna,bruno,carla,dario,elena")
    assert scorer("--yes undo --match Friday").returncode == 0
    ok("tournament new Day --format ten-deals")
    ok("tournament enter anna")
    ok("tournament enter gina")
    ok("tournament undo")
    ok("tournament enter Gina")
    ok("start Third --players Anna,Bruno,Carla,Dario,Gina")
    # Anna has entered as anna; nothing of the others stands
    assert sheet("Third").seats == ("anna", "Bruno", "Carla", "Dario", "Gina")


def test_first_letters_without_commas_make_no_new_name_of_several_words(ok: Ok, say: Say) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("tournament new Day --format ten-deals")
    refused(say("tournament enter an bru car"), 3, "'an bru car' may be one player or 3", "commas")
    refused(say("seats 'an bru,car,dario,elena'"), 3, "'an bru' may be one player or 2", '"=an bru"')
    # Rossi is a surname: these are new, each alone
    assert "Entered 1 player" in ok("tournament enter Anna Rossi")
    assert "Entered 2 players" in ok("tournament enter 'Mara Rossi,Bruno Rossi'")
