# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random ONNX models, correct in types and shapes, with their results.

A model grows node by node. ONNX Runtime computes each node alone, as soon as
it is added: a node that it refuses, or whose result is too large or no finite
number, is left out again. The results of these nodes are what the model has to
compute. (The idea is that of NNSmith, ASPLOS 2023.)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

OPSET = 21
LARGEST = 1e4  # absolute value of an element
MOST_ELEMENTS = 8192
SIZES = (1, 1, 2, 3, 4, 5, 7, 8, 13, 16, 17)
# ONNX Runtime dies where an operand of these is empty.
FRAGILE = {"Einsum", "RNN", "GRU", "LSTM", "Conv", "ConvTranspose"}
onnxruntime.set_default_logger_severity(4)


class Unfit(Exception):
    """There is no such node for the values at hand."""


@dataclass(frozen=True)
class Value:
    """A tensor of the model. `exact`: no rounding can change it."""

    name: str
    array: np.ndarray = field(repr=False)
    exact: bool
    constant: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def rank(self) -> int:
        return self.array.ndim

    @property
    def kind(self) -> str:
        return self.array.dtype.kind


@dataclass
class Model:
    """A model that grows."""

    random: np.random.Generator
    values: list[Value] = field(default_factory=list)
    inputs: list[Value] = field(default_factory=list)
    initializers: list[Value] = field(default_factory=list)
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    names: int = 0
    sizes: Sequence[int] = SIZES

    def chance(self, probability: float) -> bool:
        return bool(self.random.random() < probability)

    def choose(self, options: Sequence) -> Any:
        if not len(options):
            raise Unfit
        return options[int(self.random.integers(len(options)))]

    def integer(self, low: int, high: int) -> int:
        """From `low` to `high`, both included."""
        if low > high:
            raise Unfit
        return int(self.random.integers(low, high + 1))

    def integers(self, low: int, high: int, shape: Sequence[int]) -> np.ndarray:
        """From `low` to below `high`."""
        if low >= high:
            raise Unfit
        return self.random.integers(low, high, shape)

    def shape(self, rank: int) -> list[int]:
        return [self.choose(self.sizes) for _ in range(rank)]

    def data(self, shape: Sequence[int], dtype: Any = np.float32) -> np.ndarray:
        dtype = np.dtype(dtype)
        if dtype.kind == "b":
            return self.random.integers(0, 2, shape).astype(bool)
        if dtype.kind in "iu":
            low = -9 if dtype.kind == "i" else 0
            return self.random.integers(low, 10, shape).astype(dtype)
        return self.random.uniform(-2, 2, shape).astype(dtype)

    def input(self, shape: Sequence[int], dtype: Any = np.float32) -> Value:
        value = Value(f"x{len(self.inputs)}", self.data(shape, dtype), True)
        self.inputs.append(value)
        self.values.append(value)
        return value

    def weight(self, shape: Sequence[int], dtype: Any = np.float32) -> Value:
        return self.constant(self.data(shape, dtype))

    def constant(self, array: Any, dtype: Any = None) -> Value:
        array = np.asarray(array, dtype)
        value = Value(f"w{self._next()}", array, True, constant=True)
        self.initializers.append(value)
        return value

    def pick(
        self,
        kinds: str = "f",
        ranks: Sequence[int] = range(0, 9),
        condition: Callable[[Value], bool] = lambda value: True,
    ) -> Value:
        """A value there is, rather a late one."""
        fits = [
            v
            for v in self.values
            if v.kind in kinds and v.rank in ranks and condition(v)
        ]
        if not fits:
            raise Unfit
        return fits[-1] if self.chance(0.4) else self.choose(fits)

    def like(self, value: Value) -> Value:
        """One whose shape broadcasts with that of `value`."""

        def fits(other: Value) -> bool:
            pairs = zip(value.shape[::-1], other.shape[::-1], strict=False)
            same = other.array.dtype == value.array.dtype
            return same and all(a == b or 1 in (a, b) for a, b in pairs)

        if self.chance(0.6):
            return self.pick(value.kind, condition=fits)
        shape = [size if self.chance(0.7) else 1 for size in value.shape]
        shape = shape[self.integer(0, len(shape)) :]
        make = self.weight if self.chance(0.5) else self.input
        return make(shape, value.array.dtype)

    def add(
        self,
        op: str,
        operands: Sequence[Value | None],
        outputs: int = 1,
        exact: bool = False,
        **attributes: Any,
    ) -> list[Value]:
        """Adds a node. `exact`: of exact operands, its results are."""
        given = [v for v in operands if v is not None]
        is_empty = any(v.array.size == 0 for v in given)
        if is_empty and op in FRAGILE and 0 in self.sizes:
            raise Unfit
        names = [v.name if v else "" for v in operands]
        results = [f"v{self._next()}" for _ in range(outputs)]
        node = helper.make_node(op, names, results, name=f"n{self._next()}")
        node.attribute.extend(
            helper.make_attribute(key, item)
            for key, item in attributes.items()
            if item is not None
        )
        arrays = _evaluate(node, given)
        exact = exact and all(v.exact for v in given)
        added = [
            Value(name, array, exact)
            for name, array in zip(results, arrays, strict=True)
        ]
        self.nodes.append(node)
        self.values.extend(added)
        return added

    def _next(self) -> int:
        self.names += 1
        return self.names

    @cached_property
    def outputs(self) -> list[Value]:
        """Returns the values that no node reads, and sometimes one that a node reads."""
        read = {name for node in self.nodes for name in node.input}
        made = {name for node in self.nodes for name in node.output}
        return [
            v
            for v in self.values
            if v.name in made and (v.name not in read or self.chance(0.1))
        ]

    def build(self, dynamic: bool) -> onnx.ModelProto:
        """The model; `dynamic`: some sizes of inputs are known when it runs."""

        def info(value: Value, symbols: bool) -> onnx.ValueInfoProto:
            dims = [
                f"d{size}" if symbols and self.chance(0.5) else size
                for size in value.shape
            ]
            return helper.make_tensor_value_info(
                value.name, _onnx_type(value.array), dims
            )

        used = {name for node in self.nodes for name in node.input}
        graph = helper.make_graph(
            self.nodes,
            "random",
            [info(v, dynamic) for v in self.inputs],
            [
                helper.make_tensor_value_info(
                    v.name, _onnx_type(v.array), [None] * v.rank
                )
                for v in self.outputs
            ],
            [
                numpy_helper.from_array(v.array, v.name)
                for v in self.initializers
                if v.name in used
            ],
        )
        return _wrap(graph)


