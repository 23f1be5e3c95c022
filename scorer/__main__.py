"""`python -m scorer`."""

from scorer.cli.app import main

main()
