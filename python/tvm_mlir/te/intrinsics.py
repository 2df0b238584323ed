# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions on tensors: their behaviour and their code."""

from __future__ import annotations

from typing import Any, Callable, Mapping, NamedTuple, Sequence, Union

from . import dtypes
from ._checks import as_symbol
from ._locations import caller
from ._text import quoted, symbol_name
from .expressions import Const, Expr, Var
from .externs import PackedCall
from .kernels import Kernel
from .tensors import (
    ComputeOp,
    Shape,
    Tensor,
    as_dims,
    stored_type,
)
from .writer import Writer

Strides = Sequence[Union[int, Var]]


class Buffer:
    """Memory that is an operand of an instruction."""

    def __init__(
        self,
        dims: Sequence[Expr],
        dtype: str,
        name: str,
        scope: str,
        strides: Strides | None,
        has_offset: bool,
    ) -> None:
        self.dims = tuple(dims)
        self.dtype = dtype
        self.name = name
        self.scope = scope
        self.strides = tuple(strides) if strides is not None else None
        self.has_offset = has_offset

    def access_ptr(self, mode: str) -> AccessPtr:
        """The buffer as an operand: "r" is read, "w" written, "rw" both."""
        if mode not in ("r", "w", "rw"):
            raise ValueError(f'expected "r", "w" or "rw", got {mode!r}')
        return AccessPtr(self, mode)

    def type(self) -> str:
        """The type in IR."""
        sizes = [str(dim.value) if isinstance(dim, Const) else "?" for dim in self.dims]
        parts = ["x".join([*sizes, dtypes.storage_type(self.dtype)])]
        if self.strides is not None or self.has_offset:
            strides = self.strides if self.strides is not None else self._compact()
            listed = ", ".join("?" if isinstance(s, Var) else str(s) for s in strides)
            offset = ", offset: ?" if self.has_offset else ""
            parts.append(f"strided<[{listed}]{offset}>")
        if self.scope not in ("", "global"):
            parts.append(quoted(self.scope))
        return f"memref<{', '.join(parts)}>"

    def _compact(self) -> list[int]:
        strides, size = [], 1
        for dim in reversed(self.dims):
            assert isinstance(dim, Const)
            strides.append(size)
            size *= int(dim.value)
        return strides[::-1]


class AccessPtr(NamedTuple):
    """A buffer with the accesses of a call."""

    buffer: Buffer
    mode: str


class IntrinCall(NamedTuple):
    """An instruction of the target."""

    name: str
    pointers: tuple[AccessPtr, ...]


Call = Union[IntrinCall, PackedCall]


def hardware_intrin(name: str, *pointers: AccessPtr) -> IntrinCall:
    """An instruction of the target, by name. (For a function of C, which
    tvm_mlir.register_function may provide: te.call_packed.)"""
    return IntrinCall(as_symbol("an instruction", name), pointers)


def decl_buffer(
    shape: Shape,
    dtype: dtypes.DType = "float32",
    name: str = "buffer",
    strides: Strides | None = None,
    scope: str = "global",
    offset_factor: int = 0,
) -> Buffer:
    """Memory in the form for an instruction: row-major without gaps, or with `strides`
    in elements, where a te.var permits any stride; at its begin, or (offset_factor=1)
    at any offset."""
    dims = as_dims(shape, f"'{name}'")
    if strides is not None and len(strides) != len(dims):
        raise ValueError(f"expected {len(dims)} strides, got {len(strides)}")
    if offset_factor not in (0, 1):
        raise ValueError(f"expected an offset_factor of 0 or 1, got {offset_factor}")
    as_symbol("a scope", scope)
    return Buffer(dims, dtypes.named(dtype), name, scope, strides, offset_factor == 1)


