# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded mutations of ONNX models: of their bytes, and of their structure.

Most byte mutants end in the protobuf parser; structural ones reach the
importer, type inference and the passes.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import onnx
import onnx.backend.test
from onnx import AttributeProto, ModelProto, NodeProto, TensorProto
from onnx.defs import get_all_schemas

DATA = Path(onnx.backend.test.__file__).parent / "data"
FOLDERS = ("node", "pytorch-converted", "pytorch-operator")
LARGEST_SEED = 16 << 10

NUMBERS = (0, 1, -1, 2, 3, 7, 255, 1 << 31, -(1 << 31), 1 << 40, 1 << 62)
NUMBERS = (*NUMBERS, (1 << 63) - 1, -(1 << 63))
FLOATS = (0.0, -0.0, 1.0, -1.0, 1e38, float("inf"), float("nan"))

# Places of external data that must be refused. prepare_folder makes the files.
PLACES = (
    "../secret.bin",
    "/etc/passwd",
    "link.bin",
    "missing.bin",
    "short.bin",
    "a/../../secret.bin",
    "folder",
    "",
)


@dataclass(frozen=True)
class Mutant:
    content: bytes
    must_fail: bool = False


@cache
def seeds() -> tuple[bytes, ...]:
    """The small models of ONNX's own tests."""
    paths = [
        path
        for folder in FOLDERS
        for path in sorted((DATA / folder).glob("*/model.onnx"))
        if path.stat().st_size <= LARGEST_SEED
    ]
    return tuple(path.read_bytes() for path in paths)


@cache
def op_types() -> tuple[str, ...]:
    return tuple(sorted({schema.name for schema in get_all_schemas()}))


def mutant(seed: int, index: int) -> Mutant:
    """The same mutant for the same numbers; every second one is of bytes."""
    rng = random.Random(f"{seed} {index}")
    content = rng.choice(seeds())
    if index % 2:
        return Mutant(_mutate_bytes(rng, content))
    model = ModelProto.FromString(content)
    if rng.random() < 0.05 and _externalize(rng, model):
        return Mutant(model.SerializeToString(), must_fail=True)
    for _ in range(rng.choice((1, 1, 2, 3))):
        _mutate(rng, model)
    return Mutant(model.SerializeToString())


def _mutate(rng: random.Random, model: ModelProto) -> None:
    """Changes the model, or a branch or a body in it as if that were one."""
    attributes = [a for node in model.graph.node for a in node.attribute]
    graphs = [a.g for a in attributes if a.type == AttributeProto.GRAPH]
    if graphs and rng.random() < 0.7:
        graph = rng.choice(graphs)
        inner = ModelProto(graph=graph)
        _mutate(rng, inner)
        graph.CopyFrom(inner.graph)
    else:
        rng.choice(STRUCTURAL)(rng, model)


def prepare_folder(folder: Path) -> None:
    """Puts what PLACES name into and beside the model's folder."""
    folder.mkdir()
    secret = folder.parent / "secret.bin"
    secret.write_bytes(bytes(1 << 16))
    (folder / "link.bin").symlink_to(secret)
    (folder / "short.bin").write_bytes(b"x")
    (folder / "a").mkdir()
    (folder / "folder").mkdir()


def _mutate_bytes(rng: random.Random, content: bytes) -> bytes:
    data = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        rng.choice(BYTES)(rng, data)
    return bytes(data)


def _flip(rng: random.Random, data: bytearray) -> None:
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _overwrite(rng: random.Random, data: bytearray) -> None:
    if data:
        data[rng.randrange(len(data))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF))


def _range(rng: random.Random, data: bytearray) -> slice:
    start = rng.randrange(len(data) + 1)
    return slice(start, min(len(data), start + rng.randrange(1, 33)))


def _remove(rng: random.Random, data: bytearray) -> None:
    del data[_range(rng, data)]


def _repeat(rng: random.Random, data: bytearray) -> None:
    place = rng.randrange(len(data) + 1)
    data[place:place] = data[_range(rng, data)]


def _insert(rng: random.Random, data: bytearray) -> None:
    place = rng.randrange(len(data) + 1)
    data[place:place] = rng.randbytes(rng.randrange(1, 9))


def _truncate(rng: random.Random, data: bytearray) -> None:
    del data[rng.randrange(len(data) + 1) :]


def _splice(rng: random.Random, data: bytearray) -> None:
    """Continues with another model."""
    other = rng.choice(seeds())
    data[rng.randrange(len(data) + 1) :] = other[rng.randrange(len(other)) :]


