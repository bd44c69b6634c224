"""The command line: `arbiter COMMAND ...`."""

import contextlib
import errno
import os
import sys
from collections.abc import Sequence
from typing import Final

from firmware.commands import COMMANDS, Command
from firmware.plain_stream import PlainStream
from firmware.texts import from_environment, speak
from firmware.usage import SIGNALLED, UsageError, invalid

__all__ = ["COMMANDS", "Command", "main"]

HELP: Final = """usage: arbiter COMMAND ...

Arbiter is a dice table that referees: a camera reads real dice, and the table knows the rules.

{commands}

arbiter COMMAND --help says more about each.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; 2 when the command line is not understood."""
    if sys.stdout is None or sys.stderr is None:
        return 2  # closed by the caller: there is nobody to tell
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack a name's letters
    with contextlib.redirect_stderr(PlainStream(sys.stderr)):
        return _status(arguments)


def _status(arguments: Sequence[str] | None) -> int:
    status = 0
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        sys.stderr.flush()
    except UsageError as error:
        sys.stderr.write(f"arbiter: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\narbiter: stopped\n")
        return 130
    except OSError as error:
        if error.filename is None and error.errno in (errno.EPIPE, errno.ENOSPC, errno.EIO):
            lost = _output_lost(error)  # EIO: the terminal is gone
            return status if status > SIGNALLED else lost
        sys.stderr.write(f"arbiter: {_without_trace(error)}\n")
        return 2
    return status


def _run(arguments: list[str]) -> int:
    if not arguments:
        sys.stderr.write(_help())
        return 2
    name, *rest = arguments
    if name in {"-h", "--help", "help"}:
        sys.stdout.write(_help())
        return 0
    if name not in COMMANDS:
        raise invalid("option" if name.startswith("-") else "command", name, [*COMMANDS, "--help"])
    speak(from_environment(os.environ))
    return COMMANDS[name].run(rest)


def _help() -> str:
    rows = "\n".join(f"  {name:<10}{command.about}" for name, command in COMMANDS.items())
    return HELP.format(commands=rows)


def _without_trace(error: OSError) -> str:
    """What the system refused, and where; names may hold anything, and be very long."""
    why = error.strerror or str(error)
    return why if error.filename is None else f"{os.fsdecode(error.filename)[:200]!r}: {why}"


def _output_lost(error: OSError) -> int:
    """Leave without a word when the reader of the pipe has gone, as head does; else say why."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    if error.errno == errno.EPIPE:
        return SIGNALLED + 13
    try:
        sys.stderr.write(f"arbiter: cannot write the output: {error.strerror}\n")
        sys.stderr.flush()
    except OSError:
        os.dup2(nowhere, sys.stderr.fileno())
    return 1


if __name__ == "__main__":
    sys.exit(main())
