"""The paragraphs of a help, as translators have them and as a terminal folds them."""

import inspect
import re


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a docstring, in which no sentence is broken where a line of the source ended."""
    whole = re.sub(r"(?<=[^.:\n])\n(?=[^\n])", " ", inspect.cleandoc(text))
    return [paragraph for paragraph in whole.split("\n\n") if paragraph]


def first_sentence(text: str) -> str:
    """The first sentence of a help."""
    return paragraphs(text)[0].split(". ")[0].removesuffix(".") + "."
