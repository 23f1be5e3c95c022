"""`scorer serve`: what it refuses before anything starts, what it shows, whom its codes let in, and how it ends."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from socket import SO_REUSEADDR, SOL_SOCKET, socket
from subprocess import CompletedProcess

import pytest
import segno

from scorer.phones.addresses import Address
from scorer.phones.commands.first_phone import FirstPhone
from tests.mounting import small_disk
from tests.older import make_older
from tests.phones.clients import Phone
from tests.plain_words import names_in, nothing_plain, plain_words, words_of_rules
from tests.running import CONTROL_C, answer, refused
from tests.servers import ROOT, free_port
from tests.test_lazy_imports import DATABASE, HEAVY, SERVING, loaded, tops

pytestmark = pytest.mark.xdist_group("alone")

Say = Callable[..., CompletedProcess[str]]
Ok = Callable[..., str]
Environment = Callable[[], dict[str, str]]
heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # also where the tests run in the background
OF_A_MATCH = r"#(m\S+)\n"
A_WHOLE_ADDRESS = re.compile(r"/t#m\S+\s")
DEAL = {"caller": "Anna", "bid": "2/71", "partner": "Elena", "result": "74"}


class Serving:
    """The command while it runs, and what it has said so far."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self.program, self.said = program, ""

    def until(self, pattern: str) -> re.Match[str]:
        """Wait until it says something of this pattern on stdout."""
        assert self.program.stdout is not None
        while not (found := re.search(pattern, self.said)):
            line = self.program.stdout.readline()
            assert line, f"{pattern} was not said: {self.said}"
            self.said += line
        return found

    def ended_by(self, *signals: signal.Signals) -> tuple[int, str]:
        """The exit code and what stands on stderr, once it was sent these signals."""
        for number in signals:
            self.program.send_signal(number)
        errors = self.program.communicate(timeout=30)[1]
        return self.program.returncode, errors


@contextmanager
def serving(environment: dict[str, str], *words: str, before: tuple[str, ...] = ()) -> Iterator[Serving]:
    command = [*before, sys.executable, "-m", "scorer", "serve", *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=environment, stdout=pipe, stderr=pipe, text=True, preexec_fn=heard,  # noqa: PLW1509
    ) as program:  # fmt: skip
        try:
            yield Serving(program)
        finally:
            if program.poll() is None:
                program.kill()


def is_closed(port: int) -> bool:
    with socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) != 0


def in_the_end(is_so: Callable[[], bool]) -> bool:
    until = time.monotonic() + 30
    while not is_so() and time.monotonic() < until:
        time.sleep(0.05)
    return is_so()


# What is refused


def test_what_is_refused(say: Say, table: None) -> None:
    for words, said in (
        ("--host 'not a host'", "--host 'not a host'"),
        ("--host 192.0.2.77", "say an address of this machine"),
        (f"--host {'a' * 80}.example", "say an address of this machine"),
        ("--host ::", "say 0.0.0.0 for every network"),
        ("--port 0", "--port '0'"),
        ("--port 99999", "--port '99999'"),
        ("--port http", "--port 'http'"),
    ):
        refused(say(f"serve --no-dashboard {words}"), 3, said)


def test_a_port_that_is_taken_is_said_and_no_other_is_taken_instead(say: Say, table: None) -> None:
    with socket() as other:
        other.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = say(f"serve --no-dashboard --port {port}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"scorer: port {port} is taken by another program; --port says which to use\n"


def test_a_full_disk_was_left_with_an_empty_scorebook(say: Say, tmp_path: Path) -> None:
    small = tmp_path / "small"
    with small_disk(small, "16k"):
        done = say(f"serve --no-dashboard --port {free_port()}", db=str(small / "evening.db"))
        refused(done, 5, "full")
        assert not (small / "evening.db").exists()


def test_help_loads_no_server_and_no_database(environment: Environment) -> None:
    found = loaded("serve --help", environment)
    assert not tops(found) & (HEAVY | SERVING | {"alembic", "prompt_toolkit"})
    assert not found & DATABASE


def test_what_people_read_is_said_in_one_way() -> None:
    """As in tests/cli/test_layout.py: past `say`, `notice` and `confirm` goes only what must not be folded."""
    raw = {"phone_codes.py": "codes and addresses for phones", "serve.py": "an address to click on"}
    sources = (ROOT / "scorer" / "phones").rglob("*.py")
    assert {path.name for path in sources if "typer.echo" in path.read_text(encoding="utf-8")} == set(raw)


# What is shown, and whom it lets in


def test_what_cannot_be_served_is_said_before_anything_starts(
    say: Say, fridays: dict[str, bytes], book_path: Path
) -> None:
    def is_refused(code: int, says: str, words: str = "") -> None:
        done = say(f"serve --no-dashboard --port {free_port()} {words}")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1)
        assert done.stderr.startswith(f"scorer: {says}")

    is_refused(5, f"no scorebook at {book_path}; scorer start makes one\n", "--match Friday")
    assert not book_path.exists()
    book_path.write_bytes(fridays["begun"])
    is_refused(4, "no match 'Sunday'", "--match Sunday")
    key = Path(f"{book_path}.key")
    key.write_text("ab\n", encoding="ascii")
    is_refused(5, f"{key} is no key: delete it, and a new one is made\n")
    book_path.write_bytes(b"SQLite format 3\x00" + b"\x01" * 4096)
    is_refused(5, f"{book_path}")


