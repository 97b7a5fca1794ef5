"""The command `gongzhu`: one module a command, and what they share.

Nothing here is imported by the rest of the package. It needs the extra "cli"; without it the command says so.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper

_EXTRA = ("rich", "typer")


def main() -> None:
    """Run the command line with the arguments of the process, and leave with its exit status.

    The status is 0, 2 where an argument or an input is wrong, 130 after Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a suit or a Chinese name shows "?"
    try:
        from gongzhu.cli.app import app

        app(prog_name="gongzhu")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        sys.stderr.write('gongzhu: the command line needs the extra "cli": pip install "gongzhu[cli]"\n')
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
