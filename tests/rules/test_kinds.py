"""The words for what is recorded: those that the database allows are these, and no others."""

from db import laws
from scorer.rules.kinds import ADJUSTMENT, DEAL, KINDS, OUTCOMES, OUTSIDE, PENALTY, REDEALS, ROLES, SHEET, WITH_RESIDUAL


def test_the_database_spells_them_alike() -> None:
    assert (laws.KINDS, laws.REDEALS, laws.OUTSIDE) == (KINDS, REDEALS, OUTSIDE)
    assert laws.OUTCOMES == OUTCOMES == ("made", "failed", "even", "won")


def test_every_record_is_a_deal_a_redeal_or_outside_the_dealing() -> None:
    assert (DEAL, *REDEALS, PENALTY, ADJUSTMENT, SHEET) == KINDS
    assert len(set(KINDS)) == len(KINDS)
    assert set(WITH_RESIDUAL) <= set(OUTSIDE) <= set(ROLES)
