# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor expressions as linalg, through the distribution's own tools, compute
what our kernels compute."""

import subprocess
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from benchmarks.compiler import ROOT
from tvm_mlir.compiler import compile_module

import stock

RNG = np.random.default_rng(5)
TVM_OPT = ROOT / "bazel-bin/tools/tvm-opt/tvm-opt"
PASSES = (
    "--pass-pipeline=builtin.module(func.func("
    "convert-graph-to-te,te-inline-computes,convert-te-to-linalg))"
)
FLOAT, LONG = np.dtype(np.float32), np.dtype(np.int64)


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape, dtype=np.float32)


class Case(NamedTuple):
    signature: str
    body: str
    inputs: list[np.ndarray]
    results: list[tuple[int, np.dtype]]


CASES = {
    "matmul_bias_relu": Case(
        "(%x: tensor<?x16xf32>, %y: tensor<16x8xf32>, %b: tensor<8xf32>) "
        "-> tensor<?x8xf32>",
        """%0 = graph.matmul %x, %y : (tensor<?x16xf32>, tensor<16x8xf32>) -> tensor<?x8xf32>
        %1 = graph.add %0, %b : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
        %2 = graph.relu %1 : (tensor<?x8xf32>) -> tensor<?x8xf32>
        return %2 : tensor<?x8xf32>""",
        [floats(5, 16), floats(16, 8), floats(8)],
        [(2, FLOAT)],
    ),
    "padded_conv": Case(
        "(%x: tensor<1x3x9x8xf32>, %w: tensor<4x3x3x2xf32>) "
        "-> tensor<1x4x5x9xf32>",
        """%0 = graph.conv %x, %w {strides = array<i64: 2, 1>,
            dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
            : (tensor<1x3x9x8xf32>, tensor<4x3x3x2xf32>) -> tensor<1x4x5x9xf32>
        return %0 : tensor<1x4x5x9xf32>""",
        [floats(1, 3, 9, 8), floats(4, 3, 3, 2)],
        [(4, FLOAT)],
    ),
    "pools": Case(
        "(%x: tensor<1x3x8x8xf32>) -> (tensor<1x3x4x4xf32>, tensor<1x3x4x4xf32>)",
        """%0 = graph.max_pool %x {kernel = array<i64: 3, 3>,
            strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
            pads = array<i64: 1, 1, 0, 0>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32>
        %1 = graph.average_pool %x {kernel = array<i64: 2, 2>,
            strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
            pads = array<i64: 0, 0, 0, 0>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32>
        return %0, %1 : tensor<1x3x4x4xf32>, tensor<1x3x4x4xf32>""",
        [floats(1, 3, 8, 8)],
        [(4, FLOAT), (4, FLOAT)],
    ),
    "softmax": Case(
        "(%x: tensor<3x?xf32>) -> tensor<3x?xf32>",
        """%0 = graph.softmax %x [1] : (tensor<3x?xf32>) -> tensor<3x?xf32>
        return %0 : tensor<3x?xf32>""",
        [floats(3, 7)],
        [(2, FLOAT)],
    ),
    "rms_norm": Case(
        "(%x: tensor<3x8xf32>, %s: tensor<8xf32>) -> tensor<3x8xf32>",
        """%0 = graph.rms_norm %x, %s {axis = 1 : i64, epsilon = 1.0e-5 : f32}
            : (tensor<3x8xf32>, tensor<8xf32>) -> tensor<3x8xf32>
        return %0 : tensor<3x8xf32>""",
        [floats(3, 8), floats(8)],
        [(2, FLOAT)],
    ),
    "arg_max": Case(
        "(%x: tensor<4x9xf32>) -> tensor<4xi64>",
        """%0 = graph.arg_max %x [1] : (tensor<4x9xf32>) -> tensor<4xi64>
        return %0 : tensor<4xi64>""",
        [floats(4, 9)],
        [(1, LONG)],
    ),
    "sum_of_all": Case(
        "(%x: tensor<4x9xf32>) -> tensor<f32>",
        """%0 = graph.reduce sum %x [0, 1] : (tensor<4x9xf32>) -> tensor<f32>
        return %0 : tensor<f32>""",
        [floats(4, 9)],
        [(0, FLOAT)],
    ),
    "gather": Case(
        "(%x: tensor<9x4xf32>, %i: tensor<2x3xi64>) -> tensor<2x3x4xf32>",
        """%0 = graph.gather %x, %i axis 0
            : (tensor<9x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
        return %0 : tensor<2x3x4xf32>""",
        [floats(9, 4), RNG.integers(-9, 9, (2, 3))],
        [(3, FLOAT)],
    ),
    "concat_and_slice": Case(
        "(%x: tensor<4x6xf32>, %y: tensor<2x6xf32>) -> tensor<6x3xf32>",
        """%0 = graph.concat %x, %y axis 0
            : (tensor<4x6xf32>, tensor<2x6xf32>) -> tensor<6x6xf32>
        %1 = graph.slice %0 axes [0, 1] starts [-1, 1] ends [-99, 6] steps [-1, 2]
            : (tensor<6x6xf32>) -> tensor<6x3xf32>
        return %1 : tensor<6x3xf32>""",
        [floats(4, 6), floats(2, 6)],
        [(2, FLOAT)],
    ),
    "cumulate": Case(
        "(%x: tensor<5x8xf32>) -> tensor<5x8xf32>",
        """%0 = graph.cumulate sum %x [1] : (tensor<5x8xf32>) -> tensor<5x8xf32>
        return %0 : tensor<5x8xf32>""",
        [floats(5, 8)],
        [(2, FLOAT)],
    ),
    "gru": Case(
        "(%x: tensor<4x2x3xf32>, %w: tensor<1x15x3xf32>, "
        "%r: tensor<1x15x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)",
        """%0:2 = graph.gru forward %x, %w, %r ["Sigmoid", "Tanh"]
            {alphas = array<f32: 0.0, 0.0>, betas = array<f32: 0.0, 0.0>}
            : (tensor<4x2x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>)
            -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
        return %0#0, %0#1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>""",
        [floats(4, 2, 3), floats(1, 15, 3), floats(1, 15, 5)],
        [(4, FLOAT), (3, FLOAT)],
    ),
}


def to_linalg(text: str) -> str:
    done = subprocess.run(
        [TVM_OPT, PASSES], input=text, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "te." not in done.stdout and "linalg.generic" in done.stdout
    return done.stdout


@pytest.mark.parametrize("name", CASES)
def test_equals_our_kernels(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    function = f"func.func @main{case.signature} {{\n{case.body}\n}}"
    module = compile_module(
        f'module attributes {{tvm.level = "import"}} {{ {function} }}',
        name,
        target="host",
        output=None,
    )
    feeds = {f"input_{i}": x for i, x in enumerate(case.inputs)}
    expected = list(module.run(feeds).values())
    results = stock.call(
        to_linalg(function), "main", case.inputs, case.results, tmp_path
    )
    for ours, theirs in zip(expected, results, strict=True):
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(theirs, ours, rtol=1e-5, atol=1e-6)
