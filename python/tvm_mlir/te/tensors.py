"""Tensors, and the operations that compute them."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Iterator, Sequence, Union

from . import dtypes
from ._locations import caller
from .expressions import (
    Argument,
    Combiner,
    Const,
    Expr,
    ExprLike,
    IterVar,
    Read,
    Reduce,
    as_expr,
    as_index,
    cast,
    is_same,
)

Shape = Union[ExprLike, Sequence[ExprLike]]


class Operation:
    """What computes tensors."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.location = caller()
        self.axis: tuple[IterVar, ...] = ()
        self.reduce_axis: tuple[IterVar, ...] = ()
        self.outputs: tuple[Tensor, ...] = ()

    @property
    def input_tensors(self) -> tuple[Tensor, ...]:
        """The tensors that it reads, in the order of their first use."""
        return ()

    def output(self, index: int) -> Tensor:
        return self.outputs[index]

    def __repr__(self) -> str:
        return f"{type(self).__name__}('{self.name}')"


class Tensor:
    """A value of an operation. Subscripts give its elements."""

    def __init__(
        self, op: Operation, shape: Sequence[Expr], dtype: str, name: str
    ) -> None:
        self.op = op
        self.dims = tuple(shape)
        self.dtype = dtype
        self.name = name

    @property
    def shape(self) -> tuple[int | Expr, ...]:
        return tuple(
            int(dim.value) if isinstance(dim, Const) else dim for dim in self.dims
        )

    @property
    def ndim(self) -> int:
        return len(self.dims)

    def __getitem__(self, indices: Any) -> Read:
        given = indices if isinstance(indices, tuple) else (indices,)
        if len(given) != self.ndim:
            raise IndexError(
                f"expected {self.ndim} subscripts of '{self.name}', got {len(given)}"
            )
        result = [as_index(i, f"a subscript of '{self.name}'") for i in given]
        for axis, (index, dim) in enumerate(zip(result, self.shape)):
            if isinstance(index, Const) and isinstance(dim, int):
                if not 0 <= index.value < dim:
                    raise IndexError(
                        f"subscript {axis} of '{self.name}': expected 0 to {dim - 1}, "
                        f"got {index.value}"
                    )
        return Read(self, result)

    def __call__(self, *indices: ExprLike) -> Read:
        return self[indices]

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"expected a subscript of tensor '{self.name}'")

    def __repr__(self) -> str:
        return f"Tensor('{self.name}', {list(self.shape)}, '{self.dtype}')"


def tensor_type(
    tensor: Tensor, element: Callable[[str], str], dims: Sequence[Expr] | None = None
) -> str:
    """The type of a tensor, perhaps of other dimensions, in IR."""
    sizes = [
        str(dim.value) if isinstance(dim, Const) else "?"
        for dim in (tensor.dims if dims is None else dims)
    ]
    return f"tensor<{'x'.join([*sizes, element(tensor.dtype)])}>"


def stored_type(tensor: Tensor, dims: Sequence[Expr] | None = None) -> str:
    """Its type in a kernel."""
    return tensor_type(tensor, dtypes.storage_type, dims)


class PlaceholderOp(Operation):
    """An input."""


class ComputeOp(Operation):
    """Tensors, element by element: `values` at the axes, combined over the
    reduction axes where there is a combiner."""

    def __init__(
        self,
        name: str,
        axis: Sequence[IterVar],
        values: Sequence[Expr],
        reduce_axis: Sequence[IterVar] = (),
        combiner: Combiner | None = None,
    ) -> None:
        super().__init__(name)
        self.axis = tuple(axis)
        self.reduce_axis = tuple(reduce_axis)
        self.values = tuple(values)
        self.combiner = combiner
        self.outputs = _outputs(
            self, [([i.extent for i in axis], value.dtype) for value in values]
        )

    @property
    def input_tensors(self) -> tuple[Tensor, ...]:
        found: dict[Tensor, None] = {}
        for expr in walk(self.values):
            if isinstance(expr, Read):
                found.setdefault(expr.tensor)
        return tuple(found)


