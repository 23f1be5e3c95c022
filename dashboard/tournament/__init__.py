"""The parts of the page of a tournament: what is shown, in words and as HTML in which every name is text."""

from dashboard.tournament import facts as facts
from dashboard.tournament import parts as parts
from dashboard.tournament import standing as standing
from dashboard.tournament import wall as wall
from dashboard.tournament import words as words
