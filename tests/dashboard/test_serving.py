"""The real server, asked from outside: who is let in and from where, what is sent, what browsers are forbidden."""

import asyncio
import gzip
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Scope

from dashboard.serving.assets import Assets
from dashboard.serving.patches.index_page import FOCUS, LEADING, ON_PAPER, ONE_STEP, STATIC
from dashboard.serving.server import POLICY, settings
from scorer.dashboard_address import HEALTH, HOST, Listening, cookie_name
from scorer.errors import RefusedError
from scorer.wings import WINGS
from tests.servers import ROOT, ask, fetch, free_port, variables, wait_for

SECRET = "knock-knock-9"
STREAM = "/_stcore/stream"
PAGE = (STATIC / "index.html").read_bytes()
LINKED = re.findall(r'(?:src|href)="\.(/static/(?:js|css)/[^"]+)"', PAGE.decode())  # its scripts and styles
SCRIPT = LINKED[0]
PATHS = ("/", "/standings", "/index.html", HEALTH, "/_stcore/host-config", "/media/x.csv", "/static/js/x.js", SCRIPT)
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def knock(port: int, **headers: str) -> int:
    """What opening the stream of the pages gives: 101 when it opens."""
    return ask(port, STREAM, **HANDSHAKE, **headers).status


@contextmanager
def serving(folder: Path, token: str) -> Iterator[int]:
    """The port of a server that wants this token; it ends with its standard input."""
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "dashboard"], cwd=folder, env=variables(folder, port, token),
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as server:  # fmt: skip
        wait_for(port)
        yield port
        assert server.stdin is not None
        server.stdin.close()
        assert server.wait(timeout=10) == 0


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server that wants the token."""
    with serving(tmp_path_factory.mktemp("guarded"), SECRET) as port:
        yield port


@pytest.fixture(scope="module")
def open_to_this_machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server without a token."""
    with serving(tmp_path_factory.mktemp("open"), "") as port:
        yield port


@pytest.mark.parametrize(
    ("path", "status", "location"),
    [
        ("/tonight", 303, "/"),
        ("/tonight/?big=1&match=2", 303, "/?big=1&match=2"),
        ("/nowhere", 404, None),
        ("/players/Furio", 404, None),
        ("/etc/passwd", 404, None),
        ("/Standings", 404, None),
        ("/standings?league=x", 200, None),
        ("/players/", 301, "/players"),
        ("/", 200, None),
    ],
)
def test_an_address_is_a_page_or_says_which_there_are(
    open_to_this_machine: int, path: str, status: int, location: str | None
) -> None:
    answer = ask(open_to_this_machine, path)
    assert (answer.status, answer.getheader("location")) == (status, location)


@pytest.mark.parametrize(("page", "wing"), [(page, name) for name, wing in WINGS.items() for page in wing.pages])
def test_the_address_of_a_page_of_a_wing_that_is_not_there_names_the_wing(
    open_to_this_machine: int, page: str, wing: str
) -> None:
    answer, content = fetch(open_to_this_machine, f"/{page}")
    assert answer.status == (200 if WINGS[wing].is_there else 404)
    if answer.status == 404:
        assert f"The page /{page} comes with the wing {wing}, which is not installed here." in content.decode()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("cookie", ["", "wrong-token-9", "knock-knock-", "knock-knock-99"])
def test_no_path_is_open_without_the_token(guarded: int, path: str, cookie: str) -> None:
    answer = ask(guarded, path, **({"Cookie": f"{cookie_name(guarded)}={cookie}"} if cookie else {}))
    assert answer.status == 401
    assert answer.getheader("cache-control") == "no-store"
    assert ask(guarded, f"{path}?token={cookie}").status == 401


def test_no_websocket_is_open_without_the_token(guarded: int) -> None:
    assert knock(guarded) == 403
    assert knock(guarded, Cookie=f"{cookie_name(guarded)}=wrong-token-9") == 403
    assert ask(guarded, f"{STREAM}?token={SECRET}", **HANDSHAKE).status == 403  # by cookie alone
    assert knock(guarded, Cookie=f"{cookie_name(guarded)}={SECRET}") == 101


