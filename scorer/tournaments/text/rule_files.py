"""Formats and rankings by name: the files shipped with the program, and those in the user's own folders."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from scorer.language import N_
from scorer.rule_files import RuleFiles
from scorer.tournaments.rules.errors import FormatError, RankingError

if TYPE_CHECKING:
    from scorer.tournaments.rules import Format
    from scorer.tournaments.rules.ranking import Ranking


def _parse_format(name: str, mapping: Mapping[str, Any]) -> "Format":
    from scorer.tournaments.rules.format_reading import parse_format  # noqa: PLC0415 - a Tab asks for names alone

    return parse_format(name, mapping)


def _parse_ranking(name: str, mapping: Mapping[str, Any]) -> "Ranking":
    from scorer.tournaments.rules.ranking_reading import parse_ranking  # noqa: PLC0415 - a Tab asks for names alone

    return parse_ranking(name, mapping)


_HERE: Final = "scorer.tournaments"
FORMATS: Final = RuleFiles(N_("format"), "formats", "SCORER_FORMATS", _parse_format, FormatError, _HERE)
RANKINGS: Final = RuleFiles(N_("ranking"), "rankings", "SCORER_RANKINGS", _parse_ranking, RankingError, _HERE)
USUAL_RANKING: Final = "best-six"
RULE_FILES: Final[tuple[RuleFiles[Any], ...]] = (FORMATS, RANKINGS)
