# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C functions that compute tensors."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Sequence

from . import dtypes
from ._checks import as_symbol
from .expressions import Expr
from .tensors import Operation, Tensor, as_dims, make_outputs


class PackedCall:
    """A call of a C function."""

    def __init__(self, name: str, arguments: Sequence[object]) -> None:
        self.name = name
        self.arguments = tuple(arguments)


def call_packed(name: str, *arguments: object) -> PackedCall:
    """A call of a C function: in te.extern on the inputs and the results, in an
    instruction on access_ptrs."""
    return PackedCall(as_symbol("a C function", name), arguments)


class ExternOp(Operation):
    """A call of a C function: its inputs, then its results."""

    def __init__(
        self,
        name: str,
        callee: str,
        inputs: Sequence[Tensor],
        results: Sequence[tuple[Sequence[Expr], str]],
    ) -> None:
        super().__init__(name)
        self.callee = callee
        self.inputs = tuple(inputs)
        self.outputs = make_outputs(self, results)

    @property
    def input_tensors(self) -> tuple[Tensor, ...]:
        return self.inputs


def extern(
    shape: Any,
    inputs: Sequence[Tensor],
    fcompute: str | Callable[..., PackedCall],
    name: str = "extern",
    dtype: dtypes.DType | None = None,
    in_buffers: object = None,
    out_buffers: object = None,
    tag: str = "",
    attrs: Mapping[str, Any] | None = None,
) -> Any:
    """Tensors that a C function computes: `fcompute` is its name, or a function
    of inputs and results that calls it. tvm_mlir.register_function, or a
    library, provides it. `dtype` is by default the type of the first input. `tag`
    and `attrs` have the meaning of te.compute's. All buffers are dense, so
    `in_buffers` and `out_buffers` are None."""
    if in_buffers is not None or out_buffers is not None:
        raise ValueError(
            f"extern '{name}': expected no buffers, inputs and results are dense"
        )
    inputs = _as_inputs(name, inputs)
    several = isinstance(shape, list) and all(
        isinstance(each, (list, tuple)) for each in shape
    )
    shapes = shape if several else [shape]
    if dtype is None:
        if not inputs:
            raise ValueError(
                f"extern '{name}': expected a dtype where there is no input"
            )
        dtype = inputs[0].dtype
    is_list = isinstance(dtype, (list, tuple))
    types = list(map(dtypes.named, dtype if is_list else [dtype] * len(shapes)))
    if len(types) != len(shapes):
        raise ValueError(
            f"extern '{name}': expected {len(shapes)} types, got {len(types)}"
        )
    results = [(as_dims(s, f"'{name}'"), t) for s, t in zip(shapes, types)]
    op = ExternOp(name, "", inputs, results)
    called = fcompute if isinstance(fcompute, str) else _callee(op, fcompute)
    op.callee = as_symbol("a C function", called)
    op.tag, op.attrs = tag or op.tag, dict(attrs or {})
    return op.outputs if several else op.outputs[0]


def _as_inputs(name: str, inputs: Any) -> list[Tensor]:
    listed = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    for tensor in listed:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"extern '{name}': expected tensors, got {tensor!r}")
    return listed


def _callee(op: ExternOp, fcompute: Any) -> str:
    if not callable(fcompute):
        raise TypeError(
            f"extern '{op.name}': expected the name of a C function, or what calls "
            f"it, got {fcompute!r}"
        )
    call = fcompute(op.inputs, op.outputs)
    if not isinstance(call, PackedCall):
        raise TypeError(f"extern '{op.name}': expected a te.call_packed, got {call!r}")
    for argument in call.arguments:
        if not isinstance(argument, Tensor):
            raise TypeError(
                f"extern '{op.name}': expected tensors as arguments of '{call.name}', "
                f"got {argument!r}: constants are for the function itself to know"
            )
    if list(map(id, call.arguments)) != list(map(id, op.inputs + op.outputs)):
        raise ValueError(
            f"extern '{op.name}': expected a call on the inputs and then the results"
        )
    return call.name
