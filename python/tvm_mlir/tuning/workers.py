# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Workers, who measure candidates."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from .measuring import (
    RANDOM,
    Artefact,
    Measuring,
    Result,
    Sample,
    compare_artefacts,
    compare_files,
    compile_program,
    machine_name,
)


@dataclass(frozen=True)
class Job:
    """A candidate to measure: its program, and the program by default."""

    id: int
    task: str
    program: bytes
    reference: bytes
    samples: tuple[Sample, ...] = RANDOM
    """The inputs with which the results of both are compared, those of times last."""


@runtime_checkable
class Workers(Protocol):
    """Whoever measures candidates, several at a time."""

    @property
    def machine(self) -> str:
        """The name of the processor that measures."""

    @property
    def slots(self) -> int:
        """Number of candidates that keep the workers busy."""

    def start(self, weights: bytes) -> None:
        """Receives the weights of all programs, before the first job."""

    def submit(self, job: Job) -> None:
        """Begins a job."""

    def wait(self, seconds: float) -> list[tuple[int, Result | None]]:
        """Waits until a job has ended, for so many seconds at most. Returns jobs that
        ended, with their results: None if a job was lost and has to be asked again."""

    def compare(self, reference: Path, artefact: Path, measuring: Measuring) -> Result:
        """The times of an artefact in turns with those of another one."""

    def close(self) -> None:
        """Ends all jobs."""


class LocalWorkers:
    """This machine, which compiles and measures one candidate at a time."""

    def __init__(self, measuring: Measuring) -> None:
        self._measuring = measuring
        self._weights = b""
        self._pool = ThreadPoolExecutor(max_workers=1)
        self._jobs: dict[Future[Result], int] = {}
        self._references: dict[str, Artefact] = {}

    machine = property(lambda self: machine_name())
    slots = 1

    def start(self, weights: bytes) -> None:
        self._weights = weights

    def submit(self, job: Job) -> None:
        self._jobs[self._pool.submit(self._measure, job)] = job.id

    def _measure(self, job: Job) -> Result:
        if job.task not in self._references:
            self._references[job.task] = self._compile(job.reference)
        artefact = self._compile(job.program)
        return compare_artefacts(
            self._references[job.task], artefact, self._measuring, job.samples
        )

    def _compile(self, program: bytes) -> Artefact:
        return compile_program(program, self._weights, self._measuring)

    def wait(self, seconds: float) -> list[tuple[int, Result | None]]:
        done, _ = wait(self._jobs, seconds, FIRST_COMPLETED)
        return [(self._jobs.pop(future), future.result()) for future in done]

    def compare(self, reference: Path, artefact: Path, measuring: Measuring) -> Result:
        return compare_files(reference, artefact, measuring)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
