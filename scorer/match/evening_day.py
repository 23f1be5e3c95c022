"""Which day an evening has that goes on after midnight."""

from datetime import date, datetime, timedelta
from typing import Final

NIGHT: Final = timedelta(hours=6)  # until then it is the evening before


def evening_of(moment: datetime) -> date:
    """The day on which the evening began that goes on at this moment."""
    return (moment - NIGHT).date()
