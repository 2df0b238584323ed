# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Backends that run a model: tvm_mlir, one of its reference levels, ONNX Runtime."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np

from suite import Value

ROOT = Path(__file__).resolve().parents[2]

Inputs = dict[str, Value]
Outputs = dict[str, Value]
Runnable = Callable[[Inputs], Outputs]


class Backend(Protocol):
    def prepare(self, model: Path, scratch: Path) -> Runnable:
        """Compiles `model`; files may be made in `scratch` only."""


def tvmc() -> str:
    """The compiler's command line: $TVMC, or what Bazel built."""
    return os.environ.get("TVMC") or str(ROOT / "bazel-bin/tools/tvmc/tvmc")


class Tvm:
    """Compiles and runs within this process."""

    def __init__(self, optimize: int | None = None) -> None:
        self._options = {} if optimize is None else {"opt_level": optimize}

    def prepare(self, model: Path, scratch: Path) -> Runnable:
        import tvm_mlir

        artefact = scratch / "model.so"
        module = tvm_mlir.compile(
            str(model), output=str(artefact), threads=1, **self._options
        )
        return module.run


class Level:
    """Runs a level of the IR by its naive path, in a process per run."""

    def __init__(self, level: str) -> None:
        self._level = level

    def prepare(self, model: Path, scratch: Path) -> Runnable:
        def run(inputs: Inputs) -> Outputs:
            feeds, results = scratch / "in.npz", scratch / "out.npz"
            np.savez(feeds, **inputs)
            command = [tvmc(), "run", str(model), f"--level={self._level}"]
            files = [f"--inputs={feeds}", f"--outputs={results}"]
            done = subprocess.run(
                [*command, *files], capture_output=True, text=True
            )
            if done.returncode != 0:
                text = done.stderr.strip()
                raise RuntimeError(text or f"exit status {done.returncode}")
            with np.load(results) as outputs:
                return dict(outputs)

        return run


class Ort:
    """ONNX Runtime: the stand-in that calibrates the harness."""

    def prepare(self, model: Path, scratch: Path) -> Runnable:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(
            str(model), options, ["CPUExecutionProvider"]
        )
        names = [output.name for output in session.get_outputs()]

        def run(inputs: Inputs) -> Outputs:
            return dict(zip(names, session.run(None, inputs), strict=True))

        return run