class ScanOp(Operation):
    """A recurrence over the first axis: see scan."""

    def __init__(
        self,
        name: str,
        init: Sequence[Tensor],
        update: Sequence[Tensor],
        state: Sequence[Tensor],
    ) -> None:
        super().__init__(name)
        self.init, self.update, self.state = tuple(init), tuple(update), tuple(state)
        self.axis = tuple(
            IterVar(f"i{d}", 0, dim, is_reduction=False)
            for d, dim in enumerate(state[0].dims)
        )
        self.outputs = _outputs(self, [(s.dims, s.dtype) for s in state])

    @property
    def input_tensors(self) -> tuple[Tensor, ...]:
        return (*self.init, *self.update)


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
        self.outputs = _outputs(self, results)

    @property
    def input_tensors(self) -> tuple[Tensor, ...]:
        return self.inputs


def _outputs(
    op: Operation, types: Sequence[tuple[Sequence[Expr], str]]
) -> tuple[Tensor, ...]:
    several = len(types) > 1
    return tuple(
        Tensor(op, shape, dtype, f"{op.name}.v{i}" if several else op.name)
        for i, (shape, dtype) in enumerate(types)
    )


def walk(roots: Sequence[Expr]) -> Iterator[Expr]:
    """All parts of expressions, each once, operands before what they are of."""
    done: set[int] = set()
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        expr, is_ready = stack.pop()
        if is_ready:
            yield expr
        elif id(expr) not in done:
            done.add(id(expr))
            stack.append((expr, True))
            stack += [(operand, False) for operand in reversed(expr.operands)]


def as_dims(shape: Any, what: str) -> tuple[Expr, ...]:
    given = shape if isinstance(shape, (list, tuple)) else (shape,)
    dims = tuple(as_index(dim, f"a dimension of {what}") for dim in given)
    for dim in dims:
        if isinstance(dim, Const) and dim.value < 0:
            raise ValueError(f"expected dimensions of {what} from 0 on, got {dim.value}")
        for part in walk([dim]):
            if isinstance(part, (IterVar, Read, Argument)):
                raise ValueError(
                    f"expected variables and integers in dimensions of {what}, got "
                    f"{type(part).__name__}"
                )
    return dims


def placeholder(
    shape: Shape, dtype: str = "float32", name: str = "placeholder"
) -> Tensor:
    """An input: its dimensions are integers and te.var's."""
    dtypes.check(dtype)
    op = PlaceholderOp(name)
    op.outputs = _outputs(op, [(as_dims(shape, f"'{name}'"), dtype)])
    return op.outputs[0]


# --- compute ------------------------------------------------------------------


def _axis_names(function: Callable[..., Any], rank: int, name: str) -> list[str]:
    names: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind == parameter.VAR_POSITIONAL:
            rest = rank - len(names)
            return names + [f"{parameter.name}{i}" for i in range(rest)]
        if parameter.default is parameter.empty:
            names.append(parameter.name)
    if len(names) != rank:
        raise TypeError(
            f"'{name}' has {rank} dimensions: expected a function of as many axes, "
            f"got one of {len(names)}"
        )
    return names


def _check_axes(op: ComputeOp) -> None:
    known = {*op.axis, *op.reduce_axis}
    roots = list(op.values)
    for axis in op.reduce_axis:
        roots += [axis.begin, axis.extent]
    for expr in walk(roots):
        if isinstance(expr, IterVar) and expr not in known:
            kind = "reduction axis" if expr.is_reduction else "axis"
            raise ValueError(
                f"'{op.name}' uses {kind} '{expr.name}', which is none of its own"
            )
        if isinstance(expr, Argument):
            raise ValueError(f"'{op.name}' uses a value of a combiner")


