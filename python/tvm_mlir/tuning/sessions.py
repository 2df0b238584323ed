# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ask and tell: sessions whose candidates somebody measures."""

from __future__ import annotations

import ctypes
import os
from ctypes import c_size_t, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Callable, Mapping

from .._abi import sized, text
from ..options import Option, option_line
from ..errors import Diagnostic, severity_name
from ._abi import (
    BestStruct,
    CandidateStruct,
    Handler,
    OptionsStruct,
    ResultStruct,
    StateStruct,
    TaskStruct,
    tuner,
)
from .measuring import Failure, Noise, Result



@dataclass(frozen=True)
class Task:
    """A distinct kernel of a model."""

    index: int
    name: str
    text: str
    """The canonical text, by which the database knows the kernel."""
    program: Path
    """The program that runs only the kernel, by default; weights.bin is beside it."""
    launches: int
    """Launches in a run of the model."""
    flops: int
    """Operations of a launch; 0 if unknown. `bytes` alike."""
    bytes: int
    points: int
    """Number of points in the space of strategies."""
    exact_program: Path | None = None
    """The program in f64, for --exact of `tvmc compare`; None if there is none."""
    inputs_program: Path | None = None
    """The program of the model that returns what kernels read; None if this kernel's
    inputs are not among them."""


@dataclass(frozen=True)
class Candidate:
    """A strategy of a task that has to be measured."""

    id: int
    task: Task
    strategy: str


@dataclass(frozen=True)
class Best:
    """The best strategy of a task by its results so far."""

    strategy: str | None
    """None if there is no result."""
    share: float
    """The time divided by the default's."""
    results: int
    default_seconds: float


@dataclass(frozen=True)
class State:
    """The state of a session (tvm_tuner_state in tuner/include/tvm_tuner.h)."""

    trials: int
    replayed: int
    failed: int
    borrowed: int
    refused: int
    open: int
    """Candidates without a result."""
    speedup: float
    """Estimated speed of the model's kernels, as a multiple of the default's."""
    seconds: float
    is_done: bool
    target: str
    noisy: int
    """Results that were Noise."""


def _optional(value: str | os.PathLike[str] | None) -> bytes | None:
    return None if value is None else os.fsencode(value)


def _path(name: bytes | None) -> Path | None:
    return None if name is None else Path(os.fsdecode(name))


