# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tasks in child processes that may crash or hang.

A worker serves many tasks, so that imports are paid once; one that dies or
exceeds the time limit is replaced, and its task is reported as such.
"""

import contextlib
import functools
import multiprocessing
import os
import resource
import signal
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

START_LIMIT = 60.0  # seconds until a new worker is ready


@dataclass(frozen=True)
class Failure:
    """The end of a worker: `kind` is "crash" or "timeout"."""

    kind: str
    detail: str


def run_isolated(
    function: Callable[[Any], Any],
    tasks: Iterable[Any],
    jobs: int,
    limit: Callable[[Any], float],
    preload: tuple[str, ...] = (),
    memory: int = 12 << 30,
) -> Iterator[tuple[Any, Any]]:
    """Yields (task, function(task) or Failure), in order of completion.

    `function` is pickled to the workers and must not raise; `limit(task)` is
    in seconds; `preload` names modules to import once for all workers;
    `memory` limits the address space of a worker, in bytes.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    waiting = deque(tasks)
    with tempfile.TemporaryDirectory() as logs, contextlib.ExitStack() as stack:
        workers: list[_Worker] = []
        for index in range(min(jobs, len(waiting))):
            log = Path(logs, f"{index}.log")
            serve = functools.partial(_serve, function, log, memory)
            workers.append(_Worker(context, serve, limit, log))
            stack.callback(workers[-1].stop)
        for worker in workers:
            worker.start(waiting.popleft())
        while busy := [worker for worker in workers if worker.task is not None]:
            first = min(worker.deadline for worker in busy)
            wait(
                [worker.connection for worker in busy],
                max(0.0, first - time.monotonic()),
            )
            for worker in busy:
                finished = worker.poll()
                if finished is None:
                    continue
                if waiting:
                    worker.start(waiting.popleft())
                yield finished


class _Worker:
    def __init__(
        self,
        context: Any,
        serve: Callable[[Connection], None],
        limit: Callable[[Any], float],
        log: Path,
    ) -> None:
        self._context = context
        self._serve = serve
        self._limit = limit
        self._log = log
        self.task: Any = None
        self.deadline = 0.0
        self._launch()

    def _launch(self) -> None:
        self._ready = False
        self.connection, theirs = self._context.Pipe()
        self._process = self._context.Process(
            target=self._serve, args=(theirs,), daemon=True
        )
        self._process.start()
        theirs.close()

    def start(self, task: Any) -> None:
        self.task = task
        seconds = self._limit(task) if self._ready else START_LIMIT
        self.deadline = time.monotonic() + seconds
        # A worker that died idle is noticed by poll.
        with contextlib.suppress(BrokenPipeError):
            self.connection.send(task)

    def poll(self) -> tuple[Any, Any] | None:
        """The finished task with its result, or None if it still runs."""
        if self.connection.poll():
            try:
                result = self.connection.recv()
                if not self._ready:
                    self._ready = True
                    self.deadline = time.monotonic() + self._limit(self.task)
                    return None
            except (EOFError, ConnectionResetError):
                result = self._bury()
        elif time.monotonic() >= self.deadline:
            self.stop()
            self._launch()
            result = Failure("timeout", f"{self._limit(self.task):.0f} s")
        else:
            return None
        task, self.task = self.task, None
        return task, result

    def _bury(self) -> Failure:
        self._process.join()
        status = self._process.exitcode or 0
        detail = f"exit status {status}"
        if status < 0:
            detail = signal.Signals(-status).name
        lines = self._log.read_text(errors="replace").strip().splitlines()
        if lines:
            # Python says the reason last, other programs say it first.
            traceback = any(line.startswith("Traceback") for line in lines)
            detail += f": {lines[-1 if traceback else 0][:200]}"
        self._launch()
        return Failure("crash", detail)

    def stop(self) -> None:
        """Kills the worker and what it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self.connection.close()


def _serve(
    function: Callable[[Any], Any],
    log: Path,
    memory: int,
    connection: Connection,
) -> None:
    """The child's loop; its output goes to `log`, one task's at a time."""
    os.setpgrp()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    os.dup2(output, 1)
    os.dup2(output, 2)
    connection.send("ready")
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        os.ftruncate(output, 0)
        connection.send(function(task))
