# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Linalg on tensors, compiled by us, computes what the distribution's own tools
make of it."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from tvm_mlir.compiler import compile_module

import stock

RNG = np.random.default_rng(7)
FLOAT, LONG = np.dtype(np.float32), np.dtype(np.int64)


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape, dtype=np.float32)


class Case(NamedTuple):
    text: str
    inputs: list[np.ndarray]
    results: list[tuple[int, np.dtype]]


CASES = {
    "matmul_from_bias": Case(
        """func.func @main(%a: tensor<?x6xf32>, %b: tensor<6x5xf32>,
            %c: tensor<?x5xf32>) -> tensor<?x5xf32> {
          %0 = linalg.matmul ins(%a, %b : tensor<?x6xf32>, tensor<6x5xf32>)
            outs(%c : tensor<?x5xf32>) -> tensor<?x5xf32>
          return %0 : tensor<?x5xf32>
        }""",
        [floats(7, 6), floats(6, 5), floats(7, 5)],
        [(2, FLOAT)],
    ),
    "strided_pooling": Case(
        """func.func @main(%a: tensor<1x9x9x2xf32>) -> tensor<1x4x4x2xf32> {
          %low = arith.constant -1.0 : f32
          %w = tensor.empty() : tensor<3x2xf32>
          %e = tensor.empty() : tensor<1x4x4x2xf32>
          %0 = linalg.fill ins(%low : f32) outs(%e : tensor<1x4x4x2xf32>)
            -> tensor<1x4x4x2xf32>
          %1 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>,
              dilations = dense<1> : tensor<2xi64>}
            ins(%a, %w : tensor<1x9x9x2xf32>, tensor<3x2xf32>)
            outs(%0 : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
          return %1 : tensor<1x4x4x2xf32>
        }""",
        [floats(1, 9, 9, 2)],
        [(4, FLOAT)],
    ),
    "arg_max": Case(
        """#id = affine_map<(i, j) -> (i, j)>
        #row = affine_map<(i, j) -> (i)>
        func.func @main(%a: tensor<4x9xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
          %low = arith.constant 0xFF800000 : f32
          %first = arith.constant 0 : i64
          %e = tensor.empty() : tensor<4xf32>
          %f = tensor.empty() : tensor<4xi64>
          %0 = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
          %1 = linalg.fill ins(%first : i64) outs(%f : tensor<4xi64>) -> tensor<4xi64>
          %2:2 = linalg.generic {indexing_maps = [#id, #row, #row],
              iterator_types = ["parallel", "reduction"]}
              ins(%a : tensor<4x9xf32>) outs(%0, %1 : tensor<4xf32>, tensor<4xi64>) {
          ^bb0(%x: f32, %max: f32, %at: i64):
            %3 = linalg.index 1 : index
            %4 = arith.index_cast %3 : index to i64
            %5 = arith.maximumf %x, %max : f32
            %6 = arith.cmpf ogt, %x, %max : f32
            %7 = arith.select %6, %4, %at : i64
            linalg.yield %5, %7 : f32, i64
          } -> (tensor<4xf32>, tensor<4xi64>)
          return %2#0, %2#1 : tensor<4xf32>, tensor<4xi64>
        }""",
        [floats(4, 9)],
        [(1, FLOAT), (1, LONG)],
    ),
    "moves": Case(
        """func.func @main(%a: tensor<6x4xf32>, %b: tensor<3xf32>) -> tensor<5x10xf32> {
          %one = arith.constant 1.0 : f32
          %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 3, 4]
            : tensor<6x4xf32> into tensor<2x3x4xf32>
          %1 = tensor.collapse_shape %0 [[0], [1, 2]]
            : tensor<2x3x4xf32> into tensor<2x12xf32>
          %2 = tensor.extract_slice %1[0, 1] [2, 5] [1, 2]
            : tensor<2x12xf32> to tensor<2x5xf32>
          %3 = tensor.insert_slice %b into %2[1, 2] [1, 3] [1, 1]
            : tensor<3xf32> into tensor<2x5xf32>
          %4 = tensor.concat dim(1) %2, %3
            : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x10xf32>
          %5 = tensor.pad %4 low[1, 0] high[2, 0] {
          ^bb0(%i: index, %j: index):
            tensor.yield %one : f32
          } : tensor<2x10xf32> to tensor<5x10xf32>
          %e = tensor.empty() : tensor<5x10xf32>
          %6 = linalg.exp ins(%5 : tensor<5x10xf32>)
            outs(%e : tensor<5x10xf32>) -> tensor<5x10xf32>
          return %6 : tensor<5x10xf32>
        }""",
        [floats(6, 4), floats(3)],
        [(2, FLOAT)],
    ),
}


def run(text: str, *inputs: np.ndarray) -> list[np.ndarray]:
    feeds = {f"input_{i}": x for i, x in enumerate(inputs)}
    module = compile_module(text, "linalg", target="host", output=None)
    return list(module.run(feeds).values())


@pytest.mark.parametrize("name", CASES)
def test_equals_stock_tools(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    ours = run(case.text, *case.inputs)
    theirs = stock.call(case.text, "main", case.inputs, case.results, tmp_path)
    for x, y in zip(ours, theirs, strict=True):
        assert x.dtype == y.dtype and x.shape == y.shape
        np.testing.assert_allclose(x, y, rtol=1e-5, atol=1e-6)


def test_bools_at_the_border() -> None:
    x = RNG.integers(0, 4, (5, 3)).astype(bool)
    (result,) = run(
        """func.func @any(%a: tensor<5x3xi1>) -> tensor<5xi1> {
          %false = arith.constant false
          %e = tensor.empty() : tensor<5xi1>
          %0 = linalg.fill ins(%false : i1) outs(%e : tensor<5xi1>) -> tensor<5xi1>
          %1 = linalg.reduce {arith.ori} ins(%a : tensor<5x3xi1>)
            outs(%0 : tensor<5xi1>) dimensions = [1]
          return %1 : tensor<5xi1>
        }""",
        ~x,
    )
    assert result.dtype == np.bool_
    np.testing.assert_array_equal(result, (~x).any(1))


def test_subscripts_outside_read_zero() -> None:
    x, i = floats(4), np.array([3, -1, 4, 10**12, 0])
    (result,) = run(
        """#id = affine_map<(i) -> (i)>
        func.func @f(%a: tensor<4xf32>, %i: tensor<5xi64>) -> tensor<5xf32> {
          %e = tensor.empty() : tensor<5xf32>
          %0 = linalg.generic {indexing_maps = [#id, #id],
              iterator_types = ["parallel"]}
              ins(%i : tensor<5xi64>) outs(%e : tensor<5xf32>) {
          ^bb0(%k: i64, %y: f32):
            %1 = arith.index_cast %k : i64 to index
            %2 = tensor.extract %a[%1] : tensor<4xf32>
            linalg.yield %2 : f32
          } -> tensor<5xf32>
          return %0 : tensor<5xf32>
        }""",
        x,
        i,
    )
    np.testing.assert_array_equal(result, [x[3], 0, 0, 0, x[0]])
