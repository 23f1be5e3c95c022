"""The attacks, each in a line: what it is, whose code comes with it, what is sent, and what it gets."""

import json
from typing import Any, Final, NamedTuple

CLOSED: Final = 0  # instead of a status: the connection is closed without an answer
DEAL: Final = {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "made"}
RECORDED: Final = {"id": "first", "by": "Anna", "deal": DEAL}  # what Friday's phone has recorded before
START: Final = {"id": "new", "name": "Mine", "players": ["Anna", "Bruno", "Carla", "Dario", "Elena"]}
HOST: Final = "127.0.0.1:PORT"
TYPE: Final = "Content-Type: application/json\r\n"


class Attack(NamedTuple):
    """One attack. PORT and TOKEN in what is sent become those of the server and of who sends it."""

    what: str
    who: str
    sent: bytes
    status: int
    code: str = ""


def get(path: str, *lines: str, host: str = HOST) -> bytes:
    """A request that reads."""
    return head("GET", path, host, *lines) + b"\r\n"


def post(verb: str, body: Any = None, *lines: str, host: str = HOST, typed: str = TYPE, **parts: Any) -> bytes:
    """A request that posts: bytes as they are, or an object as JSON."""
    sent = body if isinstance(body, bytes) else json.dumps((body or {}) | parts).encode()
    return head("POST", f"/api/{verb}", host, f"{typed}Content-Length: {len(sent)}", *lines) + b"\r\n" + sent


def head(method: str, path: str, host: str, *lines: str) -> bytes:
    """The first lines of a request, with the code of who sends it."""
    first = [f"{method} {path} HTTP/1.1", *([f"Host: {host}"] if host else []), "Authorization: Bearer TOKEN"]
    return "".join(f"{line}\r\n" for line in (*first, *lines)).encode("latin-1")


def deal(deal: Any = None, **parts: Any) -> bytes:
    """A deal that is posted."""
    return post("deal", {"id": "a", "deal": DEAL if deal is None else deal} | parts)


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n", lines: str = "Transfer-Encoding: chunked") -> bytes:
    """A deal that is posted in chunks."""
    body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
    return head("POST", "/api/deal", HOST, f"{TYPE}{lines}") + b"\r\n" + body + end


def nested(depth: int) -> bytes:
    """A deal within very many lists."""
    return b'{"id": "a", "deal": ' + b"[" * depth + b"]" * depth + b"}"


