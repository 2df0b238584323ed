# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch-mlir's linalg is tuned with a script of upstream's steps, which the distribution's
own mlir-opt then runs. Every form computes what PyTorch computes.

torch_mlir/emit.py wrote the texts: constants are resources, and an embedding has
assertions.
"""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from benchmarks.compiler import tvmc

import tvm_mlir

import stock

FOLDER = Path(__file__).parent / "torch_mlir"
MODELS = ("mlp", "cnn", "transformer")
# As in torch_mlir_test.py.
TOLERANCE = 5e-5

SCRIPT = """
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
  %rows = transform.tune.knob<"rows"> options = [2, 1] -> !transform.param<i64>
  %products = transform.structured.match ops{["linalg.matmul"]} in %module
      : (!transform.any_op) -> !transform.any_op
  transform.foreach %products : !transform.any_op {
  ^bb0(%product: !transform.any_op):
    %tile, %loops:3 = transform.structured.tile_using_for %product tile_sizes [%rows, 2, 4]
        : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %tile : !transform.any_op
  }
  %function = transform.structured.match ops{["func.func"]} in %module
      : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %function {
    transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = "innerreduction"
  } : !transform.any_op
  transform.yield
}
}
"""


def run(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("model", MODELS)
def test_equals_pytorch(model: str, tmp_path: Path) -> None:
    payload, script = FOLDER / f"{model}.linalg.mlir", tmp_path / "script.mlir"
    script.write_text(SCRIPT)
    resolved, programs = tmp_path / "resolved.mlir", tmp_path / "programs"
    options = ["--trials=1", "--time=1", "--max-spread=100", f"--database={tmp_path}/a.db"]
    command = [tvmc(), "tune", payload, f"--space={script}", "-o", resolved, *options]
    run(*command, f"--dump-kernels={programs}")
    with np.load(FOLDER / f"{model}.npz") as arrays:
        x, expected = arrays["input_0"], arrays["output_0"]
    for program in ("plain.mlir", "main.mlir"):
        y = tvm_mlir.compile(programs / program).run({"x0": x})["y0"]
        np.testing.assert_allclose(y, expected, TOLERANCE, TOLERANCE)
    library = f"--transform-preload-library=transform-library-paths={resolved}"
    transformed = run("mlir-opt-22", payload, library, "--transform-interpreter")
    assert "vector.transfer_read" in transformed
    results = [(expected.ndim, expected.dtype)]
    (theirs,) = stock.call(transformed, "main", [x], results, tmp_path)
    np.testing.assert_allclose(theirs, expected, TOLERANCE, TOLERANCE)
