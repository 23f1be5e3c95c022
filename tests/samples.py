"""The scripts that make what the demo shows."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def made_again(script: str, folder: Path) -> None:
    """Have a script of sample_data write its files into a folder."""
    call = [sys.executable, str(ROOT / "sample_data" / script), str(folder)]
    made = subprocess.run(call, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
