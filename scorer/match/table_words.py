"""Other words that the table has for the same: nobody, alone, how a deal ended, why it was not played, yes and no.

They are English, Italian and Spanish, and all of them are read in every language; folded, as names are compared.

Those for who won stand in `rules/kinds.py`, which reads files of rules by them too.
"""

from scorer.rules.kinds import EVEN_WORDS, EVENT_WORDS, NOBODY, OTHERS, OUTCOME_WORDS, SOLO

YES, NO = frozenset({"y", "yes", "s", "si"}), frozenset({"n", "no"})
NOBODY_WORDS = ("nobody", "no one", "none", "nessuno", "nadie", "-", "--")  # a stroke stands in notebooks
# The words for a caller without a partner.
ALONE = (SOLO, "alone", *NOBODY_WORDS, "sola", "da solo", "da sola", "in mano", "mano", "en solitario")
# The words for the end of a deal, the events of the shipped games among them; a variant may have others.
RESULT_WORDS = {
    *ALONE,
    *(
        word
        for words in (OUTCOME_WORDS, EVEN_WORDS, EVENT_WORDS)
        for key, more in words.items()
        for word in (key, *more.split())
    ),
}
BEFORE_TARGET = ("at", "a")  # `two at 71`, `due a 71`, `dos a 71`
PAYEE_WORDS = {OTHERS: "altri gli-altri otros los-otros", NOBODY: " ".join(NOBODY_WORDS[2:])}
# Cards that are dealt and not played; first letters are enough where they mean one thing only.
REDEAL_WORDS = {
    "passed-out": "passed all-passed everybody-passed passata passano tutti-passano pasada pasan todos-pasan",
    "thrown-in": "thrown poor-hand buttata tirada",
    "misdeal": "misdealt exposed scoperta data-male mal-dada",
    "annulled": "cancelled canceled stopped annullata anulada",
}
KINDS_OF_REDEAL = {word for kind, more in REDEAL_WORDS.items() for word in (kind, *more.split())}
ANY_REDEAL = ("redeal", "a monte", "monte", "nuevo reparto")  # which says of no kind that it is that one
