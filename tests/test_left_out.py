"""What the program says where wings are left out: a copy of the tree, each line in a process of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.wings.copying import copy_without

Run = Callable[..., CompletedProcess[str]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run Python where notebooks and phones are left out, and half of insight."""
    tree = tmp_path_factory.mktemp("left_out")
    copy_without(["notebooks", "phones"], tree)
    shutil.rmtree(tree / "scorer" / "insight", ignore_errors=True)  # insight itself may be absent here

    def call(*words: str) -> CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(tree), "SCORER_DB": str(tree / "book.db")}
        program = [sys.executable, *words]
        return subprocess.run(program, cwd=tree, env=environment, capture_output=True, text=True, check=False)

    return call


def test_a_half_deleted_wing_ended_in_an_error_of_streamlit(run: Run) -> None:
    assert "rating is of the wing insight, which is not installed" in run("-m", "scorer", "rating").stderr
    pages = run("-c", "from dashboard.pages import PAGES; print(*PAGES)").stdout.split()
    assert "bids" in pages
    assert not {"pairs", "rating"} & {*pages}


def test_files_that_only_a_wing_reads_were_refused_for_their_columns(run: Run, tmp_path: Path) -> None:
    home, phone = tmp_path / "home.csv", tmp_path / "phone.txt"
    home.write_text("Data;Anna;Bruno\n2026-01-09;5;-5\n", encoding="utf-8")
    phone.write_text("\nscorer-entries: 1 not sent, book ff\n", encoding="utf-8")
    refused = run("-m", "scorer", "import", str(home))
    assert refused.returncode == 3
    assert "tables of other kinds are read by the wing notebooks, which is not installed" in refused.stderr
    refused = run("-m", "scorer", "import", str(phone))
    whole = "install the whole program, as README.md says"
    assert refused.stderr == f"scorer: phone.txt is for the wing phones, which is not installed; {whole}\n"
