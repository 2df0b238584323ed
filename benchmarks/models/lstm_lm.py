# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The medium language model of Zaremba 2014: 2 x 650, 10,000 words."""

import onnx
from onnx import TensorProto

from benchmarks.models.builder import Builder
from benchmarks.models.layers import gemm

STEPS, HIDDEN, WORDS = 20, 650, 10000


def _lstm(b: Builder, x: str) -> str:
    weights = [
        b.weight("input", 1, 4 * HIDDEN, HIDDEN),
        b.weight("recurrent", 1, 4 * HIDDEN, HIDDEN),
        b.weight("bias", 1, 8 * HIDDEN),
    ]
    sequence = b.op("LSTM", x, *weights, hidden_size=HIDDEN)
    return b.op("Squeeze", sequence, b.constant([1]))


def lstm_lm() -> onnx.ModelProto:
    b = Builder("lstm_lm", opset=16)
    words = b.input("words", [STEPS, 1], TensorProto.INT64)
    x = b.op("Gather", b.weight("embedding", WORDS, HIDDEN), words)
    for layer in ("lstm1", "lstm2"):
        with b.scope(layer):
            x = _lstm(b, x)
    x = b.op("Reshape", x, b.constant([-1, HIDDEN]))
    x = gemm(b, x, (HIDDEN, WORDS), name="softmax")
    x = b.op("Reshape", x, b.constant([STEPS, 1, WORDS]))
    b.output("logits", x, [STEPS, 1, WORDS])
    return b.build()
