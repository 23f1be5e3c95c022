"""Tests of the core that need what wings bring, such as docs that tell of the whole house."""

import pytest

from scorer.cli.contents import groups, in_order
from scorer.wings import WINGS, there

whole_house = pytest.mark.skipif(len(there()) < len(WINGS), reason="a wing is not there, and this is about all of them")


def needs(*wings: str) -> pytest.MarkDecorator:
    """A test that is passed over where one of these wings is not there."""
    absent = [name for name in wings if not WINGS[name].is_there]
    return pytest.mark.skipif(bool(absent), reason=f"it needs what is not there: {', '.join(absent)}")


def has_command(name: str) -> bool:
    """Whether the program has this command or group with the wings that are there; `import` is the core's too."""
    return name in in_order() or name in groups()
