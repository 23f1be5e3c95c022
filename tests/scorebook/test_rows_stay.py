"""Nothing is erased: of a row that was written, only `voided_by` is ever filled in, and only once."""

from collections.abc import Callable
from typing import Any

from tests.fixtures import AskRows, Ok

Snapshot = dict[str, dict[int | str, tuple[Any, ...]]]

LEDGER = ("record", "sitting")
FIXED = ("step", '"match"', "variant")

EVENING = (
    "deal anna K elena 61",
    "deal bruno 2/71 solo 60",
    "redeal passed-out",
    "penalty carla 4 --reason late",
    "adjust 'Anna=-3,Bruno=3' --reason ruling",
    "call dario A",
    "call dario 2/81",
    "deal elena 90",
    "edit 1 --partner dario --reason 'it was Dario'",
    "edit 1 --result 60 --reason recount",
    "undo",
    "redo",
    "undo 2",
    "void 2 --reason 'wrong table'",
    "undo",
    "redo",
    "seats Anna,Bruno,Carla,Dario,Elena,Fabio",
    "deal anna K elena 61 --out dario",
    "undo 2",
    "redo 2",
    "finish",
    "undo",
    "redo",
    "reopen",
    "finish",
    "player rename anna Annalisa",
    "undo",
    "undo",
    "player hide bruno",
    "league rename main Casa",
    "finish",
    "start Saturday --players Gina,Hans,Ines,Jan,Kai",
    "undo",
    "reopen Friday",
    "undo 6 --match Friday",
)


def snapshot(rows: AskRows) -> Snapshot:
    return {table: {row[0]: row for row in rows(f"SELECT * FROM {table} ORDER BY 1")} for table in (*LEDGER, *FIXED)}


def columns(rows: AskRows, table: str) -> list[str]:
    return [row[1] for row in rows(f"PRAGMA table_info({table})")]


def test_voided_by_is_the_only_column_ever_updated_and_only_once(friday: None, ok: Ok, rows: AskRows) -> None:
    at = {table: columns(rows, table).index("voided_by") for table in LEDGER}
    before, voided = snapshot(rows), 0
    for line in EVENING:
        ok(line)
        after = snapshot(rows)
        newest_step = max(key for key in after["step"] if isinstance(key, int))
        for table in FIXED:
            assert {key: after[table][key] for key in before[table]} == before[table], f"{line}: {table}"
        for table in LEDGER:
            for key, old in before[table].items():
                new = after[table][key]  # still there
                if new == old:
                    continue
                place = at[table]
                assert (old[:place], old[place + 1 :]) == (new[:place], new[place + 1 :]), f"{line}: {table} {key}"
                assert old[place] is None, f"{line}: {table} {key} was voided twice"
                assert before["step"].keys() < after["step"].keys()
                assert max(k for k in before["step"] if isinstance(k, int)) < new[place] <= newest_step
                voided += 1
        assert after["step"].keys() > before["step"].keys(), f"{line}: no step was written"
        before = after
    assert voided > 20


def test_a_command_is_one_step_and_undo_is_one_a_step(friday: None, ok: Ok, rows: AskRows) -> None:
    def steps() -> int:
        return int(rows("SELECT count(*) FROM step")[0][0])

    assert steps() == 1
    for line in ("deal anna K elena 61", "call dario A", "deal elena 90", "edit 1 --result 60 --reason recount"):
        known = steps()
        ok(line)
        assert steps() == known + 1
    ok("undo 3")
    assert steps() == 8
    assert rows("SELECT undoes FROM step WHERE action = 'undo' ORDER BY id") == [(5,), (4,), (3,)]


def test_a_refused_command_writes_no_step(friday: None, say: Callable[..., Any], rows: AskRows) -> None:
    before = snapshot(rows)
    for line in (
        "deal anna K elena 119",
        "undo 9",
        "void 1 --reason x",
        "edit 1 --reason x",
        "penalty anna 3 --reason x",
        "seats Anna,Bruno",
        "finish Saturday",
        "player merge anna bruno",
    ):
        assert say(line).returncode in {3, 4}
    assert snapshot(rows) == before
