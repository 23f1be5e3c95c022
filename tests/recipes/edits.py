"""What a reader of docs/recipes.md writes, recipe by recipe: the examples that the page itself names."""

from typing import Final, NamedTuple

from db.schema import REVISIONS

LAST: Final = REVISIONS[-1]
NEXT: Final = f"{int(LAST) + 1:04}"


class Edit(NamedTuple):
    """Text that goes into a file `behind` a text that is there, or `instead` of it; a new file where both are empty."""

    file: str
    text: str
    behind: str = ""
    instead: str = ""


class Recipe(NamedTuple):
    """What is written by hand, and the modules that are run after it, each of which writes files of its own."""

    heading: str
    edits: tuple[Edit, ...]
    runs: tuple[str, ...] = ()


STATISTIC: Final = Recipe(
    "A statistic with a command",
    (
        Edit(
            "scorer/stats/droughts.py",
            '''"""How long players went without calling."""

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.rules.kinds import CALLED, DEAL_ROLES
from scorer.stats.models.arrays import text_column


def droughts(frames: Frames) -> pd.DataFrame:
    """A row a player, the longest first: the most deals in a row in which somebody else called."""
    played = frames.payouts[frames.payouts["role"].isin(DEAL_ROLES)]
    longest = {}
    for player, own in played.groupby("player", observed=True):
        called = own["role"].isin(CALLED).to_numpy()
        without = np.bincount(called.cumsum()[~called], minlength=1)  # by how many calls came before
        longest[player] = (without.max(), len(own))
    figures = np.array([*longest.values()], np.int64).reshape(-1, 2)
    table = pd.DataFrame({"player": text_column([*longest]), "longest": figures[:, 0], "deals": figures[:, 1]})
    return table.sort_values(["longest", "player"], ascending=[False, True], ignore_index=True)
''',
        ),
        Edit(
            "scorer/stats/describe/statistics/droughts.toml",
            '''about = "`scorer droughts`: a row a player, the longest drought first"
function = "scorer.stats.droughts:droughts"
dashboard = ["player", "longest", "deals"]
terminal = [{ keys = ["player"], columns = ["longest", "deals"] }]
legend = [{ columns = ["longest"], words = "{longest}: deals in a row in which somebody else called." }]
title = "Who waited longest for a call?"
short = "Droughts"
page = "records"

[command]
place = 8
says = "Show who waited longest for a call. Example: scorer droughts --league Lega"
options = ["MATCHES"]

[columns]
player = { title = "player", form = "player", pinned = true, about = "the player" }
longest = { title = "longest drought", short = "drought", form = "count", help = """
the most deals in a row in which somebody else called""" }
deals = { title = "deals", form = "count", about = "deals played" }
''',
        ),
    ),
)

KEY_OF_A_VARIANT: Final = Recipe(
    "A key of a variant",
    (
        Edit(
            "scorer/rules/variant.py",
            """    from_target: int = 0  # bids below it are paid as without the slam
""",
            behind="""    wins_match: bool = False
""",
        ),
        Edit(
            "scorer/rules/variant.py",
            """        as_slam = slam and self.slam is not None and bid.target >= self.slam.from_target
        return self.after_slam(u, slam=as_slam)
""",
            instead="""        return self.after_slam(u, slam=slam)
""",
        ),
        Edit(
            "scorer/rules/variant_reading.py",
            """        from_target=read.number("from_target", 0, LOWEST_TARGET, TOTAL_CARD_POINTS),
""",
            behind="""        wins_match=read.take("wins_match", bool, False),
""",
        ),
        Edit(
            "scorer/rules/sides_reading.py",
            """    yield "slam.from_target", slam and slam.from_target, _("there are no bids without an auction")
""",
            behind="""slam.side == "calling", _("there is no calling side without an auction")
""",
        ),
        Edit(
            "scorer/text/variant_rules.py",
            """    if slam.from_target:
        effect = _("{effect}, from bids of {target} on", effect=effect, target=slam.from_target)
    return f"{taken}; {effect}"
""",
            instead="""    return f"{taken}; {effect}"
""",
        ),
        Edit(
            "scorer/text/variant_page.py",
            """    if slam and slam.from_target:
        clauses[-1] = _("{slams} from bids of {target} on", slams=clauses[-1], target=slam.from_target)
    if any(after.factor > 1 for after in (variant.after or {}).values()):
""",
            instead="""    if any(after.factor > 1 for after in (variant.after or {}).values()):
""",
        ),
    ),
)

