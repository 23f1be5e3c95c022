"""The mark by which a page that was written is known again, so that it may be written anew."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Final

_MARK: Final = re.compile(r"<!-- scorer tournament print ([0-9a-f]{64}) -->\n\Z")
_LARGEST: Final = 50_000_000  # bytes of a page that can be one of ours


def marked(text: str, *whose: str) -> str:
    """A page with a last line by which `is_unchanged` knows it again; `whose` say which page of what it is."""
    return f"{text}<!-- scorer tournament print {_digest(text, whose)} -->\n"


def is_unchanged(path: Path, *whose: str) -> bool:
    """Whether a file holds the page that was `marked` with these words, and nobody has changed it since."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return False
        text = path.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return False
    mark = _MARK.search(text)
    return mark is not None and mark[1] == _digest(text[: mark.start()], whose)


def _digest(text: str, whose: tuple[str, ...]) -> str:
    return sha256("\0".join((*whose, text)).encode()).hexdigest()
