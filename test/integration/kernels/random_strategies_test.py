# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Strategies that are drawn from the spaces of rules apply, and compute what the
default strategy computes."""

import re
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compiler import compile_model
from benchmarks.estimates import list_strategies, without_script
from benchmarks.models.build import inputs
from benchmarks.models.builder import Builder
from benchmarks.models.layers import conv, gemm
from tvm_mlir import Module

POINTS = 5


def product() -> onnx.ModelProto:
    b = Builder("product", opset=17)
    x = b.op("Relu", gemm(b, b.input("x", [31, 96]), (96, 150)))
    b.output("y", x, [31, 150])
    return b.build()


def convolution() -> onnx.ModelProto:
    b = Builder("convolution", opset=17)
    x = conv(b, b.input("x", [1, 24, 17, 13]), (24, 72), 3, pad=1)
    b.output("y", x, [1, 72, 17, 13])
    return b.build()


def depthwise() -> onnx.ModelProto:
    b = Builder("depthwise", opset=17)
    weight = b.weight("w", 12, 1, 3, 3)
    x = b.op("Conv", b.input("x", [1, 12, 29, 31]), weight, group=12, pads=[1] * 4)
    b.output("y", x, [1, 12, 29, 31])
    return b.build()


def depthwise_by_two() -> onnx.ModelProto:
    b = Builder("depthwise_by_two", opset=17)
    weight = b.weight("w", 10, 1, 5, 5)
    options = {"group": 10, "pads": [2] * 4, "strides": [2, 2]}
    x = b.op("Conv", b.input("x", [1, 10, 27, 30]), weight, **options)
    b.output("y", b.op("Relu", x), [1, 10, 14, 15])
    return b.build()


def random_strategies(kernel: Path) -> list[str]:
    """Strategies of all rules for register tiles."""
    listed = list_strategies(kernel, best=0, points=POINTS)
    rule = re.compile(r".*/(\w+_tile|split_reduction)")
    return [s.text for key, s in listed if s.kind == "random" and rule.match(key)]


@pytest.mark.parametrize("build", [product, convolution, depthwise, depthwise_by_two])
def test_random_strategies(build, tmp_path: Path) -> None:
    model, artefact = tmp_path / "model.onnx", tmp_path / "model.so"
    options = ("--winograd=never", "--target=host,cores=2")
    onnx.save(build(), model)
    compile_model(model, artefact, *options, f"--dump-schedules={tmp_path}")
    feeds = inputs(build())
    expected = Module(artefact).run(feeds)
    kernel = next(
        path for path in tmp_path.glob("*.mlir") if ".scheduled" not in path.name
    )
    loops = without_script(kernel.read_text())
    strategies = random_strategies(kernel)
    assert len(strategies) >= 2 * POINTS
    for i, strategy in enumerate(strategies):
        given = tmp_path / "given.mlir"
        given.write_text(loops.replace("STRATEGY", f"schedule.strategy = {strategy}"))
        other = tmp_path / f"{i}.so"
        compile_model(model, other, *options, f"--schedule={given}")
        results = Module(other).run(feeds)
        for name, value in expected.items():
            np.testing.assert_allclose(
                results[name], value, rtol=1e-3, atol=1e-3, err_msg=strategy
            )
