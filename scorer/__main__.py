"""Where a run begins and ends: the entry point of `scorer` and of `python -m scorer`.

Most of a short run is imports, so they stand inside: Ctrl-C ends them as quietly as it ends a command. Only what
Python does before it comes here, and after it has left, is beyond us.
"""

import os
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the program. Ctrl-C ends it with 130 and no traceback, from the first import on."""
    sys.unraisablehook = _again
    try:
        from scorer.cli.app import main as run  # noqa: PLC0415 - see above

        run()
    except BaseException as error:
        if _interrupted(error):
            _leave(INTERRUPTED)
        if isinstance(error, SystemExit) and isinstance(error.code, int | None) and _is_written():
            os._exit(error.code or 0)  # to take modules apart takes Python a fifth of a short run
        if not isinstance(error, Exception) or "--debug" in sys.argv:
            raise
        sys.stderr.write(f"scorer: {_fault_words(error)}\n")
        sys.exit(1)


def _fault_words(error: Exception) -> str:
    """What nobody foresaw, in a line; of what cannot be reached also what is known besides."""
    from scorer.language import _  # noqa: PLC0415 - see above

    if isinstance(error, ImportError):
        return _(
            "a part of the program cannot be loaded ({error}): install it in an environment of its own, where no other "
            "package is called db or dashboard; --debug shows where",
            error=error,
        )
    if not isinstance(error, OSError):
        return _("this is a fault of the program, not yours: {error}; --debug shows where", error=repr(error))
    if error.filename:
        what = _("{file} cannot be reached ({reason})", file=error.filename, reason=error.strerror)
    else:
        what = _("the answer could not be shown ({reason})", reason=error.strerror)
    return "; ".join([what, *getattr(error, "__notes__", [])])


def _interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: some imports wrap what they are interrupted by."""
    if isinstance(error, SystemExit) and error.code == INTERRUPTED:
        return True
    seen: list[BaseException] = []
    while error and error not in seen and not isinstance(error, KeyboardInterrupt):
        seen.append(error)
        error = error.__cause__ or error.__context__
    return isinstance(error, KeyboardInterrupt)


def _leave(code: int) -> None:
    """End at once. Left to itself Python ends by the signal where Ctrl-C came inside an exec, as of a dataclass."""
    _is_written()
    os._exit(code)


def _is_written() -> bool:
    """Whether everything said has gone out; not where nobody reads it any more, or a disk is full."""
    gone_out = True
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream:
                stream.flush()
        except (OSError, ValueError):
            gone_out = False
    return gone_out


def _again(unraisable: "sys.UnraisableHookArgs") -> None:
    """Interrupt once more where Ctrl-C came in a place that cannot raise, as the machinery of imports has some."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        import _thread  # noqa: PLC0415 - rarely needed

        _thread.start_new_thread(_thread.interrupt_main, ())  # beside us: this place cannot raise either
    else:
        sys.__unraisablehook__(unraisable)


if __name__ == "__main__":
    if not sys.flags.safe_path and sys.path[0] != os.path.dirname(os.path.dirname(__file__)):  # noqa: PTH120 - see above
        del sys.path[0]  # where somebody stands: a db.py there is none of ours
    main()
