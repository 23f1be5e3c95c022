"""The two base frames, read in bulk from live records, cut and measured. Statistics take nothing else."""

from scorer.frames.building import Frames as Frames
from scorer.frames.measures import Part as Part
from scorer.frames.measures import measured as measured
from scorer.frames.measures import parts as parts
from scorer.frames.measures import whole as whole
from scorer.frames.reading import Selection as Selection
from scorer.frames.reading import read as read
from scorer.text.numbers import MEASURES as MEASURES