@pytest.mark.parametrize(
    ("path", "clean"),
    [
        (f"/?token={SECRET}", "/"),
        (f"/standings?league=Lega&token={SECRET}&player=Zo%C3%AB", "/standings?league=Lega&player=Zo%C3%AB"),
        (f"/standings?note=&token={SECRET}", "/standings?note="),
        (f"//evil.example/x?token={SECRET}", "/evil.example/x"),
        (f"/%5Cevil.example?token={SECRET}", "/evil.example"),
        (f"/a%0d%0aX-Y:%20z?token={SECRET}", "/a%0D%0AX-Y%3A%20z"),
    ],
)
def test_the_token_leaves_the_address_and_becomes_a_cookie(guarded: int, path: str, clean: str) -> None:
    answer = ask(guarded, path)
    assert (answer.status, answer.getheader("location")) == (303, clean)
    kept = answer.getheader("set-cookie", "")
    assert kept.startswith(f"{cookie_name(guarded)}={SECRET}; ")
    assert {"HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={30 * 24 * 3600}"} <= set(kept.split("; "))
    assert ask(guarded, clean, Cookie=kept.split(";")[0]).status in {200, 404}
    assert ask(guarded, "/standings", Cookie=kept.split(";")[0]).status == 200


def test_other_cookies_do_not_confuse_it(guarded: int) -> None:
    cookie = f'a=1; b="x;y"; {cookie_name(guarded)}={SECRET}; c'
    assert ask(guarded, HEALTH, Cookie=cookie).status == 200
    assert ask(guarded, HEALTH, Cookie="\x7f;;=;").status == 401


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::2]", "@"])
def test_on_this_machine_alone_no_other_name_is_answered(open_to_this_machine: int, host: str) -> None:
    assert ask(open_to_this_machine, HEALTH, Host=host).status in {400, 403}
    assert knock(open_to_this_machine, Host=host) in {400, 403}


def test_on_this_machine_its_own_names_are_answered(open_to_this_machine: int) -> None:
    for name in ("localhost", "127.0.0.1", "[::1]"):
        for host in (name, f"{name}:{open_to_this_machine}"):
            assert ask(open_to_this_machine, HEALTH, Host=host).status == 200
            assert knock(open_to_this_machine, Host=host) == 101
    assert ask(open_to_this_machine, "/?token=anything").status == 200


def test_a_page_of_another_site_cannot_listen(open_to_this_machine: int) -> None:
    here = f"127.0.0.1:{open_to_this_machine}"
    assert knock(open_to_this_machine, Origin=f"http://{here}") == 101
    for origin in ("http://evil.example", "http://localhost:1", "null", f"http://{here}.evil.example", "nonsense"):
        assert knock(open_to_this_machine, Origin=origin) == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/_stcore/upload_file/a/b", "/_stcore/agent/interact"])
def test_it_is_for_reading(open_to_this_machine: int, method: str, path: str) -> None:
    assert ask(open_to_this_machine, path, method).status == 405


def test_every_answer_forbids_what_a_page_does_not_need(guarded: int) -> None:
    cookie = f"{cookie_name(guarded)}={SECRET}"
    for answer in (ask(guarded, "/"), ask(guarded, "/", Cookie=cookie), ask(guarded, "/no/such.js", Cookie=cookie)):
        policy = dict(part.split(" ", 1) for part in answer.getheader("content-security-policy", "").split("; "))
        assert policy.keys() == {*POLICY, "script-src", "connect-src"}
        assert re.fullmatch(r"'self'( 'sha256-[\w+/=]+')*", policy["script-src"])
        here = f"127.0.0.1:{guarded}"
        assert policy["connect-src"] == f"'self' ws://{here} wss://{here}"
        assert (policy["default-src"], policy["img-src"]) == ("'self'", "'self' data: blob:")
        assert answer.getheader("x-content-type-options") == "nosniff"
        assert answer.getheader("x-frame-options") == "DENY"
        assert answer.getheader("referrer-policy") == "no-referrer"


# --- what a browser loads first --------------------------------------------------------------------------------------


def test_the_page_names_the_language_of_who_asks(open_to_this_machine: int) -> None:
    asked = (("/", "de-AT,de;q=0.9", "en"), ("/?lang=it", "de", "it"), ("/bids", "it-IT,it", "it"))
    for path, browser, language in asked:
        _answer, body = fetch(open_to_this_machine, path, Accept_Language=browser)
        assert f'<html lang="{language}">'.encode() in body, path


def test_scripts_and_styles_come_packed(open_to_this_machine: int) -> None:
    assert len(LINKED) > 50
    sent = 0
    for path in LINKED:
        answer, body = fetch(open_to_this_machine, path, Accept_Encoding="gzip, deflate")
        assert (answer.status, answer.getheader("content-encoding")) == (200, "gzip"), path
        assert (answer.getheader("vary"), int(answer.getheader("content-length", ""))) == ("Accept-Encoding", len(body))
        assert gzip.decompress(body) == (STATIC / path[1:]).read_bytes()
        sent += len(body)
    assert sent < 0.35 * sum((STATIC / path[1:]).stat().st_size for path in LINKED)


