# One target a chore; `make check` is what CI runs.
.PHONY: check style types tests bench demo

check: style types tests

style:
	ruff check .
	ruff format --check .

types:
	mypy

tests:
	python -m pytest

bench:
	python -m tests.benchmarks

demo:
	python -m scorer demo