class Session:
    """A session of the tuner: ask for candidates, measure them, tell the results.

        with Session("model.onnx", "tuning.db", trials=200) as session:
            while candidates := session.ask(4):
                for candidate in candidates:
                    session.write_program(candidate.id, "candidate.mlir")
                    session.tell(candidate.id, measure("candidate.mlir"))

    Every result is in the database when tell returns. Any number of threads may
    use a session.
    """

    def __init__(
        self,
        model: str | os.PathLike[str],
        database: str | os.PathLike[str],
        *,
        folder: str | os.PathLike[str] | None = None,
        search: str = "evolutionary",
        method: str = "alone",
        machine: str | None = None,
        seed: int = 0,
        trials: int = 0,
        seconds: float = 0,
        round_size: int = 0,
        num_threads: int = 0,
        on_diagnostic: Callable[[Diagnostic], None] | None = None,
        options: Mapping[str, Option] | None = None,
    ) -> None:
        """Compiles the model at the path `model` up to its kernels.

        Args:
          database: file of the records, which is created if it is missing.
          folder: for programs; by default a temporary one.
          search: how candidates are found, as of `tvmc tune --search`.
          method: how kernels are measured; records of other methods do not count.
          machine: name of the processor that measures; by default this machine's.
          trials, seconds: limits of the session; 0: none.
          round_size: results of a task between two fits of its model; 0: 16.
          num_threads: threads of each run; records of other numbers do not count. 0: all
            that the machine has.
          on_diagnostic: called with each message of the compiler.
          options: options of tvm_mlir.compile, target included.

        Raises:
          TvmError: the model, the database or an option is wrong.
        """
        self._handle = c_void_p()
        self._tasks: tuple[Task, ...] = ()
        exceptions: list[BaseException] = []
        handler = _handler(on_diagnostic, exceptions)
        given = sized(
            OptionsStruct,
            database=_optional(database),
            compile_options=os.fsencode(option_line(options or {})),
            folder=_optional(folder),
            search=search.encode(),
            method=method.encode(),
            machine=_optional(machine),
            seed=seed,
            max_trials=trials,
            max_seconds=seconds,
            round_size=round_size,
            handler=handler,
            threads=num_threads,
        )
        try:
            tuner().tvm_tuner_open(
                os.fsencode(model), ctypes.byref(given), ctypes.byref(self._handle)
            )
        finally:
            if exceptions:
                raise exceptions[0]
        count = tuner().tvm_tuner_num_tasks(self._handle)
        self._tasks = tuple(map(self._read_task, range(count)))

    @property
    def tasks(self) -> tuple[Task, ...]:
        return self._tasks

    def _read_task(self, index: int) -> Task:
        task = sized(TaskStruct)
        tuner().tvm_tuner_get_task(self._handle, index, ctypes.byref(task))
        return Task(
            index,
            text(task.name),
            text(task.text),
            Path(os.fsdecode(task.program)),
            task.launches,
            task.flops,
            task.bytes,
            task.points,
            _path(task.exact_program),
            _path(task.inputs_program),
        )

    def ask(self, count: int) -> tuple[Candidate, ...]:
        """At most `count` candidates. None if the session is over (state.is_done), or
        if results have to arrive first."""
        if count < 0:
            raise ValueError(f"expected a number of candidates, got {count}")
        ids, asked = (c_uint64 * count)(), c_size_t()
        tuner().tvm_tuner_ask(self._handle, count, ids, ctypes.byref(asked))
        return tuple(self._candidate(id) for id in ids[: asked.value])

    def _candidate(self, id: int) -> Candidate:
        found = sized(CandidateStruct)
        tuner().tvm_tuner_get_candidate(self._handle, id, ctypes.byref(found))
        return Candidate(id, self._tasks[found.task], text(found.strategy))

    def write_program(self, id: int, path: str | os.PathLike[str]) -> None:
        """Writes the program of a candidate. It reads weights.bin beside itself."""
        tuner().tvm_tuner_write_program(self._handle, id, os.fsencode(path))

    def tell(self, id: int, result: Result) -> None:
        """Stores the result of a candidate. Noise is only counted: a trial is not asked
        again in this session, the default and the best strategy are, until three results
        of theirs were noise."""
        told = sized(ResultStruct)
        if isinstance(result, Noise):
            told.is_noisy = 1
        elif isinstance(result, Failure):
            told.failure = (result.cause or "unknown").encode(errors="replace")
        else:
            for name in ("median", "lower", "upper", "reference", "share", "runs"):
                setattr(told, name, getattr(result, name))
        tuner().tvm_tuner_tell(self._handle, id, ctypes.byref(told))

    def release(self, id: int) -> None:
        """Takes back a candidate that nobody will measure; it is asked again."""
        tuner().tvm_tuner_release(self._handle, id)

    def best(self, task: Task) -> Best:
        """The best strategy of a task."""
        found = sized(BestStruct)
        tuner().tvm_tuner_get_best(self._handle, task.index, ctypes.byref(found))
        strategy = None if found.strategy is None else text(found.strategy)
        return Best(strategy, found.share, found.results, found.default_seconds)

    @property
    def state(self) -> State:
        state = sized(StateStruct)
        tuner().tvm_tuner_get_state(self._handle, ctypes.byref(state))
        return State(
            state.trials,
            state.replayed,
            state.failed,
            state.borrowed,
            state.refused,
            state.open,
            state.speedup,
            state.seconds,
            bool(state.is_done),
            text(state.target),
            state.noisy,
        )

    def close(self) -> None:
        """Ends the session. All results stay in the database."""
        if self._handle:
            handle, self._handle = self._handle, c_void_p()
            tuner().tvm_tuner_close(handle)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def _handler(
    on_diagnostic: Callable[[Diagnostic], None] | None, exceptions: list[BaseException]
) -> Any:
    """The handler of the C interface; null if nobody listens. Exceptions, which
    cannot pass through C, are added to `exceptions`."""
    if on_diagnostic is None:
        return Handler()

    def handle(user: int | None, severity: int, message: bytes) -> None:
        try:
            on_diagnostic(Diagnostic(severity_name(severity), text(message)))
        except BaseException as exception:
            exceptions.append(exception)

    return Handler(handle)
