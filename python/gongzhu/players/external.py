"""A bot that is a program of its own and speaks JSON, a line a message, on standard input and output."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import weakref
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, TypeVar, cast

from gongzhu._core import Card, Move
from gongzhu.errors import BotError
from gongzhu.players.bot import Bot, Estimate, Option
from gongzhu.players.messages import view_dict

if TYPE_CHECKING:
    from collections.abc import Callable

    from gongzhu._core import View

Answer = TypeVar("Answer")

PROTOCOL = 1
"""The version of what is said, told at every start."""

_LONGEST_LINE = 2**20
_SHOWN = 80  # characters of an answer in a message
_FAREWELL_SECONDS = 1.0


class ExternalBot(Bot):
    """Asks a program what to do; `docs/play.md` describes what is said."""

    name = "external"
    summary = "a program of your own that speaks JSON lines"
    settings = (
        Option("command", "", "the program and its arguments, as a shell would read them"),
        Option("start_timeout", 10.0, "how long it may take to be ready for a game, seconds", least=0.0),
        Option("move_timeout", 10.0, "how long it may take for each answer, seconds", least=0.0),
    )

    _program: _Program | None = None

    def start(self, seed: int) -> None:
        """Tell the program that another game begins; start it where it does not run."""
        super().start(seed)
        try:
            if self._program is None or not self._program.runs:
                self.close()
                self._program = _Program(str(self.options["command"]))
            match = self.match
            standing = {} if match is None else {"totals": match.totals, "deals": len(match.deals)}
            self._ask("start", {"protocol": PROTOCOL, "seed": seed, **standing}, "start_timeout")
        except BotError as error:
            raise BotError(f"bot {self.label}: {error}") from error

    def choose(self, view: View) -> Move:
        """The move that the program answers."""
        move = self._decide("choose", view, _read_move)
        if move is None:
            raise BotError('asked to choose, it gave no move: the answer is like {"choose": "SQ"}')
        return move

    def expose(self, view: View) -> list[tuple[Card, str]]:
        """The exposures that the program answers; by default none."""
        exposures = self._decide("expose", view, _read_exposures)
        return super().expose(view) if exposures is None else exposures

    def explain(self, view: View) -> dict[Move, Estimate]:
        """The estimates that the program answers; by default none."""
        return self._decide("explain", view, _read_estimates) or super().explain(view)

    def call(self, view: View) -> Card:
        """The card that the program names; by default as any bot does."""
        return self._decide("call", view, _read_card) or super().call(view)

    def swap_colours(self, view: View) -> bool:
        """What the program chooses; by default as any bot does."""
        choice = self._decide("swap_colours", view, _read_bool)
        return super().swap_colours(view) if choice is None else choice

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def _decide(self, what: str, view: View, read: Callable[[Any], Answer]) -> Answer | None:
        """What the program answers; None where it leaves that open."""
        answer = self._ask(what, {"view": view_dict(view)}, "move_timeout")
        if what not in answer:
            return None
        try:
            return read(answer[what])
        except (TypeError, ValueError) as error:
            raise BotError(f"asked to {what}, it answered {_shown(json.dumps(answer))}: {error}") from error

    def _ask(self, what: str, content: dict[str, object], timeout: str) -> dict[str, Any]:
        if self._program is None:
            raise BotError("it has been closed")
        try:
            return self._program.ask({"do": what, **content}, cast("float", self.options[timeout]))
        except BotError:
            self.close()
            raise


class _Program:
    """A process that answers lines with lines."""

    def __init__(self, command: str) -> None:
        words = shlex.split(command)
        if not words:
            raise BotError('it needs a program, as in external:"python3 my_bot.py"')
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for whoever runs the match
            )
        except OSError as error:
            raise BotError(f"{words[0]} cannot be started: {error.strerror}") from error
        self._lines: SimpleQueue[bytes] = SimpleQueue()  # an empty one: it has closed its output
        self._complaints: SimpleQueue[bytes] = SimpleQueue()
        self._threads = [
            Thread(target=_pass_on, args=(stream, lines), daemon=True)
            for stream, lines in (
                (self._process.stdout, self._lines),
                (self._process.stderr, self._complaints),
            )
        ]
        for thread in self._threads:
            thread.start()
        self.close = weakref.finalize(self, _end, self._process, self._threads)

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def ask(self, message: dict[str, object], timeout: float) -> dict[str, Any]:
        what = message["do"]
        with suppress(Empty):
            early = self._lines.get_nowait()
            if early:
                raise BotError(f"it spoke before it was asked: {_shown(early)}")
            raise BotError(self._obituary(f"it had ended when asked to {what}"))
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise BotError(self._obituary(f"it had ended when asked to {what}")) from error
        try:
            line = self._lines.get(timeout=timeout)
        except Empty:
            raise BotError(f"asked to {what}, it gave no answer within {timeout:g} s") from None
        if not line:
            raise BotError(self._obituary(f"asked to {what}, it ended without an answer"))
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise BotError(f"asked to {what}, it answered {_shown(line)}, which is no JSON") from error
        if not isinstance(answer, dict):
            raise BotError(f"asked to {what}, it answered {_shown(line)}, which is no JSON object")
        return answer

    def _obituary(self, text: str) -> str:
        """What is said of a program that has ended: its status and the last line that it complained with."""
        self.close()
        last = b""
        with suppress(Empty):
            while True:
                last = self._complaints.get_nowait() or last
        complaint = f": {_shown(last)}" if last else ""
        return f"{text} (exit status {self._process.returncode}){complaint}"


def _pass_on(stream: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    with stream, suppress(OSError):
        while line := stream.readline(_LONGEST_LINE):
            lines.put(line)
    lines.put(b"")


def _end(process: subprocess.Popen[bytes], readers: list[Thread]) -> None:
    """Let a program end itself, or end it and whoever it started."""
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
    try:
        process.wait(_FAREWELL_SECONDS)
    except subprocess.TimeoutExpired:
        if sys.platform == "win32":
            process.kill()
        else:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for reader in readers:
        reader.join(_FAREWELL_SECONDS)


def _shown(line: bytes | str) -> str:
    text = line.decode(errors="replace") if isinstance(line, bytes) else line
    text = text.strip()
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _read_card(value: object) -> Card:
    from gongzhu.pgz import names

    return Card(names.parse_card(_text(value)))


def _read_move(value: object) -> Move:
    from gongzhu.pgz import names

    return Move(names.parse_play("+".join(_text(value).split())))


def _read_exposures(value: object) -> list[tuple[Card, str]]:
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise TypeError("expected a list of pairs of a card and a kind")
    return [(_read_card(card), _text(kind)) for card, kind in value]


def _read_estimates(value: object) -> dict[Move, Estimate]:
    if not isinstance(value, dict):
        raise TypeError("expected moves with pairs of a mean and its standard error")
    return {_read_move(move): Estimate(float(mean), float(error)) for move, (mean, error) in value.items()}


def _read_bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"expected true or false, not {value!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a text, not {value!r}")
    return value