def test_packed_or_not_it_is_kept_for_ever_under_one_etag(open_to_this_machine: int) -> None:
    plain, packed = (ask(open_to_this_machine, SCRIPT, Accept_Encoding=what) for what in ("identity", "gzip"))
    for name in ("cache-control", "content-type", "x-content-type-options", "cross-origin-resource-policy"):
        assert packed.getheader(name) == plain.getheader(name), name
    assert packed.getheader("cache-control") == "public, immutable, max-age=31536000"
    tag = plain.getheader("etag", "")
    assert packed.getheader("etag") == f"W/{tag}"  # the bytes differ
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        answer, body = fetch(open_to_this_machine, SCRIPT, Accept_Encoding="gzip", If_None_Match=known)
        assert (answer.status, body, answer.getheader("content-encoding")) == (304, b"", None)
        assert answer.getheader("cache-control") == plain.getheader("cache-control")
    assert ask(open_to_this_machine, SCRIPT, Accept_Encoding="gzip", If_None_Match='"other"').status == 200


@pytest.mark.parametrize(
    ("takes", "packed"),
    [
        ("gzip", True), ("deflate, gzip;q=1.0, br", True), ("GZIP", True), ("gzip; q=0.001", True),
        ("", False), ("identity", False), ("br", False), ("gzip;q=0", False), ("gzip; q=0.0, br", False),
        ("x-gzip", False), ("gzipped", False),
    ],
)  # fmt: skip
def test_it_is_packed_for_those_who_take_it_so(open_to_this_machine: int, takes: str, packed: bool) -> None:
    head, nothing = fetch(open_to_this_machine, SCRIPT, "HEAD", Accept_Encoding=takes)
    answer, body = fetch(open_to_this_machine, SCRIPT, Accept_Encoding=takes)
    assert answer.getheader("content-encoding") == ("gzip" if packed else None)
    assert (body == (STATIC / SCRIPT[1:]).read_bytes()) is not packed
    assert {**dict(head.getheaders()), "date": ""} == {**dict(answer.getheaders()), "date": ""}
    assert (head.status, nothing, head.getheader("content-length")) == (200, b"", str(len(body)))


def test_a_part_of_a_script_is_a_part_of_it_unpacked(open_to_this_machine: int) -> None:
    answer, body = fetch(open_to_this_machine, SCRIPT, Accept_Encoding="gzip", Range="bytes=0-9")
    assert (answer.status, body) == (206, (STATIC / SCRIPT[1:]).read_bytes()[:10])


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/static/js/none.js", 200),  # Streamlit's page, as it answers everything
        ("/static/../index.html", 400),
        ("/static/js/../../../__init__.py", 400),
        ("/static/%2e%2e/%2e%2e/__init__.py", 400),
        ("/static/..%2f..%2f__init__.py", 400),
        ("/static/%5c..%5c..%5c__init__.py", 400),
        (f"/static/js/..{SCRIPT.removeprefix('/static')}", 400),
        (f"/{SCRIPT}", 400),
        (f"{SCRIPT}/", 301),
        (f"{SCRIPT}%00", 400),
        ("/static/js", 200),
    ],
)
def test_nothing_else_can_be_had_packed(open_to_this_machine: int, path: str, status: int) -> None:
    plain, packed = (fetch(open_to_this_machine, path, Accept_Encoding=what) for what in ("identity", "gzip"))
    assert (plain[0].status, packed[0].status) == (status, status)
    text = gzip.decompress(packed[1]) if packed[0].getheader("content-encoding") == "gzip" else packed[1]
    assert text == plain[1]
    assert (text == PAGE) is (status == 200)


