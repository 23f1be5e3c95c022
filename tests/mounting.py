"""Disks that are full or read-only, for as long as a test needs them; skips the test where mounting is not allowed."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(at: Path, size: str) -> Iterator[None]:
    """A disk of `size`, such as 200k, at a folder that is made where there is none."""
    at.mkdir(exist_ok=True)
    with _mounted("-t", "tmpfs", "-o", f"size={size}", "tmpfs", at=at):
        yield


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder in which nothing can be written, by root neither."""
    with _mounted("--bind", str(folder), at=folder):
        subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
        yield


@contextmanager
def _mounted(*options: str, at: Path) -> Iterator[None]:
    command = ["mount", *options, str(at)]
    if not shutil.which("mount") or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(at)], check=True)
