# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""te.tune: measured schedules of kernels."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Callable, Sequence

from ..errors import Diagnostic
from ..tuning.measuring import COMPILING, RUNNING, Limits
from ..tuning.results import TuneResult
from ..tuning.models import Callback, Cluster
from ..tuning.models import tune as tune_model
from .building import Function, Scheduled, as_schedule, host_target
from .lowering import lower_program
from .programs import Argument, Program

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import TuneOptions


@dataclass(frozen=True)
class Tuned:
    """A kernel with the best schedule that was found."""

    function: Function
    result: TuneResult


def tune(
    s: Scheduled,
    args: Sequence[Argument],
    *,
    name: str = "kernel",
    target: str = "host",
    budget: float | str | None = None,
    trials: int | None = None,
    database: str | os.PathLike[str] | None = None,
    callback: Callback | None = None,
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
) -> Tuned:
    """Measures schedules of a kernel, and builds it with the best one.

    Args:
      s: a Schedule without steps, or an argument of create_schedule.
      args: tensors in the order of the function's arguments; sizes are constant.
      name: name of the kernel.
      target: as for build.
      Others: as for tvm_mlir.tune.

    Raises:
      TvmError: the kernel cannot be compiled; an option or the database is wrong.
      ValueError: the schedule has steps, or sizes are variables.
    """
    program = Program(name, as_schedule(s), args)
    if not program.schedule.is_empty:
        raise ValueError("expected a schedule without steps: tuning looks for them")
    if program.has_variables:
        raise ValueError("expected constant sizes: a kernel is tuned for its sizes")
    target = host_target(target)
    text = lower_program(program.text(with_schedule=False), name, target)
    with tempfile.TemporaryDirectory(prefix="tvm_mlir-") as folder:
        path = Path(folder) / f"{name}.mlir"
        path.write_text(text)
        result = tune_model(
            path,
            target=target,
            budget=budget,
            trials=trials,
            database=database,
            callback=callback,
            output=output,
            cluster=cluster,
            device=device,
            search=search,
            seed=seed,
            num_threads=num_threads,
            milliseconds=milliseconds,
            max_spread=max_spread,
            compiling=compiling,
            running=running,
            on_diagnostic=on_diagnostic,
            **options,
        )
    return Tuned(Function(program, result.module), result)
