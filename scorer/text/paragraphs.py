"""Pages of rules in plain text: lines of 80 columns, things and what is said of them."""

from textwrap import fill

WIDTH = 80


def item(name: str, text: str) -> str:
    """One thing and what is said of it; further lines are indented."""
    return paragraph(f"{name}: {text}", indent="  ")


def paragraph(text: str, indent: str = "") -> str:
    """Text in lines that fit, with a line end; `indent` stands before all but the first."""
    return fill(text, WIDTH, subsequent_indent=indent, break_long_words=True) + "\n"


def notes(text: str) -> str:
    """Notes as a file has them, each of their lines as a paragraph."""
    return "".join(paragraph(line) for line in text.strip().split("\n") if line)
