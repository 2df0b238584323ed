# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A network as onnxruntime.quantization.quantize_static writes it."""

from pathlib import Path

import numpy as np
import onnx
from benchmarks.models.builder import Builder
from benchmarks.models.layers import conv, gemm
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)

X = np.random.default_rng(7).uniform(-1, 1, (4, 3, 12, 12)).astype(np.float32)


class Samples(CalibrationDataReader):
    def __init__(self) -> None:
        self.rows = iter(X)

    def get_next(self) -> dict[str, np.ndarray] | None:
        row = next(self.rows, None)
        return None if row is None else {"x": row[None]}


def build() -> onnx.ModelProto:
    """Convolutions and products with biases, whose scales have shape [1]."""
    b = Builder("net", opset=19)
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


def quantize(form: QuantFormat, per_channel: bool, folder: Path) -> Path:
    """Writes the network to `folder`, and returns the file of the quantized one."""
    model, path = folder / "model.onnx", folder / "quantized.onnx"
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
    return path
