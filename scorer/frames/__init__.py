"""The two base frames, read in bulk from live records, cut and measured. Statistics take nothing else."""

from scorer.frames.building import Frames as Frames
from scorer.frames.building import Part as Part
from scorer.frames.building import base_units as base_units
from scorer.frames.building import deals_won as deals_won
from scorer.frames.building import measured as measured
from scorer.frames.building import of_variants as of_variants
from scorer.frames.building import parts as parts
from scorer.frames.building import whole as whole
from scorer.frames.query import Redeals as Redeals
from scorer.frames.query import Selection as Selection
from scorer.frames.query import read as read
from scorer.frames.query import redeals as redeals
from scorer.text.numbers import MEASURES as MEASURES
