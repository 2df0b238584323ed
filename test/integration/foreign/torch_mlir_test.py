# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch-mlir's output for three PyTorch modules computes the same as the modules.

torch_mlir/emit.py wrote the texts, the inputs and PyTorch's results.
"""

from pathlib import Path

import numpy as np
import pytest

import tvm_mlir

import stock

FOLDER = Path(__file__).parent / "torch_mlir"
MODELS = ("mlp", "cnn", "transformer")
KINDS = ("tosa", "linalg")
# torch-mlir's linalg of GELU by tanh has 0.797724 for sqrt(2 / pi) = 0.797885.
TOLERANCES = {("transformer", "linalg"): 5e-5}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", ("-O0", "-O3"))
def test_equals_pytorch(model: str, kind: str, level: str) -> None:
    module = tvm_mlir.compile(
        FOLDER / f"{model}.{kind}.mlir", opt_level=int(level[-1])
    )
    with np.load(FOLDER / f"{model}.npz") as arrays:
        outputs = module.run({"input_0": arrays["input_0"]})
        expected = arrays["output_0"]
    assert list(outputs) == ["output_0"]
    result = outputs["output_0"]
    assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
    tolerance = TOLERANCES.get((model, kind), 1e-5)
    np.testing.assert_allclose(result, expected, tolerance, tolerance)


@pytest.mark.parametrize("model", MODELS)
def test_linalg_equals_stock_tools(model: str, tmp_path: Path) -> None:
    path = FOLDER / f"{model}.linalg.mlir"
    with np.load(FOLDER / f"{model}.npz") as arrays:
        x, rank = arrays["input_0"], arrays["output_0"].ndim
    ours = tvm_mlir.compile(path).run({"input_0": x})["output_0"]
    results = [(rank, np.dtype(np.float32))]
    (theirs,) = stock.call(path.read_text(), "main", [x], results, tmp_path)
    np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)
