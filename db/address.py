"""The address of a scorebook: the path of a file, or a server as a URL or as libpq writes it, `host=… dbname=…`.

Standard library only: completion asks too.
"""

import re

# What libpq's words begin with; a file that is called so is named ./host=x
_WORDS = (
    "host|hostaddr|port|dbname|user|password|passfile|service|servicefile|options|application_name|connect_timeout"
    "|client_encoding|target_session_attrs|load_balance_hosts|require_auth|channel_binding|keepalives\\w*"
    "|tcp_user_timeout|krbsrvname|gss\\w*|ssl\\w*|scram_\\w+|oauth_\\w+"
)
_CONNINFO = re.compile(rf"(?:{_WORDS})\s*=|\S*\s.*\b(?:host|dbname|\w*password)\s*=", re.IGNORECASE | re.DOTALL)
# What a secret is called: by libpq, and by who misremembers its words.
_SECRET = r"(\b(?!passfile\b)(?:\w*pass(?:w\w*)?|pwd|\w*secret|scram_\w+_key)\s*=\s*)"  # noqa: S105
_POSTGRES = r"((?<![/\\\w])postgres\S*?(?::/*|/+)[^/@:\s]*):\S*@"  # a URL, also with a sign too few
_VALUE = r"(?:'(?:[^'\\]|\\.)*'|(?:[^\s'\\]|\\.)*)"
_WHOLE = re.compile(rf"\s*(?:\w+\s*=\s*{_VALUE}(?:\s+|$))*", re.DOTALL)
_URL = re.compile(r"[\w+.-]+://")
_MISWRITTEN = re.compile(r"postgres(?:ql)?(?:\+\w+)?(?::/*|/+)[^/]*@", re.IGNORECASE)  # no folder is meant
_PATH = re.compile(r"[/\\.~]|[A-Za-z]:[/\\]")
_SERVERS = ("postgres:", "postgresql:", "postgresql+")


def is_url(where: str) -> bool:
    """Whether `where` is the address of a database server, a URL or libpq's words, rather than a path."""
    return is_conninfo(where) or "://" in where or bool(_MISWRITTEN.match(where))


def is_conninfo(where: str) -> bool:
    """Whether `where` is written as libpq writes it, host=… dbname=…, in words."""
    begun = where.lstrip()
    return bool(_CONNINFO.match(begun)) and not _URL.match(begun) and not _PATH.match(begun)


def is_postgres(where: str) -> bool:
    """Whether `where` is the address of a server that this program knows."""
    return where.startswith(_SERVERS) or is_conninfo(where)


def masked(where: str) -> str:
    """A path or an address as it may be printed: without its passwords. Of words that libpq could not read, all that
    follows the first password is left out: nobody can say where it ends.
    """
    where = re.sub(r"(://[^/@:]*):.*@", r"\1:***@", where, flags=re.DOTALL)
    where = re.sub(_POSTGRES, r"\1:***@", where, flags=re.IGNORECASE)
    if is_conninfo(where):
        value = _VALUE if _WHOLE.fullmatch(where) else ".*"
        return re.sub(_SECRET + value, r"\1***", where, flags=re.IGNORECASE | re.DOTALL)
    return re.sub(rf"(?<=[?&]){_SECRET}[^&]*", r"\1***", where, flags=re.IGNORECASE)


def masked_within(sentence: str) -> str:
    """A sentence in which an address may stand by mistake, as the name of a file, without its password."""
    sentence = re.sub(_POSTGRES, r"\1:***@", sentence, flags=re.IGNORECASE)
    return re.sub(_SECRET + _VALUE, r"\1***", sentence, flags=re.IGNORECASE)
