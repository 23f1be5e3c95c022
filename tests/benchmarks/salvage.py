"""How much of a damaged scorebook can be taken out: `python -m tests.benchmarks.salvage 100`, so many of each kind.

The damages are those of `damage.py`. Printed are, for each kind, the share of the matches that was taken; how many
copies gave a match without one of its records (`HALF`: never); and each row that is another one than in the sound file.
"""

import io
import sys
import tempfile
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from random import Random

from scorer.cli.context import Settings
from tests.benchmarks.damage import KINDS, Pages
from tests.running import run
from tests.salvaging import Sound, bench, halved, strange


def main(copies: int, wanted: str = "") -> None:
    """Damage so many copies of each kind whose name contains what is wanted, and print what was taken out of them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sound.db"
        with redirect_stdout(io.StringIO()):
            assert run(["demo", "--keep", str(path)], Settings(no_input=True)) == 0
        sound, pages = Sound(path), Pages(path)
        for kind, damage in KINDS.items():
            if wanted not in kind:
                continue
            chance, outcomes, taken = Random(kind), Counter[str](), 0
            with bench(Path(folder)) as salvaging:
                for _ in range(copies):
                    data = bytearray(sound.data)
                    what = damage(data, chance, pages)
                    rows, _lines = salvaging.taken(bytes(data))
                    others, half = strange(sound, rows), halved(sound, rows)
                    taken += len(rows["match"])
                    outcomes["HALF" if half else "another row" if others else "as it was"] += 1
                    if others or half:
                        print(f"  {what}: {half or others}", flush=True)
            share = taken / copies / len(sound.rows["match"])
            print(f"{kind:34}", f"{share:.0%} taken,", dict(outcomes), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30, *sys.argv[2:3])