def test_the_code_of_an_open_match_records_in_it_and_an_older_scorebook_is_upgraded_for_it(
    table: None, environment: Environment, book_path: Path, ok: Ok
) -> None:
    make_older(book_path, "0003")
    port = free_port()
    with serving(environment(), "--host", "127.0.0.1", "--port", str(port), "--no-dashboard") as server:
        token = server.until(OF_A_MATCH)[1]
        assert "Friday (match 1), 2026-11-20, Briscola Chiamata, league main\n" in server.said
        assert f"http://127.0.0.1:{port}/t#{token}\n" in server.said
        assert "No phone can come: --host 127.0.0.1 is this machine alone.\n" in server.said
        assert "█" not in server.said
        phone = Phone(port, token)
        status, shown = phone.get("/api/table")
        assert (status, shown["title"], shown["may_record"]) == (200, "Friday", True)
        status, answered = phone.post("deal", id="a" * 20, by="", deal=DEAL)
        # the redeal before it left nothing: the two at 71 pays 2, caller twice that
        assert (status, answered["table"]["records"][0]["units"]["Bruno"]) == (200, -2)
        kept = f"{book_path}.0003.bak"
        upgraded = f"{book_path} had the schema 0003 and is upgraded; as it was it is kept as {kept}\n"
        assert server.ended_by(signal.SIGINT) == (130, upgraded)
    assert Path(kept).exists()
    assert "Anna called the two at 71 with Elena and made 74" in ok("sheet --plain")


def test_every_open_match_has_a_code_and_the_organiser_an_address_of_this_machine(
    table: None, ok: Ok, environment: Environment
) -> None:
    ok("start Sunday --players Fabio,Gina,Hans,Ines,Jan")
    port = free_port()
    with serving(environment(), "--port", str(port), "--no-dashboard") as server:
        organiser = server.until(rf"http://127\.0\.0\.1:{port}/t#(a\S+)\n")[1]
        tokens = server.until(r"#(m\S+)\n[^#]*#(m\S+)\n").groups()
        tables = [Phone(port, token).get("/api/table")[1]["title"] for token in tokens]
        status, evening = Phone(port, organiser).get("/api/evening")
        assert (tables, status, [match["title"] for match in evening["open"]]) == (
            ["Friday", "Sunday"], 200, ["Friday", "Sunday"]
        )  # fmt: skip
        assert server.ended_by(signal.SIGTERM) == (130, "")


def test_of_several_open_matches_one_is_chosen_and_a_narrow_terminal_has_its_address_in_one_piece(
    table: None, ok: Ok, environment: Environment
) -> None:
    ok("start Sunday --players Fabio,Gina,Hans,Ines,Jan")
    words = ["serve", "--no-dashboard", "--match", "Sunday", "--port", str(free_port())]
    code, shown = answer(lambda: environment() | {"COLUMNS": "30"}, words, [(A_WHOLE_ADDRESS, CONTROL_C)])
    assert (code, "Sunday" in shown, "Friday" in shown, "█" in shown) == (130, True, False, False)
    assert re.search(r"\nhttp://\S+/t#m\S+\.\S{27}\.\S{20}\n", shown)


def test_without_a_scorebook_one_is_made_and_a_phone_starts_the_evening(
    environment: Environment, book_path: Path, ok: Ok
) -> None:
    port = free_port()
    with serving(environment(), "--host", "127.0.0.1", "--port", str(port), "--no-dashboard") as server:
        phone = Phone(port, server.until(r"#(e\S+)\n")[1])
        assert f"Phones record in {book_path}. Ctrl-C ends it.\n" in server.said
        assert "No match is open.\n" in server.said
        assert "in league main" in server.said
        assert phone.get("/api/evening")[0] == 200
        players = ["Anna", "Bruno", "Carla", "Dario", "Elena"]
        status, started = phone.post("start", id="b" * 20, by="", name="Friday", players=players)
        assert (status, started["table"]["dealer"]) == (200, "Anna")
        assert server.ended_by(signal.SIGINT) == (130, "")
    assert ok("matches").count("Friday") == 1
    assert Path(f"{book_path}.key").stat().st_mode & 0o777 == 0o600


