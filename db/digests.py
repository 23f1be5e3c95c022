"""What each revision of the schema is made of, on both databases: a digest for what it changed.

Made by `python -m tests.schemas`, and held against databases of each revision by tests/db/test_schema.py. A revision
that somebody may have is never changed here: another table is another revision.
"""

DIGESTS: dict[str, dict[str, dict[str, str]]] = {
    "sqlite": {
        "0001": {
            "index ix_record_live": "a28abd4c181a706a",
            "index ix_record_voided": "09259726bdd58396",
            "index ix_sitting_live": "7aa1984aee92260c",
            "index ix_sitting_voided": "1be9065ebe6d70b7",
            "index ix_step_match_id": "3e9708ea1c19ca1e",
            "table alembic_version": "364e1879c8f1b20f",
            "table league": "0ee8ace59ecbef25",
            "table match": "90c8fb45beb44a3a",
            "table player": "c52574bf6a12b26a",
            "table record": "7da5ea3ea8778931",
            "table sitting": "11633dfdf88c22b0",
            "table step": "ead9c9efd7a3660a",
            "table variant": "b57d749bd44f08c1",
        },
        "0002": {
            "index ix_step_tournament_id": "41d8346407e1baaf",
            "table step": "9bc8c26b97f7e41a",
            "table tournament": "27a3803a5ada2990",
        },
        "0003": {"table record": "e63b341a173e7780", "table sitting": "f61aa8b9d3fe69b0"},
    },
    "postgresql": {
        "0001": {
            "index alembic_version_pkc": "66a9e87832d1b504",
            "index ix_record_live": "754d4d6bb082930a",
            "index ix_record_voided": "358d839253f37523",
            "index ix_sitting_live": "f366c4541b1ec046",
            "index ix_sitting_voided": "985706c679b09589",
            "index ix_step_match_id": "1458ffe3ce2e14c1",
            "index pk_league": "a56ba476862ee763",
            "index pk_match": "36edeede07d9c582",
            "index pk_player": "a3fac7332f12a53e",
            "index pk_record": "5f6083abf0b5afa5",
            "index pk_sitting": "8620e6ab2d67a83f",
            "index pk_step": "be36f97a1b209af0",
            "index pk_variant": "9dba6f23c6d0ee8d",
            "index uq_league_key": "b06be2a3ab1a4564",
            "index uq_player_key": "c9b56ba7c7c1ed6f",
            "index uq_step_client_id": "476d97f5d13963df",
            "table alembic_version": "79caccf5e273ac99",
            "table league": "bfb036b6b4bc86cb",
            "table match": "09a90d5bb536c185",
            "table player": "3ce2837ee63d87a9",
            "table record": "d882a099d2d06902",
            "table sitting": "f64465110a25aa17",
            "table step": "5ad14ba5c4bd46a0",
            "table variant": "9e40961db7ce46f3",
        },
        "0002": {
            "index ix_step_tournament_id": "8eba7aa90dff6f2f",
            "index pk_tournament": "4c44881ed0b5eb1f",
            "table step": "1951ae6c44394f17",
            "table tournament": "e6bdeb82d9d4f688",
        },
        "0003": {"table record": "39b47682ec95ff6e", "table sitting": "27c2b2fd5c4d3d01"},
    },
}