KIND_OF_RECORD: Final = Recipe(
    "A kind of record",
    (
        Edit(
            "scorer/rules/kinds.py",
            """PENALTY, ADJUSTMENT, BONUS = RULINGS = ("penalty", "adjustment", "bonus")
""",
            instead="""PENALTY, ADJUSTMENT = RULINGS = ("penalty", "adjustment")
""",
        ),
        Edit(
            "scorer/rules/kinds.py",
            """WITH_RESIDUAL: Final = (ADJUSTMENT, BONUS, SHEET)""",
            instead="""WITH_RESIDUAL: Final = (ADJUSTMENT, SHEET)""",
        ),
        Edit(
            "scorer/text/kind_words.py", '    "bonus": N_("bonus"),\n', behind='    "adjustment": N_("adjustment"),\n'
        ),
        Edit(
            "scorer/text/sentences.py",
            """    "bonus": N_("Bonus ({reason}): {payouts}"),
""",
            behind="""    ADJUSTMENT: N_("Adjustment ({reason}): {payouts}"),
""",
        ),
        Edit(
            "db/laws.py",
            """OUTSIDE: Final = ("penalty", "adjustment", "bonus", "sheet")
""",
            instead="""OUTSIDE: Final = ("penalty", "adjustment", "sheet")
""",
        ),
        Edit(  # shorter than a real one, in which the table and its laws are written out
            f"db/migrations/versions/{NEXT}_bonuses.py",
            f'''"""A bonus is a kind of record."""

import sqlalchemy as sa
from alembic import op

from db.laws import LAWS

revision = "{NEXT}"
down_revision = "{LAST}"

MADE = "SELECT sql FROM sqlite_master WHERE tbl_name = 'record' AND sql <> '' ORDER BY type = 'index', name"


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        table, *indexes = op.get_bind().execute(sa.text(MADE)).scalars().all()
        body = table[table.index("(") :].replace("kind = 'adjustment'", "kind = 'adjustment' OR kind = 'bonus'")
        op.execute(f"CREATE TABLE record_new {{body}}")
        op.execute("INSERT INTO record_new SELECT * FROM record")
        op.drop_table("record")
        op.rename_table("record_new", "record")
        for index in indexes:
            op.execute(index)
        return
    for law in ("kind", "zero_sum", "reason"):
        op.drop_constraint(op.f(f"ck_record_{{law}}"), "record", type_="check")
        op.create_check_constraint(op.f(f"ck_record_{{law}}"), "record", LAWS["record"][law])
''',
        ),
        Edit(
            "scorer/scorebook/penalties.py",
            """units: Mapping[str, int], reason: str, *, even_finished: bool = False, kind: str = ADJUSTMENT
""",
            instead="""units: Mapping[str, int], reason: str, *, even_finished: bool = False
""",
        ),
        Edit(
            "scorer/scorebook/penalties.py",
            """_outside(transaction, sheet, kind, seats, named""",
            instead="""_outside(transaction, sheet, ADJUSTMENT, seats, named""",
        ),
        Edit(
            "scorer/cli/evening.py",
            """    reason: ReasonOption = "",
    match: MatchOption = "",
    bonus: Annotated[bool, flag("--bonus", "They are a bonus, and not an adjustment.")] = False,
) -> None:
    \"\"\"Set units by ruling""",
            instead="""    reason: ReasonOption = "",
    match: MatchOption = "",
) -> None:
    \"\"\"Set units by ruling""",
        ),
        Edit(
            "scorer/cli/evening.py",
            """record_adjustment, transaction, meant, changes, why, even_finished=late, kind=kind)
""",
            instead="""record_adjustment, transaction, meant, changes, why, even_finished=late)
""",
        ),
        Edit("scorer/cli/evening.py", "    filled,\n    flag,\n", instead="    filled,\n"),
        Edit(
            "scorer/cli/evening.py",
            """    changes = parsing.read_units(",".join(units))
    kind = "bonus" if bonus else "adjustment"
""",
            instead="""    changes = parsing.read_units(",".join(units))
""",
        ),
    ),
    runs=("tests.schemas",),
)

KEY_OF_A_FORMAT: Final = Recipe(
    "A key of a tournament format",
    (
        Edit(
            "scorer/tournaments/rules/format.py",
            """    most_entrants: int | None = None
""",
            behind="""    min_deals: int = 0
""",
        ),
        Edit(
            "scorer/tournaments/rules/format_reading.py",
            """        most_entrants=top.number("most_entrants", 0, 2, LARGEST) or None,
""",
            behind="""        min_deals=top.number("min_deals", 0, 0, LARGEST),
""",
        ),
        Edit(
            "scorer/tournaments/text/format_page.py",
            """    if form.most_entrants:
        yield _("Entries"), _("at most {most}", most=form.most_entrants)
""",
            behind="""_("have a standing of their own, by units, from {deals} on", deals=deals)
""",
        ),
        Edit(
            "scorer/tournaments/keeping/entries.py",
            """    most = tournament.format.most_entrants or MOST_ENTRANTS
    if (count := len(tournament.entrants) + len(entries)) > most:
        raise RefusedError(_("{entrants}: at most {most} can enter", entrants=counts.entrants(count), most=most))
""",
            instead="""    if (count := len(tournament.entrants) + len(entries)) > MOST_ENTRANTS:
        raise RefusedError(
            _("{entrants}: at most {most} can enter", entrants=counts.entrants(count), most=MOST_ENTRANTS)
        )
""",
        ),
    ),
)