BODY: Final = json.dumps({"id": "a", "deal": DEAL}).encode()
WRONG_CODES: Final = (
    Attack("no code, a body that is none", "nobody", post("deal", b"{" * 20_000), 401, "no_token"),
    Attack("a code that is over", "expired", deal(), 401, "expired"),
    Attack("a code that another key made", "other key", deal(), 401, "no_token"),
    Attack("a code cut short", "cut", deal(), 401, "no_token"),
    Attack("a code with more behind it", "longer", deal(), 401, "no_token"),
    Attack("a reading code made one that records", "altered to record", deal(), 401, "no_token"),
    Attack("a code made to end later", "altered to last", deal(), 401, "no_token"),
    Attack("a code of Friday made one of everything", "altered to all", deal(match=1), 401, "no_token"),
    Attack("the match of one code, the signature of another", "spliced", deal(), 401, "no_token"),
    Attack("a code of 20,000 letters", "endless", get("/api/table"), 431, "too_large"),
    Attack("a code of 5,000 letters", "long", get("/api/table"), 401, "no_token"),
    Attack("a code in letters of no alphabet", "strange", deal(), 401, "no_token"),
    Attack("the code in a cookie", "nobody", get("/api/table", "Cookie: token=FRIDAY"), 401, "no_token"),
    Attack("the code in the address", "nobody", get("/api/table?token=FRIDAY"), 401, "no_token"),
    Attack("the code by another scheme", "nobody", get("/api/table", "Authorization: Basic FRIDAY"), 401, "no_token"),
)
OTHER_TABLES: Final = (
    Attack("Friday's code asks what Sunday would pay", "Friday", post("preview", deal=DEAL, match=2), 403, "not_yours"),
    Attack("Friday's code names a match by an object", "Friday", deal(match={"a": 1}), 403, "not_yours"),
    Attack("an evening's code in another league", "evening", deal(match=3), 403, "not_yours"),
    Attack("an evening's code in a match of long ago", "evening", deal(match=4), 403, "not_yours"),
    Attack("an evening's code in no match", "evening", deal(match=99), 404, "not_found"),
    *(
        Attack(f"the organiser's code from {where}", "organiser", get("/api/evening", f"X-Forwarded-For: {where}"), 403,
               "not_yours")
        for where in ("192.168.1.7", "127.0.0.1, 192.168.1.7", "nowhere:")  # what a proxy on this machine says
    ),
    Attack("who looks on at an evening starts a match", "evening looked on", post("start", START), 403, "not_yours"),
)  # fmt: skip
REPLAYS: Final = (
    Attack("a recorded deal again", "Friday", post("deal", RECORDED), 200),
    Attack("its id with another deal", "Friday", post("deal", RECORDED, deal=DEAL | {"bid": "Q"}), 409, "other_body"),
    Attack("its id with another verb", "Friday", post("redeal", id="first", kind="passed-out"), 409, "other_body"),
    Attack("a recorded deal again, by another table's code", "Sunday", post("deal", RECORDED), 404, "not_found"),
    Attack("an undo of another table's step", "Friday", post("undo", id="a", step=3), 404, "not_found"),
    Attack("an undo of the start", "Friday", post("undo", id="a", step=1), 422, "refused"),
    Attack("an undo of no step", "Friday", post("undo", id="a", step=2**62), 404, "not_found"),
    Attack("an edition of another record", "Friday", post("void", id="a", number=1, edition=99, reason="x"), 409,
           "newer"),
    Attack("an entry on a step to come", "Friday", deal(stands_on=2**62), 409, "newer"),
    Attack("no id", "Friday", post("deal", deal=DEAL), 400, "unreadable"),
    Attack("an empty id", "Friday", deal(id=""), 422, "refused"),
    Attack("an id of 2,000 letters", "Friday", deal(id="a" * 2000), 400, "unreadable"),
    Attack("an id that is a number", "Friday", deal(id=7), 400, "unreadable"),
    Attack("an id with a line break", "Friday", deal(id="a\nb"), 422, "refused"),
)  # fmt: skip
BODIES: Final = (
    Attack("no body", "Friday", post("deal", b""), 400, "unreadable"),
    Attack("20,000 braces", "Friday", post("deal", b"{" * 20_000), 400, "unreadable"),
    Attack("15,000 lists in each other", "Friday", post("deal", nested(15_000)), 400, "unreadable"),
    Attack("the same name twice", "Friday", post("deal", b'{"id": "b", ' + BODY[1:]), 400, "unreadable"),
    Attack("the same fact twice", "Friday", post("deal", b'{"id": "a", "deal": {"bid": "K", "bid": "A"}}'), 400,
           "unreadable"),
    Attack("a mark of order before it", "Friday", post("deal", b"\xef\xbb\xbf" + BODY), 400, "unreadable"),
    Attack("UTF-16", "Friday", post("deal", BODY.decode().encode("utf-16")), 400, "unreadable"),
    Attack("bytes that are no text", "Friday", post("deal", b'{"id": "\xff"}'), 400, "unreadable"),
    Attack("half a pair of surrogates", "Friday", deal({"bid": "\ud800"}), 400, "unreadable"),
    Attack("half a pair as a name", "Friday", deal({"\ud800": 1}), 400, "unreadable"),
    Attack("not a number", "Friday", deal(stands_on=float("nan")), 400, "unreadable"),
    Attack("infinity", "Friday", post("deal", b'{"id": "a", "age": 1e999}'), 400, "unreadable"),
    Attack("a number of 5,000 digits", "Friday", post("deal", b'{"id": "a", "n": ' + b"9" * 5000 + b"}"), 400,
           "unreadable"),
    Attack("a deal that is a list", "Friday", deal([]), 400, "unreadable"),
    Attack("a name that is a number", "Friday", deal({"caller": 7}), 400, "unreadable"),
    Attack("an object for a text", "Friday", deal(DEAL | {"bonus": {}}), 400, "unreadable"),
    Attack("a number for a result", "Friday", deal(DEAL | {"result": 0}), 400, "unreadable"),
    Attack("21 names", "Friday", post("seats", id="a", players=["x"] * 21), 400, "unreadable"),
    Attack("units of 30 digits", "Friday", post("penalty", id="a", player="Anna", units=10**30, reason="x"), 400,
           "unreadable"),
    Attack("units beyond any table", "Friday", post("penalty", id="a", player="Anna", units=10**9, reason="x"), 422,
           "refused"),
    Attack("units below none", "Friday", post("penalty", id="a", player="Anna", units=-4, reason="x"), 400,
           "unreadable"),
    *(
        Attack(f"the variant {variant}", "evening", post("start", START, variant=variant), 400, "unreadable")
        for variant in ("/etc/passwd", "/dev/stdin", "../brisca.toml", "brisc")  # a path was any file of this machine
    ),
    Attack("40,000 bytes in chunks", "Friday", chunked(b" " * 40_000), 413, "too_large"),
    Attack("chunks without end", "Friday", chunked(b" " * 0x8100, end=b""), 413, "too_large"),  # 33,024 bytes of 32,768
)  # fmt: skip
NAMES: Final = (
    Attack("a name that nobody has", "Friday", deal(DEAL | {"caller": "Zeno"}), 404, "not_found"),
    Attack("a NUL in a name", "Friday", deal(DEAL | {"caller": "An\0na"}), 422, "refused"),
    Attack("a name that turns what follows", "Friday", post("seats", id="a", players=["Anna", "Bru\u202eno"]), 422,
           "refused"),
    Attack("a name with a line break", "Friday", post("seats", id="a", players=["Anna", "Bru\nno"]), 422, "refused"),
    Attack("a name of colours for a terminal", "Friday", post("seats", id="a", players=["Anna", "\x1b[31mBruno"]), 422,
           "refused"),
    Attack("a name of 1,000 letters", "Friday", post("seats", id="a", players=["Anna", "x" * 1000]), 422, "refused"),
    Attack("a name of fields", "Friday", deal(DEAL | {"caller": "{0.__class__}"}), 404, "not_found"),
    Attack("a name that is a script", "Friday", deal(DEAL | {"caller": "<script>alert(1)</script>"}), 404, "not_found"),
    Attack("a name that is SQL", "Friday", deal(DEAL | {"caller": "'; DROP TABLE step; --"}), 404, "not_found"),
    Attack("a phone's name that turns what follows", "Friday", deal(by="\u202eannA"), 422, "refused"),
    Attack("a phone's name with colours", "Friday", deal(by="\x1b[31mAnna"), 422, "refused"),
    Attack("119 card points", "Friday", deal(DEAL | {"result": "119"}), 422, "refused"),
)  # fmt: skip
OTHER_SITES: Final = (
    *(
        Attack(f"from {origin}", "Friday", post("deal", BODY, f"Origin: {origin}"), 403, "other_origin")
        for origin in ("http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "ftp://127.0.0.1:PORT",
                       "http://127.0.0.1:PORT.evil.example", "http://127.0.0.1:PORT@evil.example", "http://[", "//[")
    ),
    *(
        Attack(f"by the name {host or 'of nobody'}", "Friday", post("deal", BODY, host=host), status, code)
        for host, status, code in (
            ("evil.example", 421, "other_host"), ("127.0.0.1.evil.example:PORT", 421, "other_host"),
            ("127.0.0.1:PORT@evil.example", 421, "other_host"), ("127.0.0.1 evil.example", 421, "other_host"),
            ("0.0.0.0:PORT", 421, "other_host"), ("[::1", 421, "other_host"), ("", 400, ""),
        )
    ),
    Attack("by two names", "Friday", get("/api/table", "Host: evil.example"), 400),
    Attack("by a name in the address", "Friday", get("http://evil.example/api/table"), 404),
    Attack("a form of fields", "Friday", post(
        "deal", b"id=a", typed="Content-Type: application/x-www-form-urlencoded\r\n"), 415, "no_json"),
    Attack("leave to post from elsewhere", "Friday", head(
        "OPTIONS", "/api/deal", HOST, "Origin: http://evil.example", "Access-Control-Request-Method: POST") + b"\r\n",
        403, "other_origin"),
    Attack("leave to post from here", "Friday", head("OPTIONS", "/api/deal", HOST) + b"\r\n", 405, "method"),
)  # fmt: skip
PATHS: Final = (
    *(
        Attack(f"the path {path[:30]}", "Friday", get(path), 404)
        for path in ("/static/../api.py", "/static/x/table.html", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
                     "//evil.example/api/table", "/api\\table", "/static/%2e%2e/api.py", "/API/TABLE",
                     "/" + "a" * 8000)
    ),
    *(
        Attack(f"the path {path}", "Friday", get(path), 404, "not_found")
        for path in ("/api/", "/api/nothing", "/api/table/", "/api/table%00", "/api/../api/table", "/api/%74able/x")
    ),
    Attack("a path of 20,000 letters", "Friday", get("/" + "a" * 20_000), 431, "too_large"),
    Attack("a path with a space", "Friday", get("/api/table HTTP/1.1 x"), 400),
)  # fmt: skip
WIRE: Final = (
    *(
        Attack(method, "Friday", head(method, "/api/table", HOST) + b"\r\n", 405, "method")
        for method in ("TRACE", "PROPFIND")
    ),
    Attack("HEAD", "Friday", head("HEAD", "/api/stream", HOST) + b"\r\n", 405),
    Attack("a tunnel", "Friday", head("CONNECT", "evil.example:80", HOST) + b"\r\n", 404),
    Attack("a body where one reads", "Friday", get("/api/stream", "Content-Length: 5") + b"xxxxx", 400, "unreadable"),
    Attack("a body in chunks where one reads", "Friday", get("/api/table", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
           400, "unreadable"),
    *(
        Attack(f"a length of {length}", "Friday", head("POST", "/api/deal", HOST, f"{TYPE}Content-Length: {length}")
               + b"\r\n" + BODY, 400)
        for length in ("-1", "1e3", "0x50", "5, 50", "5\r\nContent-Length: 50", "9" * 30)
    ),
    Attack("a second request behind a body of chunks that has a length too", "Friday", chunked(
        end=b"0\r\n\r\n" + deal(), lines="Content-Length: 5\r\nTransfer-Encoding: chunked"), 400,
        "unreadable"),
    Attack("an unknown encoding", "Friday", chunked(BODY, lines="Transfer-Encoding: gzip, chunked"), 400),
    Attack("a chunk that is no number", "Friday", chunked(end=b"xyz\r\n"), 400),
    Attack("a header that ends as others do not", "Friday", get("/api/table", "X: a\rSet-Cookie: b"), 400),
    Attack("a header with a NUL", "Friday", get("/api/table", "X: a\0b"), 400),
    Attack("a header on two lines", "Friday", get("/api/table", "X: a", "  b: c", "Host: evil.example"), 400),
    Attack("a header with a space in its name", "Friday", get("/api/table", "Host : evil.example"), 400),
    Attack("2,000 headers", "Friday", get("/api/table", *(f"X-{number}: y" for number in range(2000))), 431,
           "too_large"),
    Attack("HTTP of another age", "Friday", b"GET /api/table HTTP/3.7\r\n\r\n", 421, "other_host"),
    Attack("HTTP/2 from the start", "Friday", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 421, "other_host"),
    Attack("TLS", "Friday", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 50, 400),
    Attack("a websocket", "Friday", get("/api/stream", "Connection: Upgrade", "Upgrade: websocket",
           "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", host="evil.example"), 421,
           "other_host"),
    Attack("half of a head", "Friday", deal()[:60], CLOSED),
    Attack("half of a body", "Friday", deal()[:-9], CLOSED),
)  # fmt: skip
ATTACKS: Final = (*WRONG_CODES, *OTHER_TABLES, *REPLAYS, *BODIES, *NAMES, *OTHER_SITES, *PATHS, *WIRE)
