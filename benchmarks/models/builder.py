# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A builder of ONNX models: nodes, seeded weights, names that contain the layer."""

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from benchmarks.models.weights import seeded

Dims = Sequence[int | str]


class Builder:
    """A builder of a graph. Values are the names of tensors."""

    def __init__(self, name: str, opset: int) -> None:
        self.name = name
        self.opset = opset
        self._scopes: list[str] = []
        self._counts: Counter[str] = Counter()
        self._nodes: list[onnx.NodeProto] = []
        self._initializers: list[onnx.TensorProto] = []
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []

    @contextlib.contextmanager
    def scope(self, name: str) -> Iterator[None]:
        """Prefixes the names of nodes and weights that are made inside."""
        self._scopes.append(name)
        yield
        self._scopes.pop()

    def input(
        self, name: str, dims: Dims, dtype: int = TensorProto.FLOAT
    ) -> str:
        self._inputs.append(helper.make_tensor_value_info(name, dtype, dims))
        return name

    def output(
        self, name: str, value: str, dims: Dims, dtype: int = TensorProto.FLOAT
    ) -> None:
        """Names `value`, the last result of its node, as a graph output."""
        for node in self._nodes:
            node.output[:] = [name if o == value else o for o in node.output]
            node.input[:] = [name if i == value else i for i in node.input]
        info = helper.make_tensor_value_info(name, dtype, dims)
        self._outputs.append(info)

    def weight(self, name: str, *dims: int, kind: str = "weight") -> str:
        """Adds a float initializer whose values follow from its full name."""
        full = ".".join([*self._scopes, name])
        values = seeded(f"{self.name}.{full}", dims, kind)
        self._initializers.append(numpy_helper.from_array(values, full))
        return full

    def constant(self, value: object, dtype: type = np.int64) -> str:
        """Adds an initializer with `value`, for shapes, axes and scalars."""
        name = self._unique("constant")
        array: np.ndarray = np.array(value, dtype)
        self._initializers.append(numpy_helper.from_array(array, name))
        return name

    def op(self, op_type: str, *inputs: str, **attributes: Any) -> str:
        """Adds a node with one result."""
        name = self._unique(op_type.lower())
        self._nodes.append(
            helper.make_node(op_type, inputs, [name], name, **attributes)
        )
        return name

    def build(self) -> onnx.ModelProto:
        graph = helper.make_graph(
            self._nodes,
            self.name,
            self._inputs,
            self._outputs,
            self._initializers,
        )
        opsets = [helper.make_opsetid("", self.opset)]
        return helper.make_model(
            graph,
            producer_name="tvm-mlir",
            opset_imports=opsets,
            ir_version=helper.find_min_ir_version_for(opsets),
        )

    def _unique(self, stem: str) -> str:
        path = "/".join([*self._scopes, stem])
        self._counts[path] += 1
        count = self._counts[path]
        return path if count == 1 else f"{path}_{count}"