@pytest.mark.parametrize("path", ["/", "/standings", "/matches?match=2"])
def test_a_page_says_where_its_server_is(open_to_this_machine: int, path: str) -> None:
    answer, body = fetch(open_to_this_machine, path, Accept_Encoding="gzip")
    base = b"<script>window.__streamlit={BACKEND_BASE_URL:location.origin,MAIN_PAGE_BASE_URL:location.origin}</script>"
    whole = text = gzip.decompress(body)
    assert text == fetch(open_to_this_machine, path)[1]
    own, maps = re.subn(rb'<script type="importmap">\{"imports": \{[^{}]+\}\}</script>', b"", text)
    scripts = base + ONE_STEP + LEADING + ON_PAPER + FOCUS
    assert (own, maps) == (PAGE.replace(b"<head>", b"<head>" + scripts), 1)  # the map: of the patched script
    assert text.count(base) == 1
    assert (answer.status, answer.getheader("content-type")) == (200, "text/html; charset=utf-8")
    assert (answer.getheader("content-length"), answer.getheader("cache-control")) == (str(len(body)), "no-cache")
    # printf %s 'window.__streamlit={...}' | openssl sha256 -binary | base64
    assert "'sha256-kHJq6qi+PlmchIG9E6ExM3Iakv1QqsJP3VKhW71VBKA='" in answer.getheader("content-security-policy", "")
    again, nothing = fetch(open_to_this_machine, path, If_None_Match=answer.getheader("etag", ""))
    assert (again.status, nothing) == (304, b"")
    assert again.getheader("content-security-policy") == answer.getheader("content-security-policy")
    head, nothing = fetch(open_to_this_machine, path, "HEAD")
    assert (head.status, head.getheader("content-length"), nothing) == (200, str(len(whole)), b"")


def test_what_a_page_shows_comes_packed_too(open_to_this_machine: int) -> None:
    answer = ask(open_to_this_machine, STREAM, **HANDSHAKE, Sec_WebSocket_Extensions="permessage-deflate")
    assert answer.status == 101
    assert answer.getheader("sec-websocket-extensions", "").startswith("permessage-deflate")


def test_visitors_who_come_together_wait_for_one_packing() -> None:
    sent: list[Message] = []

    async def come(door: Assets) -> None:
        scope: Scope = {"type": "http", "method": "GET", "path": SCRIPT, "headers": [(b"accept-encoding", b"gzip")]}

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        await door(scope, receive, send)

    async def eight() -> None:
        door = Assets(PlainTextResponse("not packed"), [])
        left = asyncio.create_task(come(door))
        await asyncio.sleep(0)
        left.cancel()  # the first leaves before it is done
        await asyncio.gather(*(come(door) for _ in range(8)))

    asyncio.run(eight())
    bodies = [message["body"] for message in sent if message["type"] == "http.response.body"]
    assert gzip.decompress(bodies[0]) == (STATIC / SCRIPT[1:]).read_bytes()
    assert len(bodies) == 8
    assert all(body is bodies[0] for body in bodies)


# --- where it may listen ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "10.0.0.1", "club.example", "localhost.evil.example"])
def test_other_machines_need_a_token(host: str) -> None:
    with pytest.raises(RefusedError, match="--token auto"):
        Listening(host=host)
    assert not Listening(host=host, token=SECRET).loopback
    assert settings(Listening(host=host, token=SECRET))["server.allowedHosts"] == []


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "::1"])
def test_this_machine_needs_none(host: str) -> None:
    assert Listening(host=host).loopback
    assert host in settings(Listening(host=host))["server.allowedHosts"]


@pytest.mark.parametrize("host", ["", "unix:///tmp/x", "a b", "a/b", "a\nb", "x" * 300])
def test_what_is_no_host_is_refused(host: str) -> None:
    with pytest.raises(RefusedError, match="--host"):
        Listening(host=host, token=SECRET)


@pytest.mark.parametrize("token", ["short", "with space", "a;b=cdefgh", "x" * 129, "caffè-caffè", "a\nbcdefgh"])
def test_what_is_no_token_is_refused(token: str) -> None:
    with pytest.raises(RefusedError, match="--token") as refused:
        Listening(token=token)
    assert token not in str(refused.value)


def test_the_address_leads_there_from_this_machine() -> None:
    assert Listening().address == "http://127.0.0.1:8501/"
    assert Listening("0.0.0.0", 80, SECRET).address == f"http://127.0.0.1:80/?token={SECRET}"
    assert Listening("::1", 8502).address == "http://[::1]:8502/"


def test_the_server_itself_refuses_other_machines_without_a_token(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "dashboard"], cwd=tmp_path, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), HOST: "0.0.0.0"}, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("scorer: --host 0.0.0.0 lets other machines look")
    assert done.stderr.count("\n") == 1


def test_before_the_first_viewer_comes_every_module_of_the_pages_is_loaded() -> None:
    code = (
        "import pkgutil, sys, dashboard, dashboard.__main__ as server; server._import_everything(); "
        "every = {found.name for found in pkgutil.walk_packages(dashboard.__path__, 'dashboard.')}; "
        "print(*sorted(name for name in every - set(sys.modules) if not server.SCRIPTS & {*name.split('.')}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "\n"
