"""What all rows of a table say together: in brief, for a card player, and whole, with what chance would do."""

from typing import NamedTuple


class Verdict(NamedTuple):
    """The answer of a table in the language in force, `brief` and `whole`; both are empty where nothing can be said.

    In brief it is the answer and one honest word on luck; JSON, and whoever asks how sure it is, get the whole. Where
    that begins with the answer, `background` is what it has beyond.
    """

    brief: str = ""
    whole: str = ""
    background: str = ""

    @classmethod
    def plain(cls, sentence: str) -> "Verdict":
        """A verdict that is as short as it can be."""
        return cls(sentence, sentence)

    def of(self, *, sure: bool) -> str:
        """The whole for who asks how sure it is, else the brief one."""
        return self.whole if sure else self.brief

    def followed_by(self, sentence: str) -> "Verdict":
        """Both with a sentence behind them."""
        return Verdict(*(" ".join(filter(None, [words, sentence])) for words in (self.brief, self.whole)))
