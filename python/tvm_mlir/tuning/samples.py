# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Samples of kernels, with which the results of candidates are compared."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Callable

from ..errors import Diagnostic
from .measuring import Failure, Limits, Measuring, Sample, compile_file, run_file
from .sessions import Task

_HERE = "--target=host"
"""Samples are made on this machine, which need not be the one that measures."""
_COMPILING, _RUNNING = Limits(600), Limits(300)
"""Limits of the model."""


class Samples:
    """Makes the samples of each kernel when it is needed: the inputs that the kernel has
    in a run of the untuned model, and random ones. Exact results come from the kernel in
    f64, without a schedule."""

    def __init__(
        self,
        folder: Path,
        measuring: Measuring,
        on_diagnostic: Callable[[Diagnostic], None] | None = None,
    ) -> None:
        """Files are written to `folder`. Warnings name what is missing."""
        self._folder = folder
        self._measuring = measuring
        self._on_diagnostic = on_diagnostic
        self._recorded: set[Path] = set()  # programs that ran
        self._made: dict[str, tuple[Sample, ...]] = {}

    def get(self, task: Task) -> tuple[Sample, ...]:
        """The samples of a kernel, of which the last one is random."""
        if task.name not in self._made:
            self._made[task.name] = self._make(task)
        return self._made[task.name]

    def _make(self, task: Task) -> tuple[Sample, ...]:
        samples = [Sample()]
        inputs = self._recorded_path(task.name)
        if task.inputs_program is not None:
            self._record(task.inputs_program)
            if inputs.exists():
                samples.insert(0, Sample(inputs))
        if task.exact_program is None:
            return tuple(samples)
        exact = self._compute(task.name, task.exact_program, samples)
        if isinstance(exact, Failure):
            self._warn(f"kernel '{task.name}' has no exact results: {exact.cause}")
            return tuple(samples)
        return exact

    def _warn(self, text: str) -> None:
        if self._on_diagnostic:
            self._on_diagnostic(Diagnostic("warning", text))

    def _recorded_path(self, kernel: str) -> Path:
        return self._folder / f"{kernel}.recorded.npz"

    def _record(self, program: Path) -> None:
        """Writes what each kernel reads in a run of the model, once."""
        if program in self._recorded:
            return
        self._recorded.add(program)
        artefact, results = self._folder / "inputs.so", self._folder / "inputs.npz"
        measuring = replace(self._measuring, compiling=_COMPILING, running=_RUNNING)
        failure = compile_file(program, artefact, measuring, _HERE)
        failure = failure or run_file(artefact, None, results, measuring)
        if failure:
            self._warn(f"strategies are compared with random inputs only: {failure.cause}")
        else:
            self._split(results)
        for path in (artefact, results):
            path.unlink(missing_ok=True)

    def _split(self, results: Path) -> None:
        """Writes the arrays "KERNEL:NAME" to a file for each kernel."""
        with zipfile.ZipFile(results) as archive:
            for member in archive.namelist():
                kernel, _, name = member.partition(":")
                with zipfile.ZipFile(self._recorded_path(kernel), "a") as recorded:
                    recorded.writestr(name, archive.read(member))

    def _compute(
        self, kernel: str, program: Path, samples: list[Sample]
    ) -> tuple[Sample, ...] | Failure:
        """The samples with exact results."""
        artefact = self._folder / f"{kernel}.exact.so"
        failure = compile_file(program, artefact, self._measuring, _HERE, "--level=loops")
        if failure:
            return failure
        exact = []
        for number, sample in enumerate(samples):
            path = self._folder / f"{kernel}.exact{number}.npz"
            failure = run_file(artefact, sample.inputs, path, self._measuring)
            if failure:
                return failure
            exact.append(replace(sample, exact=path))
        return tuple(exact)
