"""What is wrong with files of a desk, and with tournaments, in the language of accents: nothing plain is left."""

import pytest

from tests.fixtures import Say
from tests.language.test_pseudo_faults import ROWS
from tests.language.test_pseudo_refusals import KNOWN
from tests.plain_words import WORD, nothing_plain, plain_words
from tests.tournaments import test_tournament_check
from tests.tournaments.desk import DAY, TEN, Ok

COLUMNS = (
    "player team members entrant group direct round table seat units yield sheet residual duel deals won called made"
)
sound, damaged = test_tournament_check.sound, test_tournament_check.damaged
ENTRIES = (
    "player\n\nAnna\nAnna\nGina\nGina\nIda;Lia\n", "nome,cognome,tel\n", "team\nRed\n", "player,direct\nIda,perhaps\n",
    "player1,player2\nIda,Lia\n",
)  # fmt: skip
RESULTS = (
    "round,table,player,units\n1,1,Anna,4\n1,1,Anna,4\n9,1,Bruno,4\n", "player\nAnna\n", "units\n4\n-1\n-1\n-1\n-1\n",
    "round,table,player,units,residual\n1,1,Anna,4,why\n1,1,Bruno,,other\n", "player,units\n",
    "player,units,sheet\nAnna,4,3\n",
)  # fmt: skip


@pytest.mark.usefixtures("accented")
def test_what_is_wrong_with_a_file_of_a_desk_is_marked(say: Say, ok: Ok) -> None:
    ok(f"tournament new Natale --format ten-deals --seed 7 {DAY}")
    ok(f"tournament enter {TEN}")
    ok(f"tournament draw {DAY}")
    plain: list[str] = []
    for words, texts in (("enter", ENTRIES), ("result", RESULTS)):
        for text in texts:
            done = say(f"tournament {words} --from -", stdin=text)
            assert done.returncode, text
            known = KNOWN | {
                *WORD.findall(f"{TEN} {text} {text.casefold()} Natale stdin round table units residual direct")
            }
            if strange := plain_words(done.stderr, known):
                plain.append(f"{text}: {strange}: {done.stderr}")
    nothing_plain(plain)


@pytest.mark.usefixtures("accented")
def test_what_check_finds_wrong_with_a_tournament_is_marked(damaged: test_tournament_check.Damage) -> None:
    known, plain = ROWS | {"Natale", "ten", "deals", "Friday", "title"}, list[str]()
    for damage, _said in test_tournament_check.DAMAGES:
        if damage == "UPDATE tournament SET text = 'title = '":  # of which a library says what is wrong
            continue
        found = "\n".join(damaged(damage) if isinstance(damage, str) else damaged(**dict([damage])))
        if words := plain_words(found, known):
            plain.append(f"{damage}: {words}: {found}")
    nothing_plain(plain)
