# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvm_mlir.tune."""

from __future__ import annotations

import errno
import os
import re
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterator, Union

from ..compiler import Model, compile
from ..errors import Diagnostic, TvmError
from ..module import Module
from ..options import TuneOptions, option_texts
from .cluster import ClusterWorkers
from .driver import Driver
from .measuring import COMPILING, RUNNING, Limits, Measuring, Result, Times
from .results import KernelResult, Progress, TuneResult
from .sessions import Session
from .workers import LocalWorkers, Workers

if TYPE_CHECKING:
    from distributed import Client
    from typing_extensions import Unpack

Cluster = Union[str, "Client", Workers]
Callback = Callable[[Progress], Union[bool, None]]

_DEFAULT_SECONDS = 600.0
_MIN_GAIN = 0.005
"""A tuned model that is not faster by this share stays out."""
_MODEL_MILLISECONDS = 3000
"""For the comparison of both models."""
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
_ABSENT = ("database", "run_threads", "multiversion", "level", "quiet")


def parse_seconds(budget: float | str) -> float:
    """Seconds in 90, "90s", "10m" or "2h"."""
    found = re.fullmatch(r"(\d+\.?\d*|\.\d+)([smh]?)", str(budget))
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not seconds > 0:
        raise ValueError(f"expected a time like 90, '90s', '10m' or '2h', got {budget!r}")
    return seconds


def _choose_seconds(budget: float | str | None, trials: int | None) -> float:
    """The limit of the time; 0: none, because there is one of trials."""
    if budget is not None:
        return parse_seconds(budget)
    return _DEFAULT_SECONDS if trials is None else 0


def default_database() -> Path:
    """The database of calls and commands that name none, beside the cache of kernels.
    It has the name of its schema (tuner/database/Schema.h)."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    kernels = os.environ.get("TVM_MLIR_CACHE") or Path(cache) / "tvm-mlir" / "kernels"
    folder = Path(kernels).parent
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "tuning-3.db"


def _check_output(path: Path) -> None:
    """Raises OSError if a file cannot be written there, before time is spent for it."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.is_file() or not path.exists():
            with tempfile.TemporaryFile(dir=Path(os.path.realpath(path)).parent):
                pass
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None


@contextmanager
def _as_file(model: Model) -> Iterator[Path]:
    """The path of the model, which is written to a file if it is none."""
    if isinstance(model, (str, os.PathLike)):
        os.stat(model)  # raises FileNotFoundError
        yield Path(model)
        return
    data = model if isinstance(model, bytes) else model.SerializeToString()
    with tempfile.TemporaryDirectory(prefix="tvm_mlir-") as folder:
        path = Path(folder) / "model.onnx"
        path.write_bytes(data)
        yield path


@contextmanager
def _as_workers(
    cluster: Cluster | None, device: str, measuring: Measuring
) -> Iterator[Workers]:
    if cluster is None:
        workers: Workers = LocalWorkers(measuring)
    elif isinstance(cluster, Workers):
        yield cluster  # and stays open
        return
    else:
        workers = ClusterWorkers(cluster, device, measuring)
    try:
        yield workers
    finally:
        workers.close()


def _make_measuring(
    num_threads: int,
    milliseconds: int,
    max_spread: float,
    compiling: Limits,
    running: Limits,
    options: TuneOptions,
) -> Measuring:
    """How programs are measured, with the plug-ins and libraries of `options`."""
    libraries = {"load_library": options.get("load_library")}
    plugins = {"load_plugin": options.get("load_plugin"), **libraries}
    return Measuring(
        num_threads,
        milliseconds,
        max_spread,
        compiling,
        running,
        compile_options=tuple(option_texts(plugins)),
        run_options=tuple(option_texts(libraries)),
    )


def _check_options(
    trials: int | None, milliseconds: int, max_spread: float, options: TuneOptions
) -> None:
    if trials is not None and trials < 1:
        raise ValueError(f"expected 1 trial or more, got {trials}")
    if milliseconds < 1:
        raise ValueError(f"expected 1 millisecond or more, got {milliseconds}")
    if not max_spread > 0:
        raise ValueError(f"expected a positive spread, got {max_spread}")
    for name in _ABSENT:
        if options.get(name):
            raise ValueError(f"tune has no option {name!r}")


