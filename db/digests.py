"""The text of an SQLite file of the newest revision, and on both databases what each revision changed, as digests.

Made by `python -m tests.schemas`, and held against databases of each revision by tests/db/test_schema.py. A revision
that somebody may have is never changed here: another table is another revision.
"""

NEWEST_TEXT = "38dc394d64087a32664f94afa8717c5b01ab44e9e04c51b5337367537dd1c683"

DIGESTS: dict[str, dict[str, dict[str, str]]] = {
    "sqlite": {
        "0001": {
            "index ix_record_live": "a28abd4c181a706a",
            "index ix_record_voided": "09259726bdd58396",
            "index ix_sitting_live": "7aa1984aee92260c",
            "index ix_sitting_voided": "1be9065ebe6d70b7",
            "index ix_step_match_id": "3e9708ea1c19ca1e",
            "table alembic_version": "364e1879c8f1b20f",
            "table league": "491c0775f928d582",
            "table match": "2327f463df5bcafe",
            "table player": "c52574bf6a12b26a",
            "table record": "f202f3c3a6002355",
            "table sitting": "f80573a75c516479",
            "table step": "ead9c9efd7a3660a",
            "table variant": "b57d749bd44f08c1",
        },
        "0002": {
            "index ix_step_tournament_id": "41d8346407e1baaf",
            "table step": "9bc8c26b97f7e41a",
            "table tournament": "27a3803a5ada2990",
        },
        "0003": {"table record": "9a734883e8e8757c", "table sitting": "820943e8f70b2526"},
        "0004": {
            "index ix_step_match_id": "7dfce838b747743c",
            "index uq_step_client_id": "ba03cd8d30e0d42f",
            "table book": "08d3a96efc43ed8d",
            "table match": "c30821e3e83dbdf4",
            "table player": "f68b4382681d0a2f",
            "table step": "287d41d367593740",
        },
        "0005": {"table match": "28715274a4b870f0", "table payment": "6193b54815f65bf0"},
        "0006": {"table record": "46575bb044327088"},
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
            "table league": "59a228c4e8a13183",
            "table match": "9d95ac2eb32e0fde",
            "table player": "6e1a852bb0fc63c7",
            "table record": "da07901eb20bad45",
            "table sitting": "350f6caeeb09ad20",
            "table step": "9e38cee9f3b75872",
            "table variant": "9e40961db7ce46f3",
        },
        "0002": {
            "index ix_step_tournament_id": "8eba7aa90dff6f2f",
            "index pk_tournament": "4c44881ed0b5eb1f",
            "table step": "17e1b7576de89def",
            "table tournament": "ddfb021301d1c5e4",
        },
        "0003": {"table record": "70dd8d94842947ed", "table sitting": "42a8e559ce3041be"},
        "0004": {
            "index ix_step_match_id": "48c992e571fd4f6f",
            "index pk_book": "212e55e18c436651",
            "index uq_match_uid": "3cf6062a8d06f39b",
            "index uq_player_uid": "e36c057278d528b3",
            "index uq_step_client_id": "4ebe9708ae0efe86",
            "table book": "ffdd02f8ecfb34d5",
            "table match": "862b45655eb48eba",
            "table player": "ff852818983372cc",
            "table step": "3d54f98936b131fd",
        },
        "0005": {
            "index pk_payment": "72ac088c7fb9f138",
            "table match": "2fd3b627168f5516",
            "table payment": "c820128996eba9c7",
        },
        "0006": {"table record": "bfb11c5897eb54d4"},
    },
}
