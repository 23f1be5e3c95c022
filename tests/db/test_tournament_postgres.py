"""A tournament on a server: the desk writes there what it writes to a file."""

from collections.abc import Callable

Ok = Callable[..., str]
DAY = "--on 2026-12-05"


def test_a_tournament_is_played_on_a_server(ok: Ok, database: str) -> None:
    ok(f"tournament new Natale --format ten-deals --seed 7 {DAY}", db=database)
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena", db=database)
    ok(f"tournament draw {DAY}", db=database)
    ok("tournament undo", db=database)
    ok("tournament redo", db=database)
    assert ok("tournament result 1 Anna=4,Bruno=1,Carla=0,Dario=-1,Elena=-4", db=database).startswith("Table 1")
    ok("tournament result 1 Anna=1,Bruno=4,Carla=0,Dario=-1,Elena=-4", db=database)
    lines = ok("tournament standings --format csv", db=database).splitlines()
    assert [line.split(",")[:3] for line in lines[1:3]] == [["1", "Bruno", "4"], ["2", "Anna", "1"]]
    assert ok("tournament show", db=database) == ok("", db=database)
    assert ok("check", db=database) == ""
