# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of `graph` that no node test of ONNX shows: they are executed here,
most of them as what other operators become."""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx.parser
import onnxruntime
import pytest
import tvm_mlir

ROOT = Path(__file__).resolve().parents[3]
PLAN = "builtin.module(builtin.module(kernel-plan-workspace),graph-plan-memory)"
Arrays = dict[str, np.ndarray | list[np.ndarray]]


def normal(*shape: int) -> np.ndarray:
    return np.random.default_rng(len(shape)).normal(size=shape).astype(np.float32)


@dataclass(frozen=True)
class Program:
    """A model, inputs, and operators that appear on its way to memory."""

    name: str
    operators: str
    text: str
    feeds: Arrays
    opset: int = 20
    options: dict[str, str] = field(default_factory=dict)


# Rows of a shape that is known only at run time, until data end the loop.
ROWS = """(int64 n, float[A,B] x, float limit) => (float[A,B] y, float[?,A,B] all) {
  true = Constant <value = bool {1}> ()
  y, all = Loop (n, true, x) <body = body (int64 i, bool go, float[A,B] v) =>
      (bool on, float[A,B] w, float[A,B] row) {
    w = Add (v, x)
    row = Mul (w, w)
    s = ReduceMax <keepdims = 0> (row)
    on = Less (s, limit)
  }>
}"""

# A computation of a number of elements that depends on data.
SELECTED = """(float[N] x) => (float[U] y) {
  z = Constant <value_float = 0.0> ()
  c = Greater (x, z)
  at = NonZero (c)
  zero = Constant <value_ints = [0]> ()
  list = Squeeze (at, zero)
  g = Gather (x, list)
  e = Exp (g)
  u = Unique (e)
  y = Neg (u)
}"""

CONVOLUTION = """(float[1,24,32,32] x) => (float[1,24,32,32] y) {
  shape = Constant <value_ints = [24, 24, 3, 3]> ()
  w = ConstantOfShape <value = float[1] {0.01}> (shape)
  y = Conv <pads = [1, 1, 1, 1]> (x, w)
}"""

REGIONS = """(float[N,C,H,W] x, float[R,5] rois) => (float[R,C,2,3] y) {
  y = MaxRoiPool <pooled_shape = [2, 3], spatial_scale = 0.5> (x, rois)
}"""

SUMS = """(float[M,N] x) => (float[M,N] back, float[M,N] before) {
  zero = Constant <value = int64 {0}> ()
  one = Constant <value = int64 {1}> ()
  back = CumSum <reverse = 1> (x, one)
  before = CumSum <exclusive = 1> (x, zero)
}"""

PIECES = """(seq(float[M,N]) s, int64 at) => (float[M,L] y) {
  r = SequenceErase (s, at)
  y = ConcatFromSequence <axis = 1> (r)
}"""

PROGRAMS = [
    Program(
        "rows",
        "append arena byte_size call check copy launch output slot view with_dims",
        ROWS,
        {
            "n": np.array(5, np.int64),
            "x": normal(3, 4),
            "limit": np.array(40, np.float32),
        },
    ),
    Program("selected", "num_threads pool", SELECTED, {"x": normal(50)}),
    Program(
        "convolution",
        "get_weight winograd_conv",
        CONVOLUTION,
        {"x": normal(1, 24, 32, 32)},
        options={"winograd": "always"},
    ),
    Program("sums", "cumulate", SUMS, {"x": normal(4, 7)}),
    Program(
        "pieces",
        "sequence_concat sequence_concat_shape sequence_erase",
        PIECES,
        {
            "s": [normal(3, 6), normal(3, 1), normal(3, 2)],
            "at": np.array(1, np.int64),
        },
    ),
    Program(
        "regions",
        "max_roi_pool",
        REGIONS,
        {
            "x": normal(2, 3, 8, 10),
            "rois": np.array([[0, 1, 2, 9, 12], [1, 0, 0, 19, 7]], np.float32),
        },
        opset=1,
    ),
]


def operators_on_the_way(folder: Path) -> set[str]:
    """In the dumps, and in the host function when memory is planned."""
    texts = [path.read_text() for path in folder.glob("*.mlir")]
    tvm_opt = ROOT / "bazel-bin/tools/tvm-opt/tvm-opt"
    command = [tvm_opt, folder / "5-scheduled.mlir", f"--pass-pipeline={PLAN}"]
    planned = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(re.findall(r"\bgraph\.(\w+)", "\n".join([*texts, planned.stdout])))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_program(program: Program, tmp_path: Path) -> None:
    header = f'<ir_version: 10, opset_import: ["" : {program.opset}]> '
    model = onnx.parser.parse_model(f"{header}{program.name} {program.text}")
    dump = tmp_path / "ir"
    module = tvm_mlir.compile(model, dump_ir=dump, **program.options)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    expected = session.run(None, program.feeds)
    results = module.run(program.feeds)
    for result, reference in zip(results.values(), expected, strict=True):
        np.testing.assert_allclose(result, reference, rtol=1e-4, atol=1e-5)
    assert set(program.operators.split()) <= operators_on_the_way(dump)
