# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of one node with one thing wrong, from ONNX's own node tests.

Not each of them is bad: a broadcasting operator takes another rank. ONNX's
checker, ONNX Runtime and the reference evaluator say what is.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import AttributeProto, ModelProto, NodeProto, TensorProto
from onnx import numpy_helper
from onnx.defs import OpSchema
from onnx.helper import make_attribute, tensor_dtype_to_np_dtype

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "conformance")]

from suite import Case, Value, load_cases, load_data_sets  # noqa: E402

NODE = "the_node"
EXPECTED_FAILURES = "expected_failures.txt"
FORMAL = OpSchema.FormalParameterOption

# Their results' sizes are elements of inputs, which have to be constants.
SIZED = ("Pad", "Resize", "Slice", "Upsample")

# Types that inputs are changed to: of each class one or two.
TYPES = ("FLOAT", "INT64", "BOOL", "STRING", "FLOAT16", "INT32", "UINT8")
TYPES = (*TYPES, "DOUBLE", "INT8", "BFLOAT16", "UINT64")

# Values of each kind of attribute: mostly absurd.
VALUES: dict[int, tuple[Any, ...]] = {
    AttributeProto.INT: (-1000, 1000, 1 << 40, -(1 << 63)),
    AttributeProto.FLOAT: (-1000.0, 1e30),
    AttributeProto.STRING: ("nonsense", ""),
    AttributeProto.INTS: ([-1000], [1000, 1000, 1000, 1000], [0], [1 << 62]),
    AttributeProto.FLOATS: ([-1000.0], [1e30] * 4),
    AttributeProto.STRINGS: (["nonsense"], [""] * 4),
}


@dataclass(frozen=True)
class BadModel:
    """`kind` is what is wrong: rank, type, attribute, shape, missing, more."""

    operator: str
    kind: str
    what: str
    content: bytes
    inputs: dict[str, Value]

    @property
    def name(self) -> str:
        return f"{self.operator} {self.kind}: {self.what}"


@dataclass(frozen=True)
class Base:
    """A model that passes: its only node is called NODE."""

    model: ModelProto
    schema: OpSchema
    inputs: dict[str, Value]

    def change(self) -> "Draft":
        model = ModelProto()
        model.CopyFrom(self.model)
        return Draft(model, dict(self.inputs))

    def formal(self, i: int) -> OpSchema.FormalParameter | None:
        """Returns the schema of input `i`, or None for an input that does not exist."""
        formals = self.schema.inputs
        if i < len(formals):
            return formals[i]
        if formals and formals[-1].option == FORMAL.Variadic:
            return formals[-1]
        return None

    def tensors(self) -> Iterator[tuple[int, str, np.ndarray]]:
        """Inputs that are tensors, with their positions; each name once."""
        names: set[str] = set()
        for i, name in enumerate(self.model.graph.node[0].input):
            value = self.inputs.get(name)
            if isinstance(value, np.ndarray) and name not in names:
                names.add(name)
                yield i, name, value


@dataclass
class Draft:
    model: ModelProto
    inputs: dict[str, Value]

    @property
    def node(self) -> NodeProto:
        return self.model.graph.node[0]

    def set_input(self, name: str, array: np.ndarray, dtype: int = 0) -> None:
        info = next(i for i in self.model.graph.input if i.name == name)
        tensor = info.type.tensor_type
        if dtype:
            tensor.elem_type = dtype
        del tensor.shape.dim[:]
        for size in array.shape:
            tensor.shape.dim.add().dim_value = size
        self.inputs[name] = array


Change = Iterator[tuple[str, Draft]]


def richness(model: ModelProto) -> tuple[int, int]:
    """Many inputs and attributes first, then small models."""
    node = model.graph.node[0]
    return len(node.input) + len(node.attribute), -model.ByteSize()


def make_base(case: Case, model: ModelProto) -> Base:
    inputs = load_data_sets(case, model)[0].inputs
    name_nodes(model.graph)
    return Base(model, schema_of(model), inputs)


def name_nodes(graph: onnx.GraphProto) -> None:
    for node in graph.node:
        node.name = NODE
        for attribute in node.attribute:
            name_nodes(attribute.g)


def make_constants(draft: "Draft") -> None:
    """Initializers of what decides sizes; ONNX allows them to be inputs too."""
    for name in draft.node.input[1:]:
        if name in draft.inputs:
            tensor = numpy_helper.from_array(draft.inputs.pop(name), name)
            draft.model.graph.initializer.append(tensor)
    kept = [i for i in draft.model.graph.input if i.name in draft.inputs]
    del draft.model.graph.input[:]
    draft.model.graph.input.extend(kept)


def schema_of(model: ModelProto) -> OpSchema:
    node = model.graph.node[0]
    versions = {opset.domain: opset.version for opset in model.opset_import}
    version = versions.get(node.domain, 1)
    return onnx.defs.get_schema(node.op_type, version, node.domain)


def passing_cases() -> Iterator[Case]:
    folder = Path(sys.modules["suite"].__file__).parent
    lines = (folder / EXPECTED_FAILURES).read_text().splitlines()
    failing = {line.split("\t")[0] for line in lines}
    for case in load_cases():
        if case.kind == "node" and case.name not in failing:
            yield case


