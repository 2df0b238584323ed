# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models as onnxruntime.quantization.quantize_static writes them.

They are compared with the definition of the operators: ONNX Runtime's products of
8 bits saturate on CPUs with AVX2 and without VNNI.
"""

from pathlib import Path

import numpy as np
import onnx
import pytest
import tvm_mlir
from onnxruntime.quantization import QuantFormat
from peers import run_reference

from quantized import FORMS, X, quantize


@pytest.mark.parametrize("per_channel", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_quantized(form: QuantFormat, per_channel: bool, tmp_path: Path) -> None:
    proto = onnx.load(quantize(form, per_channel, tmp_path))
    (expected,) = run_reference(proto, {"x": X})
    result = tvm_mlir.compile(proto).run({"x": X})["y"]
    step = (expected.max() - expected.min()) / 255
    np.testing.assert_allclose(result, expected, rtol=0, atol=2 * step)
