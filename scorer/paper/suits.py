"""The four suits of the Italian deck as small drawings: coins, cups, swords, clubs."""

from typing import Final

from scorer.paper.markup import Markup

_COIN: Final = '<circle cx="12" cy="12" r="10"/><circle cx="12" cy="12" r="6.2"/><path d="{star}"/>'.format(
    star="M12 7.6v8.8M7.6 12h8.8M8.9 8.9l6.2 6.2M15.1 8.9l-6.2 6.2"
)
_CUP: Final = (
    '<path d="M4.5 3h15c0 7-2.6 10.4-7.5 11.2C7.1 13.4 4.5 10 4.5 3z"/><path d="M5 6.6h14"/>'
    '<path d="M12 14.2v4.6M7 21.4c.6-1.8 2.4-2.6 5-2.600s4.4.8 5 2.600z"/>'
)
_SWORD: Final = (
    '<path d="M12 1.600l1.7 3v10.600h-3.400V4.600z"/><path d="M6.5 15.200h11M12 15.200v5.2"/>'
    '<circle cx="12" cy="21.4" r="1.2"/><path d="M6.5 13.900v2.600M17.5 13.900v2.6"/>'
)
_CLUB: Final = (
    '<path d="M10.5 22.400h3l2-14.600c.5-3.6-1-6.2-3.5-6.200s-4 2.6-3.5 6.200z"/>'
    '<path d="M8.7 9.800l-1.8-1.200M15 12.200l2-1M9.5 15.400l-1.8-.8M14.2 18l1.7-.6"/>'
)
SUITS: Final = Markup(
    '<span class="suits" aria-hidden="true">'
    + "".join(f'<svg viewBox="0 0 24 24">{drawn}</svg>' for drawn in (_COIN, _CUP, _SWORD, _CLUB))
    + "</span>"
)
