# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loop of a tuning: candidates to workers, results to the session."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Callable

from ..errors import Diagnostic, TvmError
from .measuring import Failure, Measuring, Result, Times
from .results import Progress
from .samples import Samples
from .sessions import Candidate, Session
from .workers import Job, Workers

_MAX_LOST = 10
"""Jobs that may be lost in a row before the workers count as gone."""


class Driver:
    """Measures the candidates of a session."""

    def __init__(
        self,
        session: Session,
        workers: Workers,
        measuring: Measuring,
        trials: int,
        seconds: float,
        on_diagnostic: Callable[[Diagnostic], None] | None = None,
    ) -> None:
        """`on_diagnostic` hears of results that are compared less strictly, and of kernels
        that are not tuned."""
        self._session = session
        self._workers = workers
        self._measuring = measuring
        self._on_diagnostic = on_diagnostic
        self._trials, self._seconds = trials, seconds
        self._open: dict[int, Candidate] = {}
        self._references = {
            task.name: task.program.read_bytes() for task in session.tasks
        }
        self._lost = 0
        self._last: Candidate | None = None
        self._untuned: dict[str, str] = {}  # kernels without a default, and the reasons

    def run(self, hear: Callable[[Progress], bool | None] | None) -> None:
        """Goes on until the session is over, or `hear` returns False."""
        with tempfile.TemporaryDirectory(prefix="tvm_mlir-") as name:
            folder = Path(name)
            samples = Samples(folder, self._measuring, self._on_diagnostic)
            self._start_workers()
            goes_on = True
            while goes_on:
                self._submit(folder / "candidate.mlir", samples)
                if not self._open:
                    break
                for id, result in self._workers.wait(1):
                    candidate = self._open.pop(id)
                    if result is None:
                        self._lose(candidate)
                        continue
                    self._lost = 0
                    self._tell(candidate, result)
                    if hear and hear(self.progress()) is False:
                        goes_on = False
                        break
            self._warn()

    def _start_workers(self) -> None:
        if self._session.tasks:
            weights = self._session.tasks[0].program.parent / "weights.bin"
            self._workers.start(weights.read_bytes() if weights.exists() else b"")

    def _submit(self, path: Path, samples: Samples) -> None:
        for candidate in self._session.ask(max(self._workers.slots - len(self._open), 0)):
            self._session.write_program(candidate.id, path)
            task = candidate.task
            self._open[candidate.id] = candidate
            self._workers.submit(
                Job(
                    candidate.id,
                    task.name,
                    path.read_bytes(),
                    self._references[task.name],
                    samples.get(task),
                )
            )

    def _tell(self, candidate: Candidate, result: Result) -> None:
        self._session.tell(candidate.id, result)
        self._last, task = candidate, candidate.task
        if isinstance(result, Times):
            self._untuned.pop(task.name, None)
        elif self._session.best(task).default_seconds == 0:
            self._untuned[task.name] = (
                f"its default strategy fails: {result.cause}"
                if isinstance(result, Failure)
                else "the machine is too noisy for its default strategy"
            )

    def _warn(self) -> None:
        for name, reason in self._untuned.items():
            if self._on_diagnostic:
                text = f"kernel '{name}' is not tuned: {reason}"
                self._on_diagnostic(Diagnostic("warning", text))

    def _lose(self, candidate: Candidate) -> None:
        self._session.release(candidate.id)
        self._lost += 1
        if self._lost > _MAX_LOST:
            raise TvmError(f"the last {self._lost} candidates were lost with their workers")

    def progress(self) -> Progress:
        """The state after the last result."""
        state, last = self._session.state, self._last
        best = self._session.best(last.task).share if last else 0.0
        return Progress(
            trial=state.trials - state.open,
            known=state.replayed,
            kernel=last.task.name if last else "",
            best=min(best, 1.0) if best else 1.0,
            gain=state.speedup,
            failures=state.failed,
            refused=state.refused,
            noisy=state.noisy,
            seconds=state.seconds,
            seconds_left=max(self._seconds - state.seconds, 0) if self._seconds else None,
            trials_left=max(self._trials - state.trials, 0) if self._trials else None,
        )
