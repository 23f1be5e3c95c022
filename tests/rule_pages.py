"""The pages of docs that list the shipped files of a kind."""

import re


def rows_of_shipped(text: str) -> dict[str, str]:
    """What a page says of each shipped file: the rest of its row in a table of the last section, by its name."""
    shipped = text.split("## The shipped ")[1]
    return dict(re.findall(r"^\| `([a-z0-9-]+)` \| (.*) \|$", shipped, flags=re.MULTILINE))
