"""A server as docs/postgresql.md makes it, of Debian's PostgreSQL. `python -m tests.debian_server` plays it again.

What the page does by `sudo` is done to a server of this run, in a folder of its own and on a port of this machine
alone. The name scores.example is this machine: libpq takes PGHOSTADDR for the address of whatever name it is given.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests import pages
from tests.servers import free_port

PAGE = pages.ROOT / "docs" / "postgresql.md"
OWNER = "postgres"  # of the server, where root starts it
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
HBA = "local all all trust\nlocal replication all trust\n"  # the page adds who may come in from other machines
# The role that owns a server is on Debian a person of the machine, who needs no password; here it is a role alone.
SUDO = """#!/bin/bash
if [ "$1" = -u ]; then
    shift 2
    PGHOST={folder} PGUSER=postgres exec env -u PGHOSTADDR "$@"
fi
if [ "$1" = install ] && [ "$(id -u)" != 0 ]; then
    shift 3
    set -- install "$@"
fi
exec "$@"
"""
SYSTEMCTL = "#!/bin/bash\nexec {restart} > /dev/null 2>&1\n"


def binaries() -> Path | None:
    """The folder of the newest server that Debian has here; None where it has none, or no openssl."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found and shutil.which("openssl") else None


class DebianServer:
    """A server in `folder`, not started yet; `environment` is that of a laptop of the page."""

    def __init__(self, folder: Path, bin_path: Path) -> None:
        self.folder = folder
        self.bin_path = bin_path
        self.port = free_port()
        self.data = folder / "data"
        home, shims = folder / "home", folder / "bin"
        for made in (home, shims):
            made.mkdir()
        if IS_ROOT:
            shutil.chown(folder, OWNER)
            folder.chmod(0o755)
        self.run("initdb", "-D", self.data, "-U", "postgres", "--auth=trust", "--no-sync")
        (self.data / "pg_hba.conf").write_text(HBA)
        self.write(shims / "sudo", SUDO.format(folder=folder))
        self.write(shims / "systemctl", SYSTEMCTL.format(restart=" ".join(self.control("restart"))))
        self.environment = {
            "PATH": f"{shims}:{bin_path}:{os.environ['PATH']}",
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / ".local" / "share"),
            "PGHOSTADDR": "127.0.0.1",
            "PGPORT": str(self.port),
        }

    @staticmethod
    def write(path: Path, script: str) -> None:
        """Write a script that can be run."""
        path.write_text(script)
        path.chmod(0o755)

    def run(self, program: str, *words: str | Path) -> None:
        """Run a program of the server's as its owner."""
        command = [self.bin_path / program, *words]
        owner = OWNER if IS_ROOT else None
        here = {"PGHOST": str(self.folder), "PGPORT": str(self.port), "PGUSER": "postgres", "PATH": os.environ["PATH"]}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, user=owner, cwd="/", env=here)

    def control(self, verb: str, data: Path | None = None, port: int = 0) -> list[str]:
        """The command that starts, stops or restarts this server, or another one of the same folder."""
        data = data or self.data
        options = f"'-p {port or self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off'"
        as_owner = ["runuser", "-u", OWNER, "--"] if IS_ROOT else []
        words = ["-w", "-m", "fast", "-D", data, "-l", self.folder / f"{data.name}.log", "-o", options, verb]
        return [*as_owner, *map(str, (self.bin_path / "pg_ctl", *words))]

    def do(self, verb: str, data: Path | None = None, port: int = 0) -> None:
        """Start, stop or restart this server, or another one of the same folder."""
        line = " ".join(self.control(verb, data, port))
        subprocess.run(["bash", "-c", line], check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextmanager
def debian_server(bin_path: Path) -> Iterator[DebianServer]:
    """A running server, before anything of the page is done."""
    with TemporaryDirectory(prefix="pg") as folder:
        server = DebianServer(Path(folder), bin_path)
        server.do("start")
        try:
            yield server
        finally:
            server.do("stop")


def played(server: DebianServer, folder: Path) -> str:
    """The page as it is played now in an empty folder."""
    with patch.dict(os.environ, server.environment):
        page = pages.played(PAGE.read_text(encoding="utf-8"), folder)
    return page.replace(server.environment["HOME"], "~")


def main() -> None:
    """Play the page and write it again, where that can be done."""
    bin_path = binaries()
    if not bin_path:
        print(f"{PAGE.name}: as it was; Debian's packages postgresql and openssl are not here")
        return
    with debian_server(bin_path) as server, TemporaryDirectory() as folder:
        page, now = PAGE.read_text(encoding="utf-8"), played(server, Path(folder))
    PAGE.write_text(now, encoding="utf-8", newline="\n")
    print(f"{PAGE.name}: {'as it was' if now == page else 'renewed'}")


if __name__ == "__main__":
    main()
