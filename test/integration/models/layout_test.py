# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nets in a layout that somebody asked for, against ONNX Runtime."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
import tvm_mlir
from benchmarks.compiler import ROOT, tvmc
from nets import depthwise_and_transposed, residual_convolutions
from peers import check, run_onnxruntime

TVM_OPT = ROOT / "bazel-bin/tools/tvm-opt/tvm-opt"
NETS = [
    (residual_convolutions, (1, 3, 17, 15)),
    (depthwise_and_transposed, (2, 12, 9, 9)),
]


@pytest.fixture(params=NETS, ids=lambda net: net[0].__name__)
def net(request: pytest.FixtureRequest) -> tuple[onnx.ModelProto, np.ndarray]:
    build: Callable[[], onnx.ModelProto]
    build, shape = request.param
    x = np.random.default_rng(1).normal(size=shape).astype(np.float32)
    return build(), x


def convert(model: onnx.ModelProto, folder: Path, *layouts: str) -> Path:
    """The model as operators, in one layout after the other."""
    onnx.save(model, folder / "net.onnx")
    dump = folder / "dump"
    command = [tvmc(), "compile", folder / "net.onnx", "-o", folder / "net.so"]
    subprocess.run([*command, "-q", f"--dump-ir={dump}"], check=True)
    passes = [f"--graph-convert-layout=layout={layout}" for layout in layouts]
    result = dump / "converted.mlir"  # beside its weights
    subprocess.run(
        [TVM_OPT, dump / "0-import.mlir", *passes, "-o", result],
        check=True, capture_output=True,
    )  # fmt: skip
    return result


@pytest.mark.parametrize("level", ["graph", None], ids=["naive", "fast"])
@pytest.mark.parametrize("layouts", [("nhwc",), ("nhwc", "nchw")], ids=str)
def test_layout(net: tuple, layouts: tuple, level: str, tmp_path: Path) -> None:
    """NHWC, and back again: then no transpose is left."""
    model, x = net
    path = convert(model, tmp_path, *layouts)
    text = path.read_text()
    assert ('layout = "NHWC"' in text) == (layouts[-1] == "nhwc")
    assert ("graph.transpose" in text) == (layouts[-1] == "nhwc")
    y = tvm_mlir.compile(path, level=level).run({"x": x})["y"]
    expected = run_onnxruntime(model, {"x": x})[0]
    np.testing.assert_allclose(y, expected, 1e-4, 1e-5)


def test_scalar_input_behind_a_transpose() -> None:
    """It is read by tiles that turn the result of a convolution."""
    text = """<ir_version: 10, opset_import: ["" : 21]>
    g (float[1,4,11,3] x, float s, float[16,4,1,1] w) => (float[1,16,11,3] y) {
      c = Conv(x, w)
      y = Add(c, s)
    }"""
    random = np.random.default_rng(3)
    shapes = {"x": (1, 4, 11, 3), "s": (), "w": (16, 4, 1, 1)}
    feeds = {
        name: np.asarray(random.normal(size=shape), np.float32)
        for name, shape in shapes.items()
    }
    check(text, feeds)
