"""What the pages for paper and wall consist of, as a browser would take them apart."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "input"}
# Elements whose end tags may be left out, by what ends them: the next of its kind, and the end of what holds them.
IMPLIED = {"td": {"td"}, "tr": {"td", "tr"}, "/tbody": {"td", "tr"}}


@dataclass
class Element:
    """An element of a page: its name, its attributes, what stands in it."""

    tag: str
    attributes: Mapping[str, str | None]
    inside: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Every text in it, in order."""
        return "".join(each if isinstance(each, str) else each.text for each in self.inside)

    @property
    def classes(self) -> list[str]:
        """Its classes."""
        return (self.attributes.get("class") or "").split()

    def walk(self) -> Iterator["Element"]:
        """It and everything in it."""
        yield self
        for each in self.inside:
            if isinstance(each, Element):
                yield from each.walk()

    def all(self, selector: str) -> list["Element"]:
        """Those inside that are `tag`, `.class` or `tag.class`."""
        tag, _, klass = selector.partition(".")
        return [e for e in self.walk() if tag in ("", e.tag) and (not klass or klass in e.classes)]

    def texts(self, selector: str) -> list[str]:
        """The texts of those."""
        return [each.text for each in self.all(selector)]

    def rows(self) -> list[list[str]]:
        """The rows of the bodies of the tables inside."""
        return [[cell.text for cell in row.inside if isinstance(cell, Element)]
                for body in self.all("tbody") for row in body.all("tr")]  # fmt: skip


class Reader(HTMLParser):
    """Builds the tree of a page, and fails where tags do not close as they opened."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("page", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element opens."""
        self.close_implied(tag)
        element = Element(tag, dict(attrs))
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A part of a drawing."""
        self.open[-1].inside.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """An element closes: the one that opened last."""
        self.close_implied(f"/{tag}")
        assert self.open[-1].tag == tag, (self.open[-1].tag, tag)
        self.open.pop()

    def close_implied(self, tag: str) -> None:
        """Elements close that this tag ends without an end tag of theirs."""
        while self.open[-1].tag in IMPLIED.get(tag, ()):
            self.open.pop()

    def handle_data(self, data: str) -> None:
        """Text stands there."""
        self.open[-1].inside.append(data)


def read(page: str) -> Element:
    """The tree of a page."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == [reader.root]
    return reader.root
