"""Models as onnxruntime.quantization.quantize_static writes them."""

from pathlib import Path

import numpy as np
import onnx
import pytest
import tvm_mlir
from benchmarks.models.builder import Builder
from benchmarks.models.layers import conv, gemm
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)
from peers import run_onnxruntime

X = np.random.default_rng(7).uniform(-1, 1, (4, 3, 12, 12)).astype(np.float32)


class Samples(CalibrationDataReader):
    def __init__(self) -> None:
        self.rows = iter(X)

    def get_next(self) -> dict[str, np.ndarray] | None:
        row = next(self.rows, None)
        return None if row is None else {"x": row[None]}


def build() -> onnx.ModelProto:
    """Convolutions and products with biases, whose scales have shape [1]."""
    b = Builder("net", opset=17)
    x = conv(b, b.input("x", ["n", 3, 12, 12]), (3, 8), 3, name="first", pad=1, bias=True)
    x = conv(b, b.op("Relu", x), (8, 5), 3, name="second", stride=2, bias=True)
    x = b.op("Flatten", b.op("GlobalAveragePool", x))
    b.output("y", gemm(b, x, (5, 7)), ["n", 7])
    return b.build()


# As an operator, a dense layer is one of ONNX Runtime's own.
FORMS = {
    QuantFormat.QDQ: ["Conv", "Gemm", "Relu"],
    QuantFormat.QOperator: ["Conv", "Relu"],
}


@pytest.mark.parametrize("per_channel", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_quantized(form: QuantFormat, per_channel: bool, tmp_path: Path) -> None:
    model, path = tmp_path / "model.onnx", tmp_path / "quantized.onnx"
    onnx.save(build(), model)
    quantize_static(
        model,
        path,
        Samples(),
        quant_format=form,
        op_types_to_quantize=FORMS[form],
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=per_channel,
    )
    proto = onnx.load(path)
    (expected,) = run_onnxruntime(proto, {"x": X})
    result = tvm_mlir.compile(proto).run({"x": X})["y"]
    step = (expected.max() - expected.min()) / 255
    np.testing.assert_allclose(result, expected, rtol=0, atol=2 * step)
