"""Tests of the whole house: they read or play what wings bring beside what is of the core, as the docs tell it."""

import pytest

from scorer.wings import WINGS, there

whole_house = pytest.mark.skipif(len(there()) < len(WINGS), reason="a wing is not there, and this is about all of them")