COMMAND: Final = Recipe(
    "A command",
    (
        Edit(
            "scorer/cli/dealer.py",
            '''"""Who deals."""

import typer

from scorer import scorebook
from scorer.cli.context import book, say
from scorer.cli.options import MatchOption

app = typer.Typer()


@app.command()
def dealer(ctx: typer.Context, match: MatchOption = "") -> None:
    """Say who deals next. Example: scorer dealer"""
    with book(ctx).reading() as transaction:
        sheet = scorebook.sheet_of(transaction, scorebook.find_match(transaction, match))
    say(sheet.next_dealer)
''',
        ),
        Edit(
            "scorer/cli/contents.py",
            """    "dealer": Place(EVENING, "scorer.cli.dealer", "Say who deals next."),
    "pad": Place(
""",
            instead="""    "pad": Place(
""",
        ),
    ),
)

PAGE: Final = Recipe(
    "A page of the dashboard",
    (
        Edit(
            "dashboard/views/droughts.py",
            '''"""Who waited longest for a call."""

from typing import Final

from dashboard import data
from dashboard.page import skeleton, tables
from dashboard.page.skeleton import PageSection
from scorer.language import _
from scorer.stats.describe.columns import MakingOptions
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables

DROUGHTS: Final = described("droughts")


def shown(section: PageSection) -> None:
    """The droughts of a payout table."""
    section.heading("droughts")
    rows = data.rows(("droughts", section.frames), lambda: DROUGHTS.make(section.frames))
    section.table(rows, DROUGHTS.on_dashboard, _("Droughts"))


chosen = skeleton.subject(_("Droughts"), "droughts")
sections = skeleton.sections(chosen)
skeleton.below_each_other(sections, shown)
if sections:
    tables.csv_button("droughts", lambda: flat_tables(data.frames_now(chosen.selection), "droughts", MakingOptions()))
''',
        ),
        Edit(
            "dashboard/pages.py",
            """    "droughts": Page(INSIGHT, N_("Droughts"), "hourglass"),
""",
            behind="""    "records": Page(INSIGHT, N_("Records"), "military_tech"),
""",
        ),
    ),
)

END_OF_A_MATCH: Final = Recipe(
    "An end of a match",
    (
        Edit(
            "scorer/rules/ending.py",
            """    "slams": RaceKind("slams", 0, (2,)),
""",
            behind="""    "paper": RaceKind("on paper", TOTAL_CARD_POINTS // 2, (500, 1000)),
""",
        ),
        Edit(
            "scorer/rules/ending.py",
            """
        if self.by == "slams":
            return ngettext("{players} took {count} slam", "{players} took {count} slams", agreed, players=players)
""",
            behind="""
            return _("{players} reached {count} on paper", count=agreed, players=players)""",
        ),
        Edit(
            "scorer/match/facts.py",
            """        if tally == "slams":
            return {player: 1 for player, units in self.payouts.items() if units > 0} if self.slam else {}
""",
            behind="""deals `won`, card points `taken` by the side or on `paper`.\"""
""",
        ),
        Edit(
            "scorer/text/tally_words.py",
            """    N_("slams"): TallyWords(N_("slams"), N_("most slams"), N_("Slams: {players}"), N_("slams {number}")),
""",
            behind="""N_("on paper {number}")),
""",
        ),
        Edit(
            "scorer/text/tally_words.py",
            """    if tally == "slams":
        return ngettext("{count} slam", "{count} slams", number)
""",
            behind="""`74 on paper`.\"""
""",
        ),
        Edit(
            "scorer/text/deals_left_words.py",
            """    if by == "slams":
        return ngettext("{count} slam", "{count} slams", agreed)
""",
            behind="""`3 deals won`, `500 card points`, `500 on paper`.\"""
""",
        ),
        Edit(
            "scorer/frames/building.py",
            """            "slams": (self.payouts["slam"] & self.payouts["won"]).to_numpy(np.int64),
""",
            behind="""            "paper": self.paper_points,
""",
        ),
        Edit(
            "scorer/insight/forecast/deal_history.py",
            """
    paid[deal, 4, column] = payouts["slam"] & payouts["won"]""",
            behind="""    paid[deal, 3, column] = payouts["paper_points"].to_numpy() // times""",
        ),
        Edit(
            "scorer/insight/forecast/deal_model.py",
            "np.pad(paid, ((0, 0), (0, 1), (0, 0)))",  # none of them is a slam
            instead="np.array(paid)",
        ),
        Edit(
            "scorer/insight/forecast/win_probability.py",
            """        "slams": ngettext("until {count} slam is taken", "until somebody took {count} slams", agreed),
""",
            behind="""        "paper": _("until somebody has {count} on paper", count=agreed),
""",
        ),
    ),
)

RECIPES: Final = (STATISTIC, KEY_OF_A_VARIANT, KIND_OF_RECORD, END_OF_A_MATCH, KEY_OF_A_FORMAT, COMMAND, PAGE)
