"""What every address takes and answers, as OpenAPI: that of statistics follows from the files of these."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from scorer.phones.statistics import FORMATS
from scorer.stats.describe import commands

Json = dict[str, Any]
STATISTICS_AT: Final = "/api/statistics/"
OPENAPI: Final = Path(__file__).with_name("openapi.json")  # of statistics what is alike, and what differs from that


@cache
def description() -> Json:
    """The description of all addresses."""
    kept: Json = json.loads(OPENAPI.read_text(encoding="utf-8"))
    alike = kept["paths"].pop(f"{STATISTICS_AT}{{name}}")["get"]
    statistics = {f"{STATISTICS_AT}{name}": {"get": alike | operation(name)} for name in commands.names()}
    return kept | {"paths": dict(sorted((statistics | kept["paths"]).items()))}


def operation(name: str) -> Json:
    """How a statistic is asked for."""
    declared = commands.command(name)
    text: Json = {"type": "string"}
    filters = dict.fromkeys(declared.with_words, text)
    filters |= dict.fromkeys(declared.flags, text | {"enum": ["yes"]}) | {"format": text | {"enum": [*FORMATS]}}
    return {
        "operationId": f"readStatistics{name.title()}",
        "summary": f"What scorer {name} writes.",
        "parameters": [{"name": name, "in": "query", "schema": schema} for name, schema in filters.items()],
    }
