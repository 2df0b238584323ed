# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The default schedule of every class of kernels for NEON, at sizes that fill no
tile: an emulator's results equal ONNX Runtime's."""

import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compare import error_in_tolerances
from benchmarks.models.build import inputs
from benchmarks.systems import OnnxRuntime

from kernel_classes import KERNELS, build
from levels_test import Outputs, run_tvmc
from long_cases import mark_long

ROOT = Path(__file__).resolve().parents[3]
RUN = ROOT / "bazel-bin/test/integration/kernels/aarch64/run"
EMULATOR = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
SIZES = (3, 17)
# Kernels that take an emulator long are tried with --long only.
SLOW = (
    "grouped-channels-last",
    "large-windows",
    "packed-rows",
    "padded",
    "windows-of-planes",
)


def emulate(artefact: Path, feeds: Outputs, expected: Outputs) -> Outputs:
    """Outputs that have the shapes and types of those that are expected."""
    files = []
    for i, array in enumerate(feeds.values()):
        files.append(artefact.with_name(f"input{i}"))
        np.ascontiguousarray(array).tofile(files[-1])
    output = artefact.with_name("output")
    command = [*EMULATOR, RUN, artefact, output, *files]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {
        name: np.fromfile(f"{output}{i}", array.dtype).reshape(array.shape)
        for i, (name, array) in enumerate(expected.items())
    }


@pytest.mark.parametrize("kernel", mark_long(KERNELS, SLOW))
def test_kernel(kernel: str, tmp_path: Path) -> None:
    model = build(kernel, SIZES)
    path, artefact = tmp_path / "net.onnx", tmp_path / "net.so"
    onnx.save(model, path)
    arrays = inputs(model, dynamic=1)
    target = "--target=aarch64-unknown-linux-gnu,mcpu=neoverse-n1"
    run_tvmc("compile", path, "-q", target, "-o", artefact)
    expected = OnnxRuntime(str(path), 1).run(arrays)
    assert error_in_tolerances(emulate(artefact, arrays, expected), expected) <= 1
