# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors, and the operations that compute them."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Iterator, Mapping, NoReturn, Sequence, Union

from . import dtypes
from ._checks import as_name
from ._locations import caller
from .expressions import (
    Const,
    Expr,
    ExprLike,
    IterVar,
    Read,
    as_expr,
    as_index,
    cast,
    walk,
)
from .reductions import Argument, Combiner, Reduce
from .tags import current_tag
from .walks import postorder

Shape = Union[ExprLike, Sequence[ExprLike]]


class Operation:
    """An operation that computes tensors."""

    def __init__(self, name: str) -> None:
        self.name = as_name("an operation", name)
        self.location = caller()
        self.axis: tuple[IterVar, ...] = ()
        self.reduce_axis: tuple[IterVar, ...] = ()
        self.outputs: tuple[Tensor, ...] = ()
        self.tag = current_tag()
        self.attrs: Mapping[str, Any] = {}
        """TVM's attributes, which only a user's functions read, as they do the tag."""

    @property
    def input_tensors(self) -> tuple[Tensor, ...]:
        """The tensors that the operation reads, in the order of their first use."""
        return ()

    @property
    def num_outputs(self) -> int:
        return len(self.outputs)

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

    @property
    def value_index(self) -> int:
        """The index of the tensor among its operation's results."""
        return self.op.outputs.index(self)

    def __getitem__(self, indices: Any) -> Any:
        """An element; with too few subscripts, an object that takes the others:
        A[i][j]."""
        given = indices if isinstance(indices, tuple) else (indices,)
        if len(given) >= self.ndim:
            return self._element(given)
        for index in given:
            as_index(index, f"a subscript of '{self.name}'")
        return Part(self, given)

    def _element(self, given: Sequence[Any]) -> Read:
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
        return self._element(indices)

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"expected a subscript of tensor '{self.name}'")

    def reject_as_operand(self, *_: object) -> NoReturn:
        raise TypeError(
            f"'{self.name}' is a tensor: expected an element of it, as in a te.compute"
        )

    __array_ufunc__ = None
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = reject_as_operand
    __truediv__ = __rtruediv__ = __neg__ = astype = reject_as_operand
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = reject_as_operand
    __lt__ = __le__ = __gt__ = __ge__ = reject_as_operand

    def __repr__(self) -> str:
        return f"Tensor('{self.name}', {list(self.shape)}, '{self.dtype}')"


class Part:
    """A tensor with its first subscripts."""

    def __init__(self, tensor: Tensor, indices: Sequence[Any]) -> None:
        self._tensor = tensor
        self._indices = tuple(indices)

    def __getitem__(self, indices: Any) -> Any:
        given = indices if isinstance(indices, tuple) else (indices,)
        return self._tensor[(*self._indices, *given)]

    def reject_as_operand(self, *_: object) -> NoReturn:
        self._tensor._element(self._indices)
        raise AssertionError

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = reject_as_operand
    __truediv__ = __rtruediv__ = __neg__ = astype = __iter__ = reject_as_operand
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = reject_as_operand
    __lt__ = __le__ = __gt__ = __ge__ = reject_as_operand


def tensor_type(
    tensor: Tensor, element: Callable[[str], str], dims: Sequence[Expr] | None = None
) -> str:
    """The type of a tensor in IR, possibly with other dimensions."""
    sizes = [
        str(dim.value) if isinstance(dim, Const) else "?"
        for dim in (tensor.dims if dims is None else dims)
    ]
    return f"tensor<{'x'.join([*sizes, element(tensor.dtype)])}>"


def stored_type(tensor: Tensor, dims: Sequence[Expr] | None = None) -> str:
    """The type of a tensor in a kernel."""
    return tensor_type(tensor, dtypes.storage_type, dims)


class PlaceholderOp(Operation):
    """An input."""


class ComputeOp(Operation):
    """Tensors by elements: `values` at the axes, combined over the reduction axes if
    there is a combiner."""

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
        self.outputs = make_outputs(
            self, [([i.extent for i in axis], value.dtype) for value in values]
        )

    @property
    def input_tensors(self) -> tuple[Tensor, ...]:
        found: dict[Tensor, None] = {}
        for expr in walk(self.values):
            if isinstance(expr, Read):
                found.setdefault(expr.tensor)
        return tuple(found)