BYTES: tuple[Callable[[random.Random, bytearray], None], ...] = (
    _flip, _flip, _flip, _overwrite, _overwrite, _remove, _repeat, _insert,
    _truncate, _splice,
)  # fmt: skip


def _pick(rng: random.Random, items: Any) -> Any:
    return rng.choice(items) if len(items) else None


def _values(model: ModelProto) -> list[str]:
    graph = model.graph
    names = [i.name for i in graph.input] + [t.name for t in graph.initializer]
    return names + [name for node in graph.node for name in node.output]


def _delete_node(rng: random.Random, model: ModelProto) -> None:
    if nodes := model.graph.node:
        del nodes[rng.randrange(len(nodes))]


def _duplicate_node(rng: random.Random, model: ModelProto) -> None:
    if node := _pick(rng, model.graph.node):
        model.graph.node.add().CopyFrom(node)


def _shuffle_nodes(rng: random.Random, model: ModelProto) -> None:
    nodes = list(model.graph.node)
    rng.shuffle(nodes)
    del model.graph.node[:]
    model.graph.node.extend(nodes)


def _with_inputs(rng: random.Random, model: ModelProto) -> NodeProto | None:
    return _pick(rng, [node for node in model.graph.node if node.input])


def _swap_inputs(rng: random.Random, model: ModelProto) -> None:
    if node := _with_inputs(rng, model):
        names = list(node.input)
        rng.shuffle(names)
        node.input[:] = names


def _rewire(rng: random.Random, model: ModelProto) -> None:
    """Reads another value: maybe a later one, which closes a cycle."""
    if node := _with_inputs(rng, model):
        names = [*_values(model), "", "nobody"]
        node.input[rng.randrange(len(node.input))] = rng.choice(names)


def _drop_input(rng: random.Random, model: ModelProto) -> None:
    if node := _with_inputs(rng, model):
        del node.input[rng.randrange(len(node.input))]


def _add_input(rng: random.Random, model: ModelProto) -> None:
    if node := _pick(rng, model.graph.node):
        node.input.append(rng.choice([*_values(model), ""]))


def _rename_output(rng: random.Random, model: ModelProto) -> None:
    if (node := _pick(rng, model.graph.node)) and node.output:
        index = rng.randrange(len(node.output))
        node.output[index] = rng.choice([*_values(model), "", "other"])


def _drop_output(rng: random.Random, model: ModelProto) -> None:
    if (node := _pick(rng, model.graph.node)) and node.output:
        node.output.pop()


def _change_op(rng: random.Random, model: ModelProto) -> None:
    if node := _pick(rng, model.graph.node):
        node.op_type = rng.choice(op_types())


def _change_domain(rng: random.Random, model: ModelProto) -> None:
    if node := _pick(rng, model.graph.node):
        node.domain = rng.choice(("", "ai.onnx", "ai.onnx.ml", "my.domain"))


def _change_opset(rng: random.Random, model: ModelProto) -> None:
    if opset := _pick(rng, model.opset_import):
        opset.version = rng.choice((*range(30), *NUMBERS))


def _attribute(rng: random.Random, model: ModelProto) -> AttributeProto | None:
    attributes = [a for node in model.graph.node for a in node.attribute]
    return _pick(rng, attributes)


def _change_attribute(rng: random.Random, model: ModelProto) -> None:
    attribute = _attribute(rng, model)
    if attribute is None:
        return
    if attribute.type == AttributeProto.INT:
        attribute.i = rng.choice(NUMBERS)
    elif attribute.type == AttributeProto.FLOAT:
        attribute.f = rng.choice(FLOATS)
    elif attribute.type == AttributeProto.STRING:
        attribute.s = rng.choice((b"", b"linear", b"\xff\0", b"SAME_UPPER"))
    elif attribute.type == AttributeProto.INTS:
        _change_list(rng, attribute.ints, NUMBERS)
    elif attribute.type == AttributeProto.FLOATS:
        _change_list(rng, attribute.floats, FLOATS)
    elif attribute.type == AttributeProto.TENSOR:
        _change_tensor(rng, attribute.t)


def _change_list(rng: random.Random, values: Any, choice: Any) -> None:
    what = rng.randrange(3)
    if what == 0 or not values:
        values.append(rng.choice(choice))
    elif what == 1:
        values.pop()
    else:
        values[rng.randrange(len(values))] = rng.choice(choice)


def _drop_attribute(rng: random.Random, model: ModelProto) -> None:
    node = _pick(rng, [node for node in model.graph.node if node.attribute])
    if node:
        del node.attribute[rng.randrange(len(node.attribute))]


