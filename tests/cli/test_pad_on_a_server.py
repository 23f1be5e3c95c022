"""The pad on a terminal, its scorebook on a server that cuts the line."""

from collections.abc import Callable

import psycopg
import pytest

from scorer.cli.app import command
from scorer.cli.context import TROUBLE, Settings
from scorer.cli.pad import enter
from scorer.match.sheet import Sheet

CUT = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def test_the_pad_goes_on_after_the_server_has_cut_every_line_as_a_restart_does(
    database: str, ok: Callable[..., str], sheet: Callable[..., Sheet], capsys: pytest.CaptureFixture[str]
) -> None:
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    from scorer.cli.pad_screen import run

    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena", db=database)
    shared, codes = Settings(db=database, root=command()), list[int]()

    def cut_before_the_second(pad: Settings, line: str) -> int:
        if len(codes) == 1:
            with psycopg.connect(database, autocommit=True) as connection:
                connection.execute(CUT)
        codes.append(enter(pad, line))
        return codes[-1]

    before = sheet(where=database)
    shared.keep_pad_on(before.match)
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text("anna K elena 74\rbruno K solo 58\rbruno K solo 58\rquit\r")
        run(shared, before, cut_before_the_second)
    shared.book.close()
    assert codes == [0, TROUBLE, 0]
    assert "the line to the server broke; nothing was recorded" in capsys.readouterr().err
    assert [record.caller for record in sheet(where=database).records] == ["Anna", "Bruno"]
