# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The line of a terminal that says every second what a command does."""

from __future__ import annotations

import shutil
import threading
import time
from typing import Callable, TextIO

_PAUSE = 1.0


class ProgressLine:
    """What a command does at the moment, for people.

    On a terminal, the last line says it and is drawn again every second. Elsewhere each
    step has a line when it begins, and the state at most one line per second.
    """

    def __init__(self, stream: TextIO, is_quiet: bool) -> None:
        """Prints to `stream`; nothing but messages if `is_quiet`."""
        self._stream = stream
        self._is_quiet = is_quiet
        self._is_terminal = stream.isatty() and not is_quiet
        self._lock = threading.RLock()
        self._ending = threading.Event()
        self._step, self._start = "", time.monotonic()
        self._describe: Callable[[], str] | None = None
        self._printed = -_PAUSE  # when the state was
        self._is_waiting = False  # whether the state has no line yet
        if self._is_terminal:
            threading.Thread(target=self._run_clock, daemon=True).start()

    def begin(self, step: str) -> None:
        """Begins a step."""
        with self._lock:
            self._step, self._start = step, time.monotonic()
            if self._is_terminal:
                self._draw()
            elif not self._is_quiet:
                self._write(f"{step}\n")

    def set_state(self, describe: Callable[[], str]) -> None:
        """Sets the state, which stands in front of the step on a terminal."""
        with self._lock:
            self._describe = describe
            now = time.monotonic()
            self._is_waiting = now - self._printed < _PAUSE
            if self._is_terminal:
                self._draw()
            elif not self._is_waiting:
                self._printed = now
                self._print_state()

    def print(self, text: str) -> None:
        """Prints a message above the line."""
        with self._lock:
            self._write(f"{self._clear()}{text}\n")
            self._draw()

    def finish(self) -> None:
        """Ends the line, whose last state stays, or prints it if it has no line yet."""
        with self._lock:
            if not self._ending.is_set() and (self._is_terminal or self._is_waiting):
                self._write(self._clear())
                self._print_state()
            self._ending.set()

    def _print_state(self) -> None:
        if self._describe and not self._is_quiet:
            self._write(f"{self._describe()}\n")

    def _clear(self) -> str:
        return "\r\x1b[K" if self._is_terminal else ""

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def _draw(self) -> None:
        if not self._is_terminal or not self._step or self._ending.is_set():
            return
        line = f"{self._step} ({time.monotonic() - self._start:.0f} s)"
        if self._describe:
            line = f"{self._describe()}, {line}"
        self._write(self._clear() + line[: shutil.get_terminal_size().columns - 1])

    def _run_clock(self) -> None:
        while not self._ending.wait(_PAUSE):
            with self._lock:
                self._draw()