def _rename_attribute(rng: random.Random, model: ModelProto) -> None:
    if attribute := _attribute(rng, model):
        names = ("axis", "axes", "kernel_shape", "pads", "to", "group", "value")
        attribute.name = rng.choice(names)


def _retype_attribute(rng: random.Random, model: ModelProto) -> None:
    if attribute := _attribute(rng, model):
        attribute.type = rng.choice(AttributeProto.AttributeType.values())


def _value_info(rng: random.Random, model: ModelProto) -> Any:
    graph = model.graph
    return _pick(rng, [*graph.input, *graph.output, *graph.value_info])


def _change_dim(rng: random.Random, model: ModelProto) -> None:
    if (value := _value_info(rng, model)) is None:
        return
    dims = value.type.tensor_type.shape.dim
    what = rng.randrange(4)
    if what == 0 or not dims:
        dims.add().dim_value = rng.choice(NUMBERS)
    elif what == 1:
        dims.pop()
    elif what == 2:
        dims[rng.randrange(len(dims))].dim_param = rng.choice(("n", "m", ""))
    else:
        dims[rng.randrange(len(dims))].dim_value = rng.choice(NUMBERS)


def _change_type(rng: random.Random, model: ModelProto) -> None:
    if value := _value_info(rng, model):
        kinds = [*TensorProto.DataType.values(), 99]
        value.type.tensor_type.elem_type = rng.choice(kinds)


def _drop_type(rng: random.Random, model: ModelProto) -> None:
    if value := _value_info(rng, model):
        value.ClearField("type")


def _drop_value(rng: random.Random, model: ModelProto) -> None:
    graph = model.graph
    lists = (graph.input, graph.output, graph.initializer)
    if values := _pick(rng, [values for values in lists if values]):
        del values[rng.randrange(len(values))]


def _input_to_initializer(rng: random.Random, model: ModelProto) -> Any:
    """A tensor of zeros in place of an input; None if there is no input."""
    value = _pick(rng, [i for i in model.graph.input if _small(i)])
    if value is None:
        return None
    tensor_type = value.type.tensor_type
    tensor = model.graph.initializer.add(
        name=value.name, data_type=tensor_type.elem_type
    )
    tensor.dims.extend(dim.dim_value for dim in tensor_type.shape.dim)
    count = 1
    for dim in tensor.dims:
        count *= dim
    tensor.raw_data = bytes(16 * count)
    model.graph.input.remove(value)
    return tensor


def _small(value: onnx.ValueInfoProto) -> bool:
    dims = value.type.tensor_type.shape.dim
    return all(0 < dim.dim_value < 64 for dim in dims) and len(dims) <= 3


def _change_initializer(rng: random.Random, model: ModelProto) -> None:
    initializers = model.graph.initializer
    tensor = _pick(rng, initializers) or _input_to_initializer(rng, model)
    if tensor:
        _change_tensor(rng, tensor)


def _change_tensor(rng: random.Random, tensor: TensorProto) -> None:
    what = rng.randrange(4)
    if what == 0:
        _change_list(rng, tensor.dims, NUMBERS)
    elif what == 1:
        kinds = [*TensorProto.DataType.values(), 99]
        tensor.data_type = rng.choice(kinds)
    elif what == 2:
        size = rng.randrange(len(tensor.raw_data) + 1)
        tensor.raw_data = tensor.raw_data[:size]
    else:
        tensor.int64_data.append(rng.choice(NUMBERS))


def _externalize(rng: random.Random, model: ModelProto) -> bool:
    """Points a tensor that the model needs to a file it must not read."""
    tensor = _input_to_initializer(rng, model)
    if tensor is None:
        return False
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    place = rng.choice(PLACES)
    tensor.external_data.add(key="location", value=place)
    if rng.random() < 0.5:
        offset = rng.choice((0, -1, 1 << 62, (1 << 64) - 1))
        tensor.external_data.add(key="offset", value=str(offset))
    if rng.random() < 0.5:
        length = rng.choice((1 << 12, -1, (1 << 63) - 1))
        tensor.external_data.add(key="length", value=str(length))
    return True


STRUCTURAL: tuple[Callable[[random.Random, ModelProto], Any], ...] = (
    _delete_node, _duplicate_node, _shuffle_nodes, _swap_inputs, _rewire,
    _drop_input, _add_input, _rename_output, _drop_output, _change_op,
    _change_domain, _change_opset, _change_attribute, _change_attribute,
    _change_attribute, _drop_attribute, _rename_attribute, _retype_attribute,
    _change_dim, _change_dim, _change_type, _drop_type, _drop_value,
    _input_to_initializer, _change_initializer, _change_initializer,
)  # fmt: skip
