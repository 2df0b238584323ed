# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A run takes as much of a thread's stack as the manifest says, at most 64 KiB.
The ten models are checked in models_test.py, which compiles them."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compiler import compile_model, manifest
from benchmarks.models.builder import Builder

from small_stack import LIMIT, check_stack


@pytest.mark.parametrize("channels", [64, 128, 256])
@pytest.mark.parametrize("winograd", ["always", "never"])
def test_convolution(channels: int, winograd: str, tmp_path: Path) -> None:
    """Groups of tiles are larger than a stack."""
    random = np.random.default_rng(1)
    shape = [1, channels, 56, 56]
    b = Builder("convolution", opset=17)
    x = b.input("x", shape)
    w = random.normal(size=(channels, channels, 3, 3)).astype(np.float32)
    b.output("y", b.op("Conv", x, b.constant(w, np.float32), pads=[1] * 4), shape)
    model, artefact = tmp_path / "model.onnx", tmp_path / "model.so"
    onnx.save(b.build(), model)
    np.savez(tmp_path / "in.npz", x=random.normal(size=shape).astype(np.float32))
    compile_model(model, artefact, f"--winograd={winograd}", cold=False)
    assert 0 < manifest(artefact)["stack"] <= LIMIT
    check_stack(artefact, tmp_path / "in.npz")