def _onnx_type(array: np.ndarray) -> int:
    return helper.np_dtype_to_tensor_dtype(array.dtype)


def _wrap(graph: onnx.GraphProto) -> onnx.ModelProto:
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10
    )


def _evaluate(node: onnx.NodeProto, operands: list[Value]) -> list[np.ndarray]:
    """The node's results; raises Unfit where ONNX Runtime has none."""
    inputs, constants, feeds = [], [], {}
    for value in {v.name: v for v in operands}.values():
        if value.constant:
            constants.append(numpy_helper.from_array(value.array, value.name))
            continue
        inputs.append(
            helper.make_tensor_value_info(
                value.name, _onnx_type(value.array), value.shape
            )
        )
        feeds[value.name] = value.array
    outputs = [helper.make_empty_tensor_value_info(o) for o in node.output]
    model = _wrap(helper.make_graph([node], "n", inputs, outputs, constants))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.graph_optimization_level = (
        onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    )
    try:
        inferred = onnx.shape_inference.infer_shapes(model, strict_mode=True)
        session = onnxruntime.InferenceSession(
            inferred.SerializeToString(),
            options,
            providers=["CPUExecutionProvider"],
        )
        results = session.run(None, feeds)
    except Exception as error:  # noqa: BLE001 of several libraries
        raise Unfit from error
    # ONNX Runtime gives some results of empty operands another shape.
    is_fit = all(
        _is_fit(array) and _has_shape(array, info)
        for array, info in zip(results, inferred.graph.output, strict=True)
    )
    if not is_fit:
        raise Unfit
    return results


def _has_shape(array: np.ndarray, info: onnx.ValueInfoProto) -> bool:
    """Whether the array has the inferred sizes, as far as these are known."""
    if not info.type.tensor_type.HasField("shape"):
        return True
    dims = info.type.tensor_type.shape.dim
    return len(dims) == array.ndim and all(
        dim.dim_value == size or not dim.HasField("dim_value")
        for dim, size in zip(dims, array.shape, strict=True)
    )


def _is_fit(array: np.ndarray) -> bool:
    if array.size > MOST_ELEMENTS:
        return False
    with np.errstate(invalid="ignore"):
        small = np.abs(array.astype(np.float64)) <= LARGEST
    return bool(small.all())
