"""What several pages ask of insight, each answer made once."""

import pandas as pd

from dashboard import data
from dashboard.page.skeleton import PageSection
from scorer.frames import Frames
from scorer.insight.decomposition import decomposition
from scorer.insight.synergy import synergy
from scorer.text.numbers import Row


def pair_synergies(frames: Frames, fewest: int) -> pd.DataFrame:
    """What the pairs with enough deals got beyond what roles and ratings predict."""
    return data.made((frames, "beyond", fewest), lambda: synergy(frames, min_deals=fewest))


def parts_of_units(section: PageSection) -> list[Row]:
    """What everybody's units of a section are made of."""
    frames, measure = section.frames, section.about.measure
    return data.rows((frames, "luck", measure), lambda: decomposition(frames, measure))
