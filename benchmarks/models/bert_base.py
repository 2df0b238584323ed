# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""BERT-base without its pooler, with decomposed layer normalisation (opset 13).

Batch and length are dynamic where they are given as names.
"""

import numpy as np
import onnx
from onnx import TensorProto

from benchmarks.models.builder import Builder
from benchmarks.models.layers import matmul_add

TOKENS, HIDDEN, HEADS, LAYERS, INNER = 128, 768, 12, 12, 3072


def _scalar(b: Builder, value: float) -> str:
    return b.constant(value, np.float32)


def _layer_norm(b: Builder, x: str, name: str) -> str:
    with b.scope(name):
        mean = b.op("ReduceMean", x, axes=[-1])
        centred = b.op("Sub", x, mean)
        squared = b.op("Pow", centred, _scalar(b, 2.0))
        variance = b.op("ReduceMean", squared, axes=[-1])
        deviation = b.op("Sqrt", b.op("Add", variance, _scalar(b, 1e-12)))
        x = b.op("Div", centred, deviation)
        x = b.op("Mul", x, b.weight("weight", HIDDEN, kind="scale"))
        return b.op("Add", x, b.weight("bias", HIDDEN))


def _gelu(b: Builder, x: str) -> str:
    erf = b.op("Erf", b.op("Div", x, _scalar(b, np.sqrt(2.0))))
    y = b.op("Mul", x, b.op("Add", erf, _scalar(b, 1.0)))
    return b.op("Mul", y, _scalar(b, 0.5))


def _attention(b: Builder, x: str) -> str:
    def heads(name: str, perm: list[int]) -> str:
        y = matmul_add(b, x, (HIDDEN, HIDDEN), name=name)
        split = b.constant([0, 0, HEADS, HIDDEN // HEADS])
        return b.op("Transpose", b.op("Reshape", y, split), perm=perm)

    query = heads("query", [0, 2, 1, 3])
    scores = b.op("MatMul", query, heads("key", [0, 2, 3, 1]))
    scores = b.op("Div", scores, _scalar(b, np.sqrt(HIDDEN // HEADS)))
    weights = b.op("Softmax", scores, axis=-1)
    mixed = b.op("MatMul", weights, heads("value", [0, 2, 1, 3]))
    mixed = b.op("Transpose", mixed, perm=[0, 2, 1, 3])
    merged = b.op("Reshape", mixed, b.constant([0, 0, -1]))
    return matmul_add(b, merged, (HIDDEN, HIDDEN), name="output")


def _layer(b: Builder, x: str) -> str:
    with b.scope("attention"):
        x = _layer_norm(b, b.op("Add", _attention(b, x), x), "norm")
    y = _gelu(b, matmul_add(b, x, (HIDDEN, INNER), name="intermediate"))
    y = matmul_add(b, y, (INNER, HIDDEN), name="output")
    return _layer_norm(b, b.op("Add", y, x), "norm")


def _places(b: Builder, ids: str, length: int | str) -> str:
    """Returns the position of each word in its sentence, from 0 on."""
    if isinstance(length, int):
        return b.constant([range(length)])
    count = b.op("Gather", b.op("Shape", ids), b.constant(1))
    places = b.op("Range", b.constant(0), count, b.constant(1))
    return b.op("Unsqueeze", places, b.constant([0]))


def bert_base(
    batch: int | str = 1, length: int | str = TOKENS
) -> onnx.ModelProto:
    b = Builder("bert_base", opset=13)
    ids = b.input("input_ids", [batch, length], TensorProto.INT64)
    with b.scope("embeddings"):
        words = b.op("Gather", b.weight("words", 30522, HIDDEN), ids)
        places = _places(b, ids, length)
        positions = b.op("Gather", b.weight("positions", 512, HIDDEN), places)
        x = _layer_norm(b, b.op("Add", words, positions), "norm")
    for layer in range(LAYERS):
        with b.scope(f"layer{layer}"):
            x = _layer(b, x)
    b.output("hidden", x, [batch, length, HIDDEN])
    return b.build()