def compute(
    shape: Shape, fcompute: Callable[..., Any], name: str = "compute", tag: str = ""
) -> Any:
    """A tensor by its element at given axes, an expression or a reduction;
    several tensors where these are tuples. `tag` is TVM's; nothing asks for it."""
    dims = as_dims(shape, f"'{name}'")
    axes = [
        IterVar(axis, 0, dim, is_reduction=False)
        for axis, dim in zip(_axis_names(fcompute, len(dims), name), dims)
    ]
    body = fcompute(*axes)
    if isinstance(body, Reduce):
        op = ComputeOp(name, axes, body.values, body.axes, body.combiner)
    else:
        several = isinstance(body, (list, tuple))
        values = [_as_value(value) for value in (body if several else [body])]
        op = ComputeOp(name, axes, values)
    _check_axes(op)
    return op.outputs if len(op.outputs) > 1 else op.outputs[0]


def _as_value(value: object) -> Expr:
    expr = as_expr(value)
    return cast("int32", expr) if expr.dtype == "index" else expr


# --- scan ---------------------------------------------------------------------


def _as_list(tensors: Any) -> list[Tensor]:
    return list(tensors) if isinstance(tensors, (list, tuple)) else [tensors]


def _check_scan(name: str, init: Tensor, update: Tensor, state: Tensor) -> None:
    if not isinstance(state.op, PlaceholderOp):
        raise TypeError(f"scan '{name}': expected a te.placeholder as state")
    for what, tensor in (("init", init), ("update", update)):
        if not isinstance(tensor.op, ComputeOp) or len(tensor.op.outputs) != 1:
            raise TypeError(f"scan '{name}': expected a te.compute as {what}")
        if tensor.ndim != state.ndim or tensor.dtype != state.dtype:
            raise ValueError(
                f"scan '{name}': expected {what} of rank {state.ndim} and type "
                f"'{state.dtype}', as the state, got {tensor}"
            )
    if state.ndim == 0:
        raise ValueError(f"scan '{name}': expected states with a dimension of steps")
    if not all(map(is_same, update.dims, state.dims)):
        raise ValueError(
            f"scan '{name}': expected an update of the state's shape "
            f"{list(state.shape)}, got {list(update.shape)}"
        )
    if not all(map(is_same, init.dims[1:], state.dims[1:])):
        raise ValueError(
            f"scan '{name}': expected an init of the state's shape behind the "
            f"first dimension, {list(state.shape)}, got {list(init.shape)}"
        )
    if not isinstance(init.shape[0], int) or init.shape[0] < 1:
        raise ValueError(
            f"scan '{name}': expected a constant number of first steps, got "
            f"{init.shape[0]!r}"
        )


def scan(
    init: Any, update: Any, state_placeholder: Any, inputs: Any = (), name: str = "scan"
) -> Any:
    """A recurrence over the first dimension: `init` is its first steps,
    `update` the others, from `state_placeholder`, which stands for the result
    at earlier steps: `update` at [t, …] reads `state[t - 1, …]`. Lists of
    states run side by side. `inputs` is TVM's; what is read is known anyway."""
    inits, updates, states = map(_as_list, (init, update, state_placeholder))
    if not len(inits) == len(updates) == len(states) > 0:
        raise ValueError(
            f"scan '{name}': expected an init and an update per state, got "
            f"{len(inits)}, {len(updates)} and {len(states)}"
        )
    firsts = (inits[0], updates[0], states[0])
    for each in zip(inits, updates, states):
        _check_scan(name, *each)
        if not all(is_same(t.dims[0], first.dims[0]) for t, first in zip(each, firsts)):
            raise ValueError(f"scan '{name}': expected as many steps of each state")
    op = ScanOp(name, inits, updates, states)
    return op.outputs if len(states) > 1 else op.outputs[0]


# --- extern -------------------------------------------------------------------


class PackedCall:
    """A call of a C function."""

    def __init__(self, name: str, arguments: Sequence[Tensor]) -> None:
        self.name = name
        self.arguments = tuple(arguments)


def call_packed(name: str, *arguments: Tensor) -> PackedCall:
    """In te.extern: the function of that name, on the inputs and the results."""
    return PackedCall(name, arguments)


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
            raise ValueError(f"extern '{name}': expected a dtype where there is no input")
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
