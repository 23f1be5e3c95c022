"""The least that records a deal with typer and sqlmodel: one table, one command, one committed row."""

from typing import Annotated, Any

import typer
from sqlalchemy import event
from sqlmodel import Field, Session, SQLModel, create_engine

app = typer.Typer()


class Deal(SQLModel, table=True):
    """A deal."""

    id: int | None = Field(default=None, primary_key=True)
    caller: str
    bid: str
    partner: str
    card_points: int


def _opened(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    for pragma in ("busy_timeout=5000", "journal_mode=DELETE", "synchronous=EXTRA", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


@app.command()
def deal(path: str, caller: str, bid: str, partner: str, card_points: Annotated[int, typer.Argument()]) -> None:
    """Record a deal."""
    engine = create_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", _opened)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with Session(engine) as session:
        session.add(Deal(caller=caller, bid=bid, partner=partner, card_points=card_points))
        session.commit()
    typer.echo(f"{caller} called {bid} with {partner} and made {card_points}")


app()
