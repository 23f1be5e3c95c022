"""What a frozen variant is called where several editions of one name may meet."""

from collections import Counter
from functools import lru_cache

from sqlalchemy import select
from sqlmodel import Session

from scorer.errors import NotFoundError
from scorer.rule_files import VARIANTS, digest
from scorer.scorebook import rows

FROZEN = select(rows.VARIANT.c.digest, rows.VARIANT.c.name).order_by(rows.VARIANT.c.name, rows.VARIANT.c.digest)


def variant_labels(session: Session) -> dict[str, str]:
    """The label of every frozen variant, by its digest: the name, or `name@digest8`.

    The name alone is for the contents shipped under it, and for the only edition of a name that is not shipped.
    """
    frozen = rows.read(session, FROZEN)
    editions = Counter(row.name for row in frozen)
    return {row.digest: _label(row.digest, row.name, editions[row.name]) for row in frozen}


def _label(key: str, name: str, editions: int) -> str:
    plain = key == _shipped_digest(name) if VARIANTS.shipped(name) else editions == 1
    return name if plain else f"{name}@{key[:8]}"


@lru_cache(maxsize=64)
def _shipped_digest(name: str) -> str | None:
    try:
        return digest(VARIANTS.read_text(name)[1])
    except NotFoundError:
        return None
