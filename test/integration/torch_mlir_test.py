"""What torch-mlir made of three PyTorch modules computes what these compute.

torch_mlir/emit.py wrote the texts, the inputs and PyTorch's results.
"""

from pathlib import Path

import numpy as np
import pytest

import tvm_mlir

FOLDER = Path(__file__).parent / "torch_mlir"
MODELS = ("mlp", "cnn", "transformer")


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind", ("tosa",))
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
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)