@cache
def bases() -> tuple[Base, ...]:
    """A base for each operator, by name."""
    found: dict[str, tuple[Case, ModelProto]] = {}
    for case in passing_cases():
        model = onnx.load(case.model)
        if len(model.graph.node) != 1 or model.functions:
            continue
        operator = model.graph.node[0].op_type
        best = found.get(operator)
        if best is None or richness(model) > richness(best[1]):
            found[operator] = case, model
    return tuple(make_base(*found[name]) for name in sorted(found))


def change_rank(base: Base) -> Change:
    for i, name, array in base.tensors():
        draft = base.change()
        draft.set_input(name, np.stack([array, array]))
        yield f"input {i}, one more", draft
        if array.ndim and array.shape[0]:
            draft = base.change()
            draft.set_input(name, np.asarray(array[0]))
            yield f"input {i}, one less", draft


def cast(array: np.ndarray, number: int) -> np.ndarray:
    if array.dtype.kind in "OUS":
        array = np.arange(array.size).reshape(array.shape)
    numbers = array.astype(np.float32)
    if number == TensorProto.STRING:
        return numbers.astype(str).astype(object)
    with np.errstate(invalid="ignore", over="ignore"):
        return numbers.astype(tensor_dtype_to_np_dtype(number))


def change_type(base: Base) -> Change:
    for i, name, array in base.tensors():
        info = next(v for v in base.model.graph.input if v.name == name)
        for text in TYPES:
            number = TensorProto.DataType.Value(text)
            if number == info.type.tensor_type.elem_type:
                continue
            draft = base.change()
            draft.set_input(name, cast(array, number), number)
            yield f"input {i}, {text.lower()}", draft


def change_dimension(base: Base) -> Change:
    for i, name, array in base.tensors():
        for axis in range(array.ndim):
            if array.shape[axis]:
                draft = base.change()
                last = array.take([-1], axis)
                draft.set_input(name, np.concatenate([array, last], axis))
                yield f"input {i}, dimension {axis} larger", draft
                draft = base.change()
                draft.set_input(name, array.take([], axis))
                yield f"input {i}, dimension {axis} empty", draft


def set_attribute(base: Base, attribute: AttributeProto) -> Draft:
    draft = base.change()
    kept = [a for a in draft.node.attribute if a.name != attribute.name]
    del draft.node.attribute[:]
    draft.node.attribute.extend([*kept, attribute])
    return draft


def describe(value: Any) -> str:
    return str(value).replace("9223372036854775808", "2^63")


def change_attributes(base: Base) -> Change:
    for name, known in sorted(base.schema.attributes.items()):
        for kind, values in VALUES.items():
            some = values if kind == known.type.value else values[:1]
            for value in some:
                attribute = make_attribute(name, value, attr_type=kind)
                draft = set_attribute(base, attribute)
                yield f"{name}={describe(value)}", draft
    draft = set_attribute(base, make_attribute("nonsense", 1))
    yield "one that is not known", draft


def drop_attributes(base: Base) -> Change:
    for name, known in sorted(base.schema.attributes.items()):
        if known.required:
            draft = base.change()
            kept = [a for a in draft.node.attribute if a.name != name]
            del draft.node.attribute[:]
            draft.node.attribute.extend(kept)
            yield f"attribute {name}", draft


def drop_inputs(base: Base) -> Change:
    for i in range(len(base.model.graph.node[0].input)):
        draft = base.change()
        draft.node.input[i] = ""
        yield f"input {i}, empty name", draft
        draft = base.change()
        del draft.node.input[i:]
        yield f"inputs from {i} on", draft


def add_inputs(base: Base) -> Change:
    node = base.model.graph.node[0]
    if base.schema.max_input < 100 and node.input:
        draft = base.change()
        missing = base.schema.max_input + 1 - len(node.input)
        draft.node.input.extend([node.input[0]] * missing)
        yield "inputs", draft
    if base.schema.max_output < 100:
        draft = base.change()
        missing = base.schema.max_output + 1 - len(node.output)
        draft.node.output.extend(f"more_{i}" for i in range(missing))
        yield "outputs", draft


KINDS: dict[str, tuple[Callable[[Base], Change], ...]] = {
    "rank": (change_rank,),
    "type": (change_type,),
    "attribute": (change_attributes,),
    "shape": (change_dimension,),
    "missing": (drop_inputs, drop_attributes),
    "more": (add_inputs,),
}


def finish(base: Base, kind: str, what: str, draft: Draft) -> BadModel:
    """Without the shapes that the test declares for its results."""
    for output in draft.model.graph.output:
        if output.type.HasField("tensor_type"):
            output.type.tensor_type.ClearField("shape")
    operator = draft.node.op_type
    if operator in SIZED:
        make_constants(draft)
    content = draft.model.SerializeToString()
    return BadModel(operator, kind, what, content, draft.inputs)


def bad_models() -> Iterator[BadModel]:
    """The same ones in the same order, always."""
    for base in bases():
        for kind, changes in KINDS.items():
            for change in changes:
                for what, draft in change(base):
                    yield finish(base, kind, what, draft)
