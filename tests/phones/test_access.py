"""`scorer access`: codes are shown again, listed and withdrawn, and a server that runs honours it at once."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.phones.access import ANOTHER_DEVICE, Grant, Key, WithdrawnError
from scorer.phones.commands.code_watch import WatchedCodes
from scorer.scorebook import Book
from tests.phones.clients import Phone, code, grant, match_uid, serving
from tests.running import refused

Asked = Callable[..., tuple[int, str]]

Say = Callable[..., CompletedProcess[str]]
Ok = Callable[..., str]
SUNDAY = "start Sunday --players Franco,Gina,Ivo,Lia,Mara"
TOKEN = r"#([mea][rw]\S+)\n"
DEAL = {"caller": "Anna", "bid": "2/71", "partner": "Elena", "result": "74"}


def shown(said: str) -> str:
    """The token in what was printed."""
    found = re.search(TOKEN, said)
    assert found, said
    return found[1]


def now() -> datetime:
    return datetime.now().astimezone()


# Shown again


def test_a_code_is_shown_again_and_lets_do_what_it_says(friday: None, ok: Ok, book_path: Path) -> None:
    match = ok("access show")
    until = now().date() + timedelta(days=2)
    assert match.startswith(
        "Friday (match 1), 2026-11-20, Briscola Chiamata, league main\nThis code records in this match"
    )
    assert f"until {until.day} {until:%B %Y}, 00:00:\nhttp://" in match
    assert ok("access show Friday") == ok("access show --match 1") == match
    looking = ok("access show Friday --read")
    assert "This code is for looking on at this match, until " in looking
    ok('league add "Lega Nord"')
    evening = ok('access show evening --league "Lega Nord"')
    begins = "This code starts matches of this evening in league Lega Nord and records in them, until "
    assert evening.startswith(begins)
    with serving(book_path) as port:
        assert Phone(port, shown(match)).post("deal", id="a" * 20, by="", deal=DEAL)[0] == 200
        phone = Phone(port, shown(looking))
        assert phone.get("/api/table")[1]["may_record"] is False
        assert code(phone.post("deal", id="a" * 20, by="", deal=DEAL)) == (403, "not_yours")
        assert Phone(port, shown(evening)).get("/api/evening")[1]["league"] == "Lega Nord"


def test_of_several_open_matches_one_has_to_be_named(friday: None, say: Say, ok: Ok, asked: Asked) -> None:
    ok(SUNDAY)
    done = say("access show")
    assert (done.returncode, done.stdout) == (4, "")
    assert "several matches are open (1 Friday, 2 Sunday); say which with --match" in done.stderr
    words = ["access", "show", "--read"]
    status, screen = asked(words, [("Which one is meant (its number)", "2\n")])
    assert (status, "Sunday (match 2)" in screen) == (0, True)


def test_an_address_is_that_which_is_named(friday: None, ok: Ok) -> None:
    assert f"http://club.local:8600/t#{shown(ok('access show'))}" in ok("access show --host club.local --port 8600")
    assert "http://127.0.0.1:8502/t#a" in ok("access show organiser --host club.local")


def test_the_organisers_code_is_for_this_machine_unless_it_is_given_away(friday: None, ok: Ok, book_path: Path) -> None:
    key = Key.beside(str(book_path))
    here = key.grant(shown(ok("access show organiser")), now())
    said = ok("access show organiser --another-device --host club.local")
    there = key.grant(shown(said), now())
    assert (here.scope, here.subject, there.scope, there.subject) == ("all", "", "all", ANOTHER_DEVICE)
    assert "It goes through the network without encryption" in said
    assert "http://club.local:8502/t#a" in said
    # 18 hours, to the minute
    assert timedelta(hours=17, minutes=58) < there.until - now() <= timedelta(hours=18)


def test_a_code_is_good_until_the_moment_that_is_said(friday: None, ok: Ok, book_path: Path) -> None:
    tomorrow = now().date() + timedelta(days=1)
    after = tomorrow + timedelta(days=1)  # of a day the whole
    for said, until in (
        ("", f"{after.day} {after:%B %Y}, 00:00"),
        (" 9:05", f"{tomorrow.day} {tomorrow:%B %Y}, 09:05"),
    ):
        assert f"until {until}:" in ok(["access", "show", "--until", f"{tomorrow}{said}"])
    past = now() - timedelta(minutes=2)
    token = shown(ok(f"access show evening --until {past:%H:%M}"))  # a time alone is the next that comes
    left = Key.beside(str(book_path)).grant(token, now()).until - now()
    # 24 hours less 2 minutes, and what the clock has of this minute
    assert timedelta(hours=23, minutes=56) < left < timedelta(hours=23, minutes=59)


REFUSED = {
    "show Sunday": (4, "no match 'Sunday'"),
    "show evening --league Nowhere": (4, "Nowhere"),
    "show 1 --league main": (3, "--league goes with evening alone"),
    "show 1 --another-device": (3, "--another-device goes with organiser alone: say that too, or leave it out"),
    "show --until soon": (3, "--until 'soon': say it as in 23:30, 2026-11-22 or 2026-11-22 23:30"),
    "show --until 25:00": (3, "--until '25:00': say it as in 23:30"),
    "show --until 2025-02-30": (3, "--until '2025-02-30': say it as in 23:30"),
    "show --until 2025-01-01": (3, "--until 2025-01-01: that is over"),
    "show --until 2999-01-01": (3, "--until 2999-01-01: such a code is good for 744 hours at most"),
    "show organiser --until 2999-01-01": (3, "--until 2999-01-01: such a code is good for 24 hours at most"),
    "show --port 0": (3, "--port '0'"),
    "show --host 'not a host'": (3, "--host 'not a host'"),
    "withdraw Sunday": (4, "no match 'Sunday'"),
    "withdraw ''": (3, "say what to withdraw: a match, evening, organiser, or all"),
    "withdraw all --league main": (3, "--league goes with evening alone"),
}


def test_what_is_refused_makes_no_key(friday: None, say: Say, book_path: Path) -> None:
    for words, (status, said) in REFUSED.items():
        refused(say(f"access {words}"), status, said)
        assert not Path(f"{book_path}.key").exists(), words


def test_without_a_scorebook_there_is_nothing_to_show(say: Say, book_path: Path) -> None:
    for words in ("list", "show", "withdraw all"):
        refused(say(f"access {words}"), 5, "no scorebook")
        assert not book_path.exists()


# Withdrawn


def test_a_server_that_runs_honours_a_withdrawal_at_once_and_its_stream_ends(
    friday: None, ok: Ok, book_path: Path
) -> None:
    ok(SUNDAY)
    with serving(book_path) as port:
        old = Phone(port, shown(ok("access show Friday")))
        looking = Phone(port, shown(ok("access show Friday --read")))
        other = Phone(port, shown(ok("access show Sunday")))
        asked = HTTPConnection("127.0.0.1", port, timeout=20)
        asked.request("GET", "/api/stream", headers={"authorization": f"Bearer {old.token}"})
        stream = asked.getresponse()
        assert stream.readline().startswith(b"data: ")
        assert [phone.get("/api/table")[0] for phone in (old, looking, other)] == [200, 200, 200]
        assert ok("access withdraw Friday") == (
            "Withdrawn: Friday (match 1), 2026-11-20, Briscola Chiamata, league main."
            " What was given out so far is void.\n"
        )
        ok("redeal passed-out --match Friday")
        assert stream.read().strip() == b""  # it ended
        asked.close()
        new = Phone(port, shown(ok("access show Friday")))
        assert [code(phone.get("/api/table")) for phone in (old, looking)] == [(401, "withdrawn")] * 2
        assert old.get("/api/table")[1]["detail"] == "this code was withdrawn: ask for a new one"
        assert code(old.post("deal", id="a" * 20, by="", deal=DEAL)) == (401, "withdrawn")
        assert [phone.get("/api/table")[0] for phone in (new, other)] == [200, 200]
        ok("access withdraw all")
        assert [code(phone.get("/api/table")) for phone in (new, other)] == [(401, "withdrawn")] * 2
        assert Phone(port, shown(ok("access show Sunday"))).get("/api/table")[0] == 200
    with serving(book_path) as port:  # begun again
        assert code(Phone(port, old.token).get("/api/table")) == (401, "withdrawn")


def test_the_organisers_codes_are_withdrawn_together(friday: None, ok: Ok, book_path: Path) -> None:
    key = Key.beside(str(book_path))
    given = [shown(ok("access show organiser")), shown(ok("access show organiser --another-device"))]
    evening, match = shown(ok("access show evening")), shown(ok("access show Friday"))
    assert (
        ok("access withdraw organiser") == "Withdrawn: the codes of the organiser. What was given out so far is void.\n"
    )
    for token in given:
        with pytest.raises(WithdrawnError):
            key.grant(token, now())
    assert [key.grant(token, now()).scope for token in (evening, match)] == ["evening", "match"]
    ok("access withdraw evening")
    with pytest.raises(WithdrawnError):
        key.grant(evening, now())
    assert key.grant(match, now()).scope == "match"


def test_a_token_cannot_be_made_to_count_another_withdrawal(friday: None, ok: Ok, book_path: Path) -> None:
    """The code of a token covers what it is of: no part of one fits another."""
    key = Key.beside(str(book_path))
    match = shown(ok("access show Friday"))
    key.withdraw("evening 1", datetime.now(UTC))
    evening = key.token(Grant("evening", "1", may_record=True, until=now() + timedelta(hours=1)))
    mixed = [f"{match.rpartition('.')[0]}.{evening[-20:]}", f"{evening.rpartition('.')[0]}.{match[-20:]}"]
    with serving(book_path) as port:
        for token in (*mixed, match.replace("mw", "aw", 1), evening.replace("ew", "er", 1)):
            assert code(Phone(port, token).get("/api/table?match=1")) == (401, "no_token"), token


def test_the_key_stays_its_owners_alone_and_holds_no_token(friday: None, ok: Ok, book_path: Path) -> None:
    key = Path(f"{book_path}.key")
    token = shown(ok("access show"))
    ok("access withdraw Friday")
    ok("access withdraw all")
    assert key.stat().st_mode & 0o777 == 0o600
    secret, *lines = key.read_text(encoding="ascii").splitlines()
    assert len(bytes.fromhex(secret)) == 32
    assert [line.rpartition(" ")[0] for line in lines] == [
        f"withdrawn match {match_uid(book_path, 'Friday')}",
        "withdrawn everything",
    ]
    assert token not in key.read_text(encoding="ascii") + ok("history") + ok("access list")


def test_a_key_that_is_deleted_makes_every_code_void_and_one_with_a_strange_line_lets_nobody_in(
    friday: None, say: Say, ok: Ok, book_path: Path
) -> None:
    key = Path(f"{book_path}.key")
    with serving(book_path) as port:
        phone = Phone(port, shown(ok("access show")))
        key.unlink()
        assert code(phone.get("/api/table")) == (401, "no_token")
        new = Phone(port, shown(ok("access show")))
        assert new.get("/api/table")[0] == 200
        assert code(phone.get("/api/table")) == (401, "no_token")
        with key.open("a", encoding="ascii") as file:
            file.write("withdr")  # and then the power was gone
        assert code(new.get("/api/table")) == (503, "trouble")
    done = say("access show")
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr == f"scorer: {key}, the key that makes codes for phones: it is no key\n"


# Listed


def test_the_list_names_codes_shows_none_and_makes_no_key(friday: None, ok: Ok, book_path: Path) -> None:
    until = now().date() + timedelta(days=2)
    friday_is = "Friday (match 1), 2026-11-20, Briscola Chiamata, league main"
    assert ok("access list").splitlines() == [
        f"match {match_uid(book_path, 'Friday')}: {friday_is}, until {until.day} {until:%B %Y}, 00:00",
        "evening 1: an evening of league main, 18 hours from when it is shown",
        "all: everything, on this machine, 18 hours from when it is shown",
    ]
    assert not Path(f"{book_path}.key").exists()


def test_the_list_says_what_was_withdrawn(friday: None, ok: Ok) -> None:
    for what in ("Friday", "evening", "organiser", "all"):
        ok(f"access withdraw {what}")
    withdrawn = [line for line in ok("access list").splitlines() if line.startswith("Withdrawn on ")]
    assert [line.split(": ", 1)[1] for line in withdrawn] == [
        "Friday (match 1), 2026-11-20, Briscola Chiamata, league main",
        "an evening of league main",
        "the codes of the organiser",
        "all codes",
    ]
    ok("finish Friday")
    assert "match " not in ok("access list").splitlines()[0]


# What serve shows while it runs


def test_a_match_that_is_started_later_gets_its_code_and_one_that_was_withdrawn_a_new_one(
    friday: None, ok: Ok, book_path: Path
) -> None:
    codes, book = WatchedCodes(str(book_path), now, None), Book(str(book_path))

    def new() -> list[str]:
        with book.reading() as transaction:
            return [
                code.subject if isinstance(code.subject, str) else code.subject.name for code in codes.look(transaction)
            ]

    assert (new(), new()) == (["Friday"], [])
    ok(SUNDAY)
    assert (new(), new()) == (["Sunday"], [])
    before = codes.shown
    ok("access withdraw Friday")
    assert (new(), new()) == (["Friday"], [])
    assert [old.token == now.token for old, now in zip(before, codes.shown, strict=True)] == [False, True]
    ok("finish Friday")
    ok("finish Sunday")
    assert new() == ["main"]  # no match is open: the evening's
    book.close()


# The organiser's page


def test_the_organisers_page_has_the_codes_of_open_matches_and_nobody_elses(
    friday: None, ok: Ok, book_path: Path
) -> None:
    with serving(book_path) as port:
        organiser = Phone(port, shown(ok("access show organiser")))
        assert organiser.get("/api/evening")[1]["may_show_codes"] is True
        ok(SUNDAY)
        codes = organiser.get("/api/codes")[1]["codes"]
        evening = "Starts matches of this evening in league main, and records in them"
        assert [one["title"] for one in codes] == ["Friday", "Sunday", evening]
        assert all(one["svg"].startswith("<svg ") and one["until"].startswith("until ") for one in codes)
        tokens = [one["address"].removeprefix("/t#") for one in codes]
        assert Phone(port, tokens[1]).get("/api/table")[1]["title"] == "Sunday"
        others = [*tokens, shown(ok("access show organiser --read")), grant(book_path, "all", "", may_record=False)]
        for token in others:
            assert code(Phone(port, token).get("/api/codes")) == (403, "not_yours")
        assert Phone(port, tokens[2]).get("/api/evening")[1]["may_show_codes"] is False
