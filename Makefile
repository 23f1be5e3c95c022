# One target a chore; `make check` is what CI runs, beside installing.
.PHONY: check style types tests wings bench docs pictures texts demo

check: style types tests

style:
	ruff check .
	ruff format --check .

types:
	mypy

# `make tests WING=tournaments` runs those of one wing.
tests: texts
	python -m pytest $(if $(WING),tests/$(WING))

# Does the core go on in a copy without its wings, and without each of them? `make wings WING=phones` tries one.
wings:
	python -m tests.wings $(WING)

# `make bench` writes docs/performance.md where the machine is quiet; `make bench AGAINST=../old` compares two trees by
# their processor time.
bench:
	python -m tests.benchmarks $(if $(AGAINST),--against $(AGAINST))

# Play the pages again, and write what the program prints, what its help says, and the description of the API.
docs:
	python -m tests.pages
	python -m tests.debian_server
	python -m tests.cli_reference
	python -m tests.statistic_columns
	python -m tests.phones.openapi

# Take every picture of README.md and docs/ anew, of the program as it is.
pictures:
	python -m tests.pictures
	python -m tests.phones.pictures

# The sentences for translators as scorer.pot; each scorer/language/catalogues/NAME.po compiled.
texts:
	python hatch_build.py

demo:
	python -m scorer demo
