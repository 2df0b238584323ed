# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make_schemas.py: prints Schemas.inc, which says what ONNX's operators take.

A line per operator and version: its name, the first opset that it is for, its
inputs, the types of its inputs, its attributes.

An input is a type variable, or "=" and types; "?" follows where it may be left
out, "*" where any number of it may follow, "+" where at least one does, "~"
where each of them has a type of its own. Types are letters: the number of
ONNX's data type from "a" on; a capital is a sequence of it, "?" an optional,
"#" anything else. An attribute is a name and the letter of its kind in KINDS,
"b" for an integer that is 0 or 1; "!" follows where a node has to have it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import onnx
from onnx import TensorProto
from onnx.defs import OpSchema, get_all_schemas_with_history

TARGET = Path(__file__).resolve().parent / "Schemas.inc"
KINDS = "_fistgFISTGxXpP"
# Attributes that ONNX declares as integers and describes as switches.
FLAGS = frozenset(
    """align_corners allowzero antialias broadcast ceil_mode center_point_box
    count_include_pad detect_negative detect_positive exclude_outside exclusive
    fmod input_forget interleaved inverse is_case_sensitive is_causal is_test
    keepdims largest layout linear_before_reset multi_class new_axis
    noop_with_empty_axes one_class onesided output_sequence periodic reverse
    saturate select_last_index sorted spatial storage_order training_mode transA
    transB upper zeros""".split()
)
FORMAL = OpSchema.FormalParameterOption


def letter_of(type_name: str) -> str:
    found = re.fullmatch(r"(seq\()?tensor\((\w+)\)\)?", type_name)
    if found is None:
        return "?" if type_name.startswith("optional(") else "#"
    number = TensorProto.DataType.Value(found[2].upper())
    letter = chr(ord("a") + number - 1)
    return letter.upper() if found[1] else letter


def types_of(names: set[str]) -> str:
    return "".join(sorted({letter_of(name) for name in names}))


def input_of(formal: OpSchema.FormalParameter) -> str:
    is_variable = "(" not in formal.type_str
    text = formal.type_str if is_variable else "=" + types_of(formal.types)
    if formal.option == FORMAL.Optional:
        return text + "?"
    if formal.option != FORMAL.Variadic:
        return text
    if not formal.is_homogeneous:
        return text + "~"
    return text + ("+" if formal.min_arity else "*")


def variables_of(schema: OpSchema) -> Iterator[str]:
    used = {formal.type_str for formal in schema.inputs}
    for constraint in schema.type_constraints:
        if constraint.type_param_str in used:
            types = types_of(set(constraint.allowed_type_strs))
            yield f"{constraint.type_param_str}={types}"


def attribute_of(attribute: OpSchema.Attribute) -> str:
    kind = KINDS[attribute.type.value]
    if kind == "i" and attribute.name in FLAGS:
        kind = "b"
    return f"{attribute.name}:{kind}" + ("!" if attribute.required else "")


def name_of(schema: OpSchema) -> str:
    return f"{schema.domain}.{schema.name}" if schema.domain else schema.name


def line_of(schema: OpSchema) -> str:
    fields = (
        " ".join(map(input_of, schema.inputs)),
        " ".join(variables_of(schema)),
        " ".join(sorted(map(attribute_of, schema.attributes.values()))),
    )
    texts = ", ".join(f'"{field}"' for field in fields)
    return f'{{"{name_of(schema)}", {schema.since_version}, {texts}}},\n'


def make() -> str:
    schemas = [
        schema
        for schema in get_all_schemas_with_history()
        if not schema.deprecated
    ]
    schemas.sort(key=lambda schema: (name_of(schema), schema.since_version))
    header = (
        "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
        f"// What make_schemas.py found in onnx {onnx.__version__}; it says "
        "how to read this.\n// clang-format off\n"
    )
    return header + "".join(map(line_of, schemas))


if __name__ == "__main__":
    TARGET.write_text(make())
