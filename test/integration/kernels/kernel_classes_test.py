# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The default schedule of every class of kernels, at sizes that fill no tile.

Each model holds one kernel in many sizes; its results equal ONNX Runtime's with
vectors of 256 bits and, where the machine has them, of 512.
"""

from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compare import error_in_tolerances
from benchmarks.models.build import inputs
from benchmarks.models.builder import Builder
from benchmarks.systems import OnnxRuntime

from kernel_classes import KERNELS, build
from levels_test import run, run_tvmc
from long_cases import alternate
from schedules_test import SIZES, TARGETS


@pytest.mark.parametrize("kernel, target", alternate(KERNELS, TARGETS))
def test_kernel(kernel: str, target: str, tmp_path: Path) -> None:
    model = build(kernel, SIZES)
    path, feeds = tmp_path / "net.onnx", tmp_path / "in.npz"
    artefact = tmp_path / "net.so"
    onnx.save(model, path)
    arrays = inputs(model, dynamic=1)
    np.savez(feeds, **arrays)
    option = f"--target={TARGETS[target]}"
    run_tvmc("compile", path, "-q", option, "-o", artefact)
    expected = OnnxRuntime(str(path), 1).run(arrays)
    assert error_in_tolerances(run(artefact, feeds), expected) <= 1


def test_infinite_weight(tmp_path: Path) -> None:
    """Times padding it is NaN: only products with finite weights are skipped."""
    b = Builder("kernels", opset=17)
    weights = np.ones((32, 16, 3, 3), np.float32)
    weights[5, 7, 0, 1] = np.inf
    w = b.constant(weights, np.float32)
    b.output("y", b.op("Conv", b.input("x", [1, 16, 7, 7]), w, pads=[1] * 4), [1, 32, 7, 7])
    path, feeds = tmp_path / "net.onnx", tmp_path / "in.npz"
    onnx.save(b.build(), path)
    np.savez(feeds, x=np.ones((1, 16, 7, 7), np.float32))
    artefact = tmp_path / "net.so"
    run_tvmc("compile", path, "-q", "--winograd=never", "-o", artefact)
    y = run(artefact, feeds)["y"][0]
    assert np.isnan(y[5, 0]).all()
    assert np.isposinf(y[5, 1:]).all()
    assert np.isfinite(np.delete(y, 5, axis=0)).all()


def test_infinite_datum(tmp_path: Path) -> None:
    """Taps that a place of the result does not have are no products with zero."""
    b = Builder("kernels", opset=17)
    w = b.constant(np.ones((16, 32, 3, 3)), np.float32)
    y = b.op("ConvTranspose", b.input("x", [1, 16, 6, 6]), w, strides=[2, 2])
    b.output("y", y, [1, 32, 13, 13])
    path, feeds = tmp_path / "net.onnx", tmp_path / "in.npz"
    onnx.save(b.build(), path)
    x = np.ones((1, 16, 6, 6), np.float32)
    x[0, 3, 2, 4] = np.inf
    np.savez(feeds, x=x)
    artefact = tmp_path / "net.so"
    run_tvmc("compile", path, "-q", "-o", artefact)
    y = run(artefact, feeds)["y"][0]
    assert np.isposinf(y[:, 4:7, 8:11]).all()
    y[:, 4:7, 8:11] = 0
    assert np.isfinite(y).all()
