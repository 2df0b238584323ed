# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parent's end of benchmarks/peer.py."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from benchmarks import machine
from benchmarks.compiler import ROOT


class MeasureError(Exception):
    """The reason why a model has no times."""


class Peer:
    """One system under measurement, pinned to some cores."""

    def __init__(
        self, kind: str, file: Path, inputs: Path, threads: int
    ) -> None:
        pinned = machine.cores(threads)
        command = [sys.executable, "-m", "benchmarks.peer"]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [*command, kind, file, inputs, str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            cwd=ROOT,
            env={**os.environ, "OPENBLAS_NUM_THREADS": str(threads)},
            preexec_fn=lambda: os.sched_setaffinity(0, pinned),
        )
        try:
            self.start: dict[str, float] = self._answer()
        except MeasureError:
            self.close()
            raise

    def round(self, seconds: float) -> list[float]:
        return self._ask(f"round {seconds}")

    def outputs(self, scratch: Path) -> dict[str, np.ndarray]:
        path = scratch / "outputs.npz"
        self._ask(f"save {path}")
        with np.load(path) as arrays:
            return dict(arrays)

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> "Peer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _ask(self, command: str) -> Any:
        assert self._process.stdin
        # If the child has ended, the missing answer becomes a better message.
        with contextlib.suppress(BrokenPipeError):
            print(command, file=self._process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if line:
            return json.loads(line)
        status = self._process.wait()
        self._errors.seek(0)
        text = self._errors.read().decode(errors="replace").strip()
        last = text.splitlines()[-1] if text else f"exit status {status}"
        raise MeasureError(f"run: {last}")