def make_outputs(
    op: Operation, types: Sequence[tuple[Sequence[Expr], str]]
) -> tuple[Tensor, ...]:
    several = len(types) > 1
    return tuple(
        Tensor(op, shape, dtype, f"{op.name}.v{i}" if several else op.name)
        for i, (shape, dtype) in enumerate(types)
    )


def in_order(roots: Sequence[Operation]) -> list[Operation]:
    """Returns `roots` and all operations that they need, each behind its operands."""
    return list(postorder(roots, lambda op: [t.op for t in op.input_tensors]))


def as_dims(shape: Any, what: str) -> tuple[Expr, ...]:
    given = shape if isinstance(shape, (list, tuple)) else (shape,)
    dims = tuple(as_index(dim, f"a dimension of {what}") for dim in given)
    for dim in dims:
        if isinstance(dim, Const) and dim.value < 0:
            raise ValueError(
                f"expected dimensions of {what} from 0 on, got {dim.value}"
            )
        _check_size(dim, f"dimensions of {what}")
    return dims


def _check_size(size: Expr, what: str) -> None:
    for part in walk([size]):
        if isinstance(part, (IterVar, Read, Argument)):
            raise ValueError(
                f"expected variables and integers in {what}, got {type(part).__name__}"
            )


def placeholder(
    shape: Shape, dtype: dtypes.DType = "float32", name: str = "placeholder"
) -> Tensor:
    """An input: its dimensions are integers and te.var's."""
    op = PlaceholderOp(name)
    dims = as_dims(shape, f"'{name}'")
    op.outputs = make_outputs(op, [(dims, dtypes.named(dtype))])
    return op.outputs[0]


def _axis_names(
    function: Callable[..., Any], rank: int, name: str, rest: Sequence[str] | None
) -> list[str]:
    """Returns the names of parameters; `rest` for a parameter of any number."""
    names: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind == parameter.VAR_POSITIONAL:
            count = rank - len(names)
            numbered = [f"{parameter.name}{i}" for i in range(count)]
            names += numbered if rest is None else [as_name("an axis", r) for r in rest]
            break
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
    for axis in op.reduce_axis:
        for size in (axis.begin, axis.extent):
            _check_size(size, f"begin and end of axis '{axis.name}'")
    for expr in walk(op.values):
        if isinstance(expr, IterVar) and expr not in known:
            kind = "reduction axis" if expr.is_reduction else "axis"
            raise ValueError(
                f"'{op.name}' uses {kind} '{expr.name}', which is none of its own"
            )
        if isinstance(expr, Argument):
            raise ValueError(f"'{op.name}' uses a value of a combiner")


def compute(
    shape: Shape,
    fcompute: Callable[..., Any],
    name: str = "compute",
    tag: str = "",
    attrs: Mapping[str, Any] | None = None,
    varargs_names: Sequence[str] | None = None,
) -> Any:
    """A tensor by its element at given axes, an expression or a reduction; several
    tensors for a tuple of these. `tag` and `attrs` belong to its operation, for a
    user's functions; `varargs_names` are the axes of `*i`."""
    dims = as_dims(shape, f"'{name}'")
    names = _axis_names(fcompute, len(dims), name, varargs_names)
    axes = [
        IterVar(axis, 0, dim, is_reduction=False) for axis, dim in zip(names, dims)
    ]
    body = fcompute(*axes)
    if isinstance(body, Reduce):
        op = ComputeOp(name, axes, body.values, body.axes, body.combiner)
    else:
        several = isinstance(body, (list, tuple))
        values = [_as_value(value) for value in (body if several else [body])]
        op = ComputeOp(name, axes, values)
    _check_axes(op)
    op.tag, op.attrs = tag or op.tag, dict(attrs or {})
    return op.outputs if len(op.outputs) > 1 else op.outputs[0]


def _as_value(value: object) -> Expr:
    expr = as_expr(value)
    return cast("int32", expr) if expr.dtype == "index" else expr