def test_the_code_on_a_terminal_is_that_of_the_address_below_it(table: None, environment: Environment) -> None:
    """In white on black; a camera sees black modules on a white ground, row by row two in a line."""
    wide = {"COLUMNS": "200", "NO_COLOR": "", "TERM": "xterm"}
    words = ["serve", "--no-dashboard", "--port", str(free_port())]
    code, shown = answer(lambda: environment() | wide, words, [(A_WHOLE_ADDRESS, CONTROL_C)])
    assert code == 130
    assert "Traceback" not in shown
    address = re.search(r"\nhttp://\S+/t#m\S+", shown)
    if not (drawn := re.findall(r"\x1b\[97;40m(.*)\x1b\[0m", shown)):
        assert "No phone can come" in shown
        pytest.skip("this machine is in no network: there is nothing to scan")
    dark = {" ": "11", "▀": "01", "▄": "10", "█": "00"}
    rows = [[dark[letter][half] for letter in line] for line in drawn for half in (0, 1)]
    assert address
    expected = list(segno.make(address[0].strip(), error="l", micro=False).matrix_iter(border=2))
    seen = ["".join(row) for row in rows[: len(expected)]]
    assert seen == ["".join("1" if module else "0" for module in row) for row in expected]


# The dashboard beside it, and the end


def test_phones_go_on_without_a_dashboard_and_no_server_outlives_the_command_that_was_killed(
    table: None, environment: Environment
) -> None:
    port = free_port()
    with serving(environment(), "--host", "127.0.0.1", "--port", str(port)) as server:
        beside = int(server.until(r"The dashboard is at http://127\.0\.0\.1:(\d+)/\n")[1])
        token = server.until(OF_A_MATCH)[1]
        children = Path(f"/proc/{server.program.pid}/task/{server.program.pid}/children")
        if not children.exists():
            pytest.skip("no list of children here to find the dashboard in")
        os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
        assert server.program.stderr is not None
        assert server.program.stderr.readline() == (
            "scorer: there is no dashboard: it ended by itself; phones record all the same\n"
        )
        assert Phone(port, token).get("/api/table")[0] == 200
        server.program.kill()
    assert in_the_end(lambda: is_closed(port) and is_closed(beside))


def test_control_c_sends_the_pages_away_that_listen_once_and_twice(table: None, environment: Environment) -> None:
    for signals in ([signal.SIGINT, signal.SIGINT], [signal.SIGTERM, signal.SIGINT]):
        port = free_port()
        with serving(environment(), "--host", "127.0.0.1", "--port", str(port), "--no-dashboard") as server:
            token = server.until(OF_A_MATCH)[1]
            page = HTTPConnection("127.0.0.1", port, timeout=20)
            page.request("GET", "/api/stream", headers={"authorization": f"Bearer {token}"})
            stream = page.getresponse()
            assert stream.readline().startswith(b"data: ")
            assert server.ended_by(*signals) == (130, "")
            page.close()


def test_where_nobody_reads_the_codes_it_ends_without_a_traceback(table: None, environment: Environment) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-m", "scorer", "serve", "--no-dashboard", "--port", str(free_port())]
    done = subprocess.run(
        words, env=environment(), stdout=writer, stderr=subprocess.PIPE, text=True, check=False, timeout=60
    )
    os.close(writer)
    assert (done.returncode != 0, "Traceback" in done.stderr) == (True, False), done.stderr


# The first phone, and why none comes


def at_home() -> list[Address]:
    return [Address("192.168.7.20", "wlan0")]


def test_the_first_phone_is_said_once_and_this_machine_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    first = FirstPhone(8502, at_home)
    first.arrived("192.168.7.20")
    assert capsys.readouterr().err == ""
    first.arrived("192.168.7.21")
    first.arrived("192.168.7.22")
    assert capsys.readouterr().err == "The first phone is here: 192.168.7.21\n"


def test_why_no_phone_has_come_is_said_after_a_while(capsys: pytest.CaptureFixture[str]) -> None:
    first = FirstPhone(8502, at_home, patience_seconds=0.01)
    first.wait()
    first.timer.join(20)
    said = capsys.readouterr().err
    assert said.startswith("No phone has come yet. What it may be:\n- The phone is in another network")
    for reason in ("one for guests", "A firewall", "on port 8502", "The lid is closed", "hotspot of a phone"):
        assert reason in said