def tune(
    model: Model,
    *,
    budget: float | str | None = None,
    trials: int | None = None,
    database: str | os.PathLike[str] | None = None,
    callback: Callback | None = None,
    target: str = "host",
    output: str | os.PathLike[str] | None = None,
    cluster: Cluster | None = None,
    device: str = "measure",
    search: str = "evolutionary",
    seed: int = 0,
    num_threads: int = 0,
    milliseconds: int = 100,
    max_spread: float = 0.25,
    compiling: Limits = COMPILING,
    running: Limits = RUNNING,
    on_diagnostic: Callable[[Diagnostic], None] | None = None,
    **options: Unpack[TuneOptions],
) -> TuneResult:
    """Tunes the kernels of a model, and compiles it with the best strategies.

    Every result is in the database at once: the same call goes on where an earlier
    one ended, was interrupted or killed. Models that are compiled with
    `database=...` take the best records.

    Args:
      model: as for compile; a path if it has external data.
      budget: how long strategies are tried: seconds, "90s", "10m" or "2h"; 10 minutes
        if `trials` is not given either.
      trials: strategies that are tried, with those of earlier calls; at least 1.
      database: file of the records; by default that of `tvmc tune`.
      callback: is called with the Progress after each result; returns False to end
        the search. Its exceptions end the call.
      target: as for compile; the machine that measures has to run it.
      output: file to write the artefact to.
      cluster: a Dask cluster that measures: the address of its scheduler
        ("tcp://host:8786", "tls://..."), a distributed.Client, or a Workers object
        that stays open. By default this machine measures.
      device: the resource of the cluster's workers that measure; those that compile
        have the resource "compile".
      search: method of search, as of `tvmc tune --search`.
      seed: of the search.
      num_threads: threads of each run; 0 means all. Records of other numbers are only
        tried first.
      milliseconds: how long a strategy and the default run in turns.
      max_spread: a measurement is noise if the distance of its quartiles is larger than
        this share of its median. It is repeated, for two and then four times as long;
        after that the strategy has no record, and progress.noisy counts it.
      compiling, running: limits of a strategy's compilation, and of its runs without the
        measurement, beyond which it counts as a failure.
      on_diagnostic: called with each message of the compiler, and with a warning for
        each kernel whose results are compared for random inputs only, or without exact
        ones, and each that is not tuned, because its default strategy fails or is noise.
      options: further options of compile.

    Raises:
      TvmError: the model, an option, the database or the cluster is wrong.
      OSError: the output cannot be written; raised before the search.
    """
    _check_options(trials, milliseconds, max_spread, options)
    seconds = _choose_seconds(budget, trials)
    if output is not None:
        _check_output(Path(output))
    given: dict[str, Any] = {"target": target, **options}
    records = default_database() if database is None else Path(database)
    measuring = _make_measuring(
        num_threads, milliseconds, max_spread, compiling, running, options
    )
    with _as_file(model) as path, _as_workers(cluster, device, measuring) as workers:
        with Session(
            path,
            records,
            search=search,
            machine=workers.machine,
            seed=seed,
            trials=trials or 0,
            seconds=seconds,
            num_threads=num_threads,
            on_diagnostic=on_diagnostic,
            options=given,
        ) as session:
            driver = Driver(
                session, workers, measuring, trials or 0, seconds, on_diagnostic
            )
            driver.run(callback)
            kernels = _kernel_results(session)
            progress = driver.progress()
        module, comparison = _compile_best(
            path, records, workers, measuring, output, num_threads, given
        )
    return TuneResult(
        module=module,
        is_tuned=_is_faster(comparison),
        comparison=comparison,
        kernels=kernels,
        progress=progress,
    )


def _kernel_results(session: Session) -> tuple[KernelResult, ...]:
    results = []
    for task in session.tasks:
        best = session.best(task)
        share = min(best.share, 1.0) if best.strategy else 1.0
        results.append(
            KernelResult(
                task.name, task.launches, best.default_seconds, share, best.strategy
            )
        )
    return tuple(results)


def _is_faster(comparison: Result | None) -> bool:
    return isinstance(comparison, Times) and comparison.share < 1 - _MIN_GAIN


def _compile_best(
    model: Path,
    database: Path,
    workers: Workers,
    measuring: Measuring,
    output: str | os.PathLike[str] | None,
    num_threads: int,
    options: dict[str, Any],
) -> tuple[Module, Result | None]:
    """The faster one of the tuned model and the model by default. They are compared if
    their code differs."""
    with tempfile.TemporaryDirectory(prefix="tvm_mlir-") as folder:
        default, tuned = Path(folder) / "default.so", Path(folder) / "tuned.so"
        common = {"num_threads": num_threads, **options}
        modules = {
            False: compile(model, output=default, **common),
            True: compile(model, output=tuned, database=database, **common),
        }
        comparison = None
        if default.read_bytes() != tuned.read_bytes():
            comparison = workers.compare(
                default,
                tuned,
                replace(measuring, milliseconds=_MODEL_MILLISECONDS, max_spread=None),
            )
        module = modules[_is_faster(comparison)]
        if output is not None:
            module.save(output)
        return module, comparison
