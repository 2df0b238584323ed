# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch-mlir's linalg, through our passes in the distribution's own mlir-opt and
then mlir-translate, opt and llc, computes what PyTorch and tvmc compute."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks.stock.models import MODELS
from benchmarks.stock.tools import StockModule

import tvm_mlir

FOLDER = Path(__file__).parent / "torch_mlir"
TARGETS = ("max_vector_op_width=128,cores=1", "max_vector_op_width=256,cores=4")


def compute(source: Path, target: str, folder: Path, x: np.ndarray, like: np.ndarray):
    result = np.empty_like(like)
    StockModule(source, target, folder).run([x], [result])
    return result


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("model", ("mlp", "cnn"))
def test_equals_pytorch(model: str, target: str, tmp_path: Path) -> None:
    source = FOLDER / f"{model}.linalg.mlir"
    with np.load(FOLDER / f"{model}.npz") as arrays:
        x, expected = arrays["input_0"], arrays["output_0"]
    result = compute(source, target, tmp_path, x, expected)
    np.testing.assert_allclose(result, expected, 1e-5, 1e-5)


@pytest.mark.parametrize("model", MODELS)
def test_equals_tvmc(model: str, tmp_path: Path) -> None:
    make, shape = MODELS[model]
    source = tmp_path / "model.mlir"
    source.write_text(make())
    x = np.random.default_rng(1).normal(size=shape).astype(np.float32)
    expected = tvm_mlir.compile(source).run({"input_0": x})["output_0"]
    result = compute(source, TARGETS[1], tmp_path, x, expected)
    np.testing.assert_allclose(result, expected, 1e-4, 1e-4)
    # The text at level `llvm`, with the weights beside it, is a dump for tvmc.
    artefact = tvm_mlir.compile(tmp_path / "llvm.mlir")
    again = artefact.run({"input_0": x})["output_0"]
    np.testing.assert_allclose(again, expected, 1e-4, 1e-4)
