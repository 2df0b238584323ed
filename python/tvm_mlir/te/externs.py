"""C functions that compute tensors."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from . import dtypes
from .expressions import Expr
from .tensors import Operation, Tensor, as_dims, make_outputs


class PackedCall:
    """A call of a C function."""

    def __init__(self, name: str, arguments: Sequence[object]) -> None:
        self.name = name
        self.arguments = tuple(arguments)


def call_packed(name: str, *arguments: object) -> PackedCall:
    """A C function: in te.extern on the inputs and the results, in an instruction
    on access_ptrs."""
    return PackedCall(name, arguments)


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
    dtype: str | Sequence[str] | None = None,
) -> Any:
    """Tensors that a C function computes: `fcompute` is its name, or a function
    of inputs and results that calls it. tvm_mlir.register_function, or a
    library, provides it. `dtype` is that of the first input by default."""
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
    types = [dtype] * len(shapes) if isinstance(dtype, str) else list(dtype)
    if len(types) != len(shapes):
        raise ValueError(
            f"extern '{name}': expected {len(shapes)} types, got {len(types)}"
        )
    for each in types:
        dtypes.check(each)
    results = [(as_dims(s, f"'{name}'"), t) for s, t in zip(shapes, types)]
    op = ExternOp(name, fcompute if isinstance(fcompute, str) else "", inputs, results)
    if not isinstance(fcompute, str):
        op.callee = _callee(op, fcompute)
    return op.outputs if several else op.outputs[0]


def _callee(op: ExternOp, fcompute: Callable[..., PackedCall]) -> str:
    call = fcompute(op.inputs, op.outputs)
    if not isinstance(call, PackedCall):
        raise TypeError(f"extern '{op.name}': expected a te.call_packed, got {call!r}")
    if list(map(id, call.arguments)) != list(map(id, op.inputs + op.outputs)):
        raise ValueError(
            f"extern '{op.name}': expected a call on the inputs and then the results"
        )
    return call.name