class TensorIntrin:
    """An instruction that decl_tensor_intrin declared."""

    def __init__(
        self,
        name: str,
        op: ComputeOp,
        buffers: Sequence[Buffer],
        lowerings: Mapping[str, Sequence[Call]],
    ) -> None:
        self.name = name
        self.op = op
        self.buffers = tuple(buffers)
        """Buffers of the inputs, then of the result."""
        self.lowerings = dict(lowerings)
        """The code by "compute", "reset" and "update"."""
        self.location = caller()

    def write(self, out: Writer, symbol: str) -> None:
        """Writes the declaration."""
        out.location = self.location
        self._write_behaviour(out, symbol)
        for position, (part, calls) in enumerate(self.lowerings.items()):
            buffers = self.buffers[-1:] if part == "reset" else self.buffers
            names = {buffer: f"%b{index}" for index, buffer in enumerate(buffers)}
            listed = ", ".join(f"{names[b]}: {b.type()}" for b in buffers)
            out.reopen(f"}} {part} {{")
            out.label(f"^bb0({listed}):")
            for index, call in enumerate(calls):
                self._write_call(out, part, index, call, names)
            out.line("te.yield")
        out.close()

    def _write_behaviour(self, out: Writer, symbol: str) -> None:
        inputs = self.op.input_tensors
        kernel = Kernel(out, symbol, inputs, self.op.outputs)
        for tensor in inputs:
            kernel.values[tensor] = kernel.names.take(tensor.name)
        listed = ", ".join(f"{kernel.values[t]}: {stored_type(t)}" for t in inputs)
        out.open(f"te.tensor_intrin {symbol_name(symbol)} {{")
        if inputs:
            out.label(f"^bb0({listed}):")
        kernel.write_compute(self.op)
        (result,) = self.op.outputs
        out.line(f"te.yield {kernel.values[result]} : {stored_type(result)}")

    def _write_call(
        self,
        out: Writer,
        part: str,
        index: int,
        call: Call,
        names: Mapping[Buffer, str],
    ) -> None:
        buffers = [_buffer_of(argument) for argument in _arguments(call)]
        for buffer in buffers:
            if buffer not in names:
                raise ValueError(
                    f"instruction '{self.name}': expected {part} to take the "
                    f"instruction's own buffers, got '{buffer.name}'"
                )
        types = [buffer.type() for buffer in buffers]
        if isinstance(call, IntrinCall):
            listed = ", ".join(
                f"{pointer.mode} {names[pointer.buffer]} : {type_}"
                for pointer, type_ in zip(call.pointers, types)
            )
            out.line(f"te.hardware_intrin {quoted(call.name)}({listed})")
            return
        values = ", ".join(names[buffer] for buffer in buffers)
        out.line(
            f"%status{index} = func.call {symbol_name(call.name)}({values}) : "
            f"({', '.join(types)}) -> i32"
        )

    def functions(self) -> dict[str, str]:
        """The declarations of the called C functions, by name."""
        found = {}
        for calls in self.lowerings.values():
            for call in calls:
                if isinstance(call, PackedCall):
                    types = ", ".join(_buffer_of(a).type() for a in call.arguments)
                    found[call.name] = (
                        f"func.func private {symbol_name(call.name)}({types}) -> i32 "
                        f"attributes {{kernel.extern = {quoted(call.name)}}}"
                    )
        return found


def _arguments(call: Call) -> Sequence[object]:
    return call.pointers if isinstance(call, IntrinCall) else call.arguments


def _buffer_of(argument: object) -> Buffer:
    if not isinstance(argument, AccessPtr):
        raise TypeError(
            f"expected an access_ptr of a buffer, got {argument!r}: constants are for "
            "the function itself to know"
        )
    return argument.buffer


def decl_tensor_intrin(
    op: Any,
    fcompute: Callable[[list[Buffer], list[Buffer]], Any],
    name: str | None = None,
    binds: Mapping[Tensor, Buffer] | None = None,
) -> TensorIntrin:
    """An instruction that computes `op`, a te.compute of static shape.

    `fcompute(inputs, outputs)` returns the code on buffers of the tensors that
    `op` reads, in the order of their first use, and of its result: one call, or
    (compute, reset, update), of which some may be None. A call is a
    te.hardware_intrin or te.call_packed of access_ptrs, or a list of them.
    `binds` maps tensors to the memory that the instruction takes; the default is
    a decl_buffer of the tensor's shape and type.
    """
    op = op.op if isinstance(op, Tensor) else op
    if not isinstance(op, ComputeOp) or len(op.outputs) != 1:
        raise TypeError(f"expected a te.compute with one result, got {op!r}")
    symbol = str(name or getattr(fcompute, "__name__", op.name))
    bound = dict(binds or {})
    buffers = []
    for tensor in (*op.input_tensors, *op.outputs):
        buffer = bound.pop(tensor, None)
        if buffer is None:
            buffer = decl_buffer(tensor.shape, tensor.dtype, tensor.name)
        if buffer.dtype != tensor.dtype or len(buffer.dims) != tensor.ndim:
            raise ValueError(
                f"instruction '{symbol}': expected a buffer of the rank and type of "
                f"{tensor}, got '{buffer.type()}'"
            )
        buffers.append(buffer)
    if bound:
        raise ValueError(
            f"instruction '{symbol}': expected buffers of its own tensors, got one of "
            f"'{next(iter(bound)).name}'"
        )
    result = fcompute(buffers[:-1], buffers[-1:])
    return TensorIntrin(symbol, op, buffers, _lowerings(symbol, result))


def _lowerings(name: str, result: Any) -> dict[str, Sequence[Call]]:
    is_several = isinstance(result, tuple) and not isinstance(result, IntrinCall)
    parts = result if is_several else (result,)
    if len(parts) not in (1, 3):
        raise ValueError(
            f"instruction '{name}': expected one lowering or (compute, reset, "
            f"update), got {len(parts)}"
        )
    found: dict[str, Sequence[Call]] = {}
    for part, calls in zip(("compute", "reset", "update"), parts):
        if calls is None:
            continue
        listed = calls if isinstance(calls, list) else [calls]
        for call in listed:
            if not isinstance(call, (IntrinCall, PackedCall)):
                raise TypeError(
                    f"instruction '{name}': expected te.hardware_intrin or "
                    f"te.call_packed, got {call!r}"
                )
        found[part] = listed
    return found