NETWORK = """
set -e
ip link set lo up
ip link add wlan0 type veth peer name phone0
unshare -n sleep 120 & phone=$!
until [ "$(readlink /proc/$phone/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
ip link set phone0 netns $phone
ip addr add 192.168.7.20/24 dev wlan0
ip link set wlan0 up
nsenter -t $phone -n sh -c "ip addr add 192.168.7.33/24 dev phone0; ip link set phone0 up"
trap "kill $phone" EXIT
"$@" & server=$!
trap "kill $phone; kill -INT $server" EXIT
read address token
nsenter -t $phone -n "$PYTHON" -c "
import sys
from urllib.request import Request, urlopen
asked = Request(sys.argv[1] + '/api/table', headers={'authorization': 'Bearer ' + sys.argv[2]})
print('PHONE SAW', urlopen(asked, timeout=20).read().decode()[:200])
" "$address" "$token"
kill -INT $server
wait $server || true
trap "kill $phone" EXIT
"""


def may_unshare() -> bool:
    tools = all(map(shutil.which, ("unshare", "nsenter", "ip")))
    tried = ["unshare", "-rn", "sh", "-c", "ip link add a0 type veth peer name a1 && unshare -n true"]
    return tools and subprocess.run(tried, capture_output=True, check=False).returncode == 0


def test_a_phone_in_another_network_space_reads_the_table_by_the_address_that_is_shown(
    table: None, environment: Environment
) -> None:
    if not may_unshare():
        pytest.skip("this machine allows no network spaces of its own (unshare -rn, ip link add type veth)")
    variables = environment() | {"PYTHON": sys.executable}
    with subprocess.Popen(
        ["unshare", "-rn", "sh", "-c", NETWORK, "sh", sys.executable, "-m", "scorer", "serve", "--no-dashboard"],
        env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as program:  # fmt: skip
        server = Serving(program)
        address = server.until(r"(http://192\.168\.7\.20:8502)/t#(m\S+)\n")
        said, errors = program.communicate(f"{address[1]} {address[2]}\n", timeout=60)
    assert 'PHONE SAW {"match":1,"title":"Friday"' in said
    assert errors == "The first phone is here: 192.168.7.33\n"
    shown = (ROOT / "docs" / "phone.md").read_text(encoding="utf-8").split("```text\n")[1].partition("```")[0]
    assert as_documented(server.said) == as_documented(shown.removesuffix(errors))


JOINING = """
set -e
ip link set lo up
"$@" & server=$!
trap "kill -INT $server" EXIT
read begun
ip link add wlan0 type veth peer name access
ip link set access up
ip addr add 192.168.43.7/24 dev wlan0
ip link set wlan0 up
read joined
trap - EXIT
kill -INT $server
wait $server || true
"""


def test_the_codes_are_shown_again_when_the_machine_joins_a_network(table: None, environment: Environment) -> None:
    if not may_unshare():
        pytest.skip("this machine allows no network spaces of its own (unshare -rn, ip link add type veth)")
    with subprocess.Popen(
        ["unshare", "-rn", "sh", "-c", JOINING, "sh", sys.executable, "-m", "scorer", "serve", "--no-dashboard"],
        env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as program:  # fmt: skip
        server = Serving(program)
        token = server.until(r"http://127\.0\.0\.1:8502/t#(m\S+)\n")[1]
        assert "No phone can come: this machine is in no network." in server.said
        assert program.stdin is not None
        program.stdin.write("begun\n")
        program.stdin.flush()
        assert server.until(r"http://192\.168\.43\.7:8502/t#(m\S+)\n")[1] == token
        _said, errors = program.communicate("joined\n", timeout=60)
    assert errors == "This machine is in another network now.\n"


def as_documented(said: str) -> list[str]:
    """What it says, but for what is another one each time: the token, the file, the day."""
    for changing, instead in (
        (r"#\S+", "#TOKEN"),
        (r" in \S+\. Ctrl", " in FILE. Ctrl"),
        (r"until [^,]+,", "until DAY,"),
    ):
        said = re.sub(changing, instead, said)
    return said.splitlines()


def test_what_it_says_is_marked_for_translators_also_what_is_said_later(
    table: None, environment: Environment, accents: Path, book_path: Path
) -> None:
    port = free_port()
    speaking = environment() | {"SCORER_LANG": str(accents)}
    with serving(speaking, "--port", str(port)) as server:
        server.until(rf"http://127\.0\.0\.1:{port}/t#a")
        server.until(r"#m\S+\n")
        server.until(r"http://127\.0\.0\.1:85\d\d/(?!t)")
        assert server.ended_by(signal.SIGINT) == (130, "")
    known = names_in(book_path) | words_of_rules() | {"Ctrl", "match", "league", "main"}
    lines = [re.sub(r"http://\S+|/\S+", "", line) for line in server.said.splitlines()]
    nothing_plain([f"{words}: {line}" for line in lines for words in [plain_words(line, known)] if words])
