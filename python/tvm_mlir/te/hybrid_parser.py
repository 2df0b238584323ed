# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as loops, in the syntax of Python.

    def te_add_one(a, b):
        n = var("n")
        A = decl_buffer((n,), "float32", src=a)
        B = decl_buffer((n,), "float32", src=b)
        for i in parallel(n):
            B[i] = A[i] + 1.0

A nest computes a tensor. Its loops are the axes, in the order of subscripts. A
reduction first writes its start value. parse() makes tensors and a schedule from the
text; hybrid_text writes the text from these.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any, Callable, Sequence

from . import functions, reductions
from .expressions import (
    Const,
    Expr,
    ExprLike,
    IterVar,
    Var,
    as_expr,
    cast,
    const,
    reduce_axis,
    var,
)
from .reductions import Reduce
from .schedules import Schedule, create_schedule
from .sizes import is_same
from .tensors import Tensor, compute, placeholder
from .threads import thread_axis

KINDS = ("parallel", "vectorize", "unroll")
_LOOPS = ("range", *KINDS, "bind", "iter_range")
_REDUCTIONS: dict[str, Callable[..., Reduce]] = {
    "+": reductions.sum,
    "*": reductions.prod,
    "min": reductions.min,
    "max": reductions.max,
}
_START: dict[str, Callable[[str], Const]] = {
    "+": lambda dtype: const(0, dtype),
    "*": lambda dtype: const(1, dtype),
    "min": functions.max_value,
    "max": functions.min_value,
}
FUNCTIONS: dict[str, Any] = {
    **{name: getattr(functions, name) for name in functions.__all__},
    "min": reductions.min,
    "max": reductions.max,
    "cast": cast,
    "const": const,
}
_ATTRIBUTES = ("astype", "shape")


class Kernel:
    """A parsed kernel: `args` are in the order of its parameters."""

    def __init__(self, name: str, args: Sequence[Tensor], schedule: Schedule) -> None:
        self.name = name
        self.args = tuple(args)
        self.schedule = schedule


class _Loop:
    """A `for` loop with its range and its kind."""

    def __init__(self, name: str, begin: Expr, end: Expr, kind: str, tag: str) -> None:
        self.name, self.begin, self.end = name, begin, end
        self.kind, self.tag = kind, tag


class _Buffer:
    """A declared buffer, with its tensor as soon as that is known."""

    def __init__(self, dims: Any, dtype: str, scope: str, parameter: str) -> None:
        self.dims, self.dtype, self.scope, self.parameter = (
            dims,
            dtype,
            scope,
            parameter,
        )
        self.tensor: Tensor | None = None


_TOO_DEEP = (
    "expected expressions of fewer nested operations: Python reads about "
    "sys.getrecursionlimit() of them"
)


def parse(source: str | Callable[..., Any]) -> Kernel:
    """The kernel of a text, or of a function that is read but not executed."""
    if callable(source):
        source = inspect.getsource(source)
    if not isinstance(source, str):
        raise TypeError(f"expected a text or a function, got {source!r}")
    try:
        tree = ast.parse(textwrap.dedent(source))
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    if len(found) != 1 or len(tree.body) != 1:
        raise ValueError("expected one function")
    return _Parser(found[0]).kernel()


class _Parser:
    def __init__(self, function: ast.FunctionDef) -> None:
        self._function = function
        self._parameters = [argument.arg for argument in function.args.args]
        self._variables: dict[str, Var] = {}
        self._buffers: dict[str, _Buffer] = {}
        self._marks: list[tuple[Tensor, list[_Loop]]] = []

    def kernel(self) -> Kernel:
        written = {
            node.value.id
            for node in ast.walk(self._function)
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
            if isinstance(node.value, ast.Name)
        }
        is_documented = ast.get_docstring(self._function) is not None
        for statement in self._function.body[is_documented:]:
            if isinstance(statement, ast.For):
                self._nest(statement)
            elif isinstance(statement, ast.Assign):
                self._declare(statement, written)
            else:
                raise self._error(statement, "expected a declaration or a loop")
        by_parameter = {b.parameter: b.tensor for b in self._buffers.values()}
        args: list[Tensor] = []
        for parameter in self._parameters:
            tensor = by_parameter.get(parameter)
            if tensor is None:
                raise self._error(self._function, f"nothing is in '{parameter}'")
            args.append(tensor)
        results = {id(tensor): tensor for tensor, _ in self._marks}
        schedule = create_schedule([a for a in args if id(a) in results])
        for tensor, loops in self._marks:
            self._apply(schedule, tensor, loops)
        return Kernel(self._function.name, args, schedule)

    def _error(self, node: ast.AST, text: str) -> ValueError:
        line = getattr(node, "lineno", 0)
        return ValueError(f"line {line} of '{self._function.name}': {text}")

    # --- declarations -----------------------------------------------------------

    def _declare(self, statement: ast.Assign, written: set[str]) -> None:
        (target, *more), call = statement.targets, statement.value
        is_call = isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if more or not isinstance(target, ast.Name) or not is_call:
            raise self._error(statement, "expected var, decl_buffer or allocate")
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        name, what = target.id, call.func.id
        if name in self._variables or name in self._buffers:
            raise self._error(statement, f"'{name}' is declared already")
        given = [self._evaluate(argument, {}) for argument in call.args]
        named = {
            keyword.arg
            or "": (
                keyword.value.id
                if keyword.arg == "src" and isinstance(keyword.value, ast.Name)
                else self._evaluate(keyword.value, {})
            )
            for keyword in call.keywords
        }
        declare: dict[str, Callable[..., None]] = {
            "var": self._var,
            "decl_buffer": self._buffer,
            "allocate": self._local,
        }
        if what not in declare:
            raise self._error(statement, f"expected a declaration, got '{what}'")
        try:
            declare[what](name, *given, **named)
            buffer = self._buffers.get(name)
            if buffer and name not in written:
                if not buffer.parameter:
                    raise ValueError(f"'{name}' is never written")
                buffer.tensor = placeholder(buffer.dims, buffer.dtype, name)
        except (TypeError, ValueError) as error:
            raise self._error(statement, f"{what}: {error}") from None

    def _var(self, name: str, given: str) -> None:
        self._variables[name] = var(given)

    def _buffer(
        self, name: str, shape: Any, dtype: str = "float32", *, src: str
    ) -> None:
        taken = [buffer.parameter for buffer in self._buffers.values()]
        if src not in self._parameters or src in taken:
            raise ValueError(f"expected a parameter of its own as src, got '{src}'")
        self._buffers[name] = _Buffer(shape, dtype, "", src)

    def _local(
        self, name: str, shape: Any, dtype: str = "float32", scope: str = ""
    ) -> None:
        self._buffers[name] = _Buffer(shape, dtype, scope, "")

    # --- expressions ------------------------------------------------------------

    def _evaluate(self, node: ast.expr, axes: dict[str, Expr]) -> Any:
        """Evaluates an expression of sizes, known tensors and axes."""
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and part.attr not in _ATTRIBUTES:
                raise self._error(node, f"expected no attribute '{part.attr}'")
            if isinstance(part, ast.Name) and part.id in self._buffers:
                if self._buffers[part.id].tensor is None:
                    raise self._error(part, f"'{part.id}' is read before it is written")
        known = {name: b.tensor for name, b in self._buffers.items() if b.tensor}
        names = {**FUNCTIONS, **self._variables, **known, **axes, "__builtins__": {}}
        try:
            return eval(compile(ast.Expression(node), "<hybrid>", "eval"), names)
        except RecursionError:
            raise self._error(node, _TOO_DEEP) from None
        except (NameError, TypeError, IndexError, ValueError) as error:
            raise self._error(node, str(error)) from None

    # --- loops ------------------------------------------------------------------

    def _loop(self, node: ast.For) -> _Loop:
        call = node.iter
        is_loop = isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if not is_loop or not isinstance(node.target, ast.Name) or node.orelse:
            raise self._error(node, f"expected a loop over one of {', '.join(_LOOPS)}")
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        kind, tag = call.func.id, ""
        values = [self._evaluate(argument, {}) for argument in call.args]
        options = {k.arg: self._evaluate(k.value, {}) for k in call.keywords}
        if kind == "bind" and values:
            tag = values.pop(0)
        if kind == "iter_range":
            kind = "parallel" if options.pop("iter_type", "") == "data_par" else "range"
        if kind not in _LOOPS or options or len(values) not in (1, 2):
            raise self._error(node, f"expected a loop over one of {', '.join(_LOOPS)}")
        begin, end = ([0] + values)[-2:]
        return _Loop(node.target.id, as_expr(begin), as_expr(end), kind, tag)

    def _nest(self, node: ast.For) -> None:
        loops: list[_Loop] = []
        body: list[ast.stmt] = [node]
        while len(body) == 1 and isinstance(body[0], ast.For):
            loops.append(self._loop(body[0]))
            body = body[0].body
        first, rest = body[0], body[1:]
        if not isinstance(first, ast.Assign) or len(first.targets) != 1:
            raise self._error(first, "expected one element to be written")
        if len(rest) > 1:
            raise self._error(
                rest[1], "expected nothing behind the loops of a reduction"
            )
        buffer, name = self._written(first.targets[0], loops)
        reducing: list[_Loop] = []
        update: ast.stmt = first
        while rest:
            if len(rest) != 1 or not isinstance(rest[0], ast.For):
                update = rest[0]
                break
            reducing.append(self._loop(rest[0]))
            rest = rest[0].body
        if bool(reducing) != (update is not first) or len(rest) > 1:
            raise self._error(
                first, "expected an element, or its start and a reduction"
            )
        self._define(buffer, name, loops, reducing, first, update)

    def _written(self, target: ast.expr, loops: list[_Loop]) -> tuple[_Buffer, str]:
        """The buffer of which the nest writes an element, at its axes."""
        if not isinstance(target, ast.Subscript) or not isinstance(
            target.value, ast.Name
        ):
            raise self._error(target, "expected an element to be written")
        name = target.value.id
        if name not in self._buffers or self._buffers[name].tensor is not None:
            raise self._error(
                target, f"expected a buffer that is not written yet: '{name}'"
            )
        listed = (
            target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        )
        axes = [part.id if isinstance(part, ast.Name) else "" for part in listed]
        if axes != [loop.name for loop in loops] or len(set(axes)) != len(axes):
            raise self._error(
                target, f"expected the loops as subscripts: {[x.name for x in loops]}"
            )
        buffer = self._buffers[name]
        dims = buffer.dims if isinstance(buffer.dims, (list, tuple)) else [buffer.dims]
        for loop, dim in zip(loops, dims):
            if not is_same(_index(loop.end), _index(dim)) or not _is_zero(loop.begin):
                raise self._error(target, f"expected '{loop.name}' over a dimension")
        return buffer, name

    def _define(
        self,
        buffer: _Buffer,
        name: str,
        loops: list[_Loop],
        reducing: list[_Loop],
        first: ast.Assign,
        update: ast.stmt,
    ) -> None:
        def body(*axes: IterVar) -> Any:
            known: dict[str, Expr] = {x.name: axis for x, axis in zip(loops, axes)}
            if not reducing:
                return self._value(first, self._evaluate(first.value, known), buffer)
            reduced = [reduce_axis((x.begin, x.end), x.name) for x in reducing]
            known.update({axis.name: axis for axis in reduced})
            how, operand = self._update(update, first.targets[0])
            start = _START[how](buffer.dtype)
            given = self._value(first, self._evaluate(first.value, known), buffer)
            if not isinstance(given, Const) or given.value != start.value:
                raise self._error(first, f"expected {start.value} to start from")
            value = self._value(update, self._evaluate(operand, known), buffer)
            return _REDUCTIONS[how](value, axis=reduced)

        body.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [
                inspect.Parameter(x.name, inspect.Parameter.POSITIONAL_ONLY)
                for x in loops
            ]
        )
        tensor = compute(buffer.dims, body, name)
        buffer.tensor = tensor
        self._marks.append((tensor, [*loops, *reducing]))

    def _value(self, node: ast.AST, value: ExprLike, buffer: _Buffer) -> Expr:
        """`value` converted to the buffer's type."""
        is_number = isinstance(value, (bool, int, float))
        expr = const(value, buffer.dtype) if is_number else as_expr(value)  # type: ignore[arg-type]
        if expr.dtype != buffer.dtype:
            raise self._error(node, f"expected '{buffer.dtype}', got '{expr.dtype}'")
        return expr

    def _update(self, update: ast.stmt, element: ast.expr) -> tuple[str, ast.expr]:
        """The combiner and the operand of a reduction: C[i] += x, C[i] = max(C[i], x).
        """
        target = ast.unparse(element)
        if isinstance(update, ast.AugAssign) and ast.unparse(update.target) == target:
            how = {ast.Add: "+", ast.Mult: "*"}.get(type(update.op), "")
            if how:
                return how, update.value
        if isinstance(update, ast.Assign) and ast.unparse(update.targets[0]) == target:
            call = update.value
            if isinstance(call, ast.Call) and len(call.args) == 2:
                how = ast.unparse(call.func)
                if how in ("min", "max") and ast.unparse(call.args[0]) == target:
                    return how, call.args[1]
        raise self._error(
            update, f"expected {target} +=, *= or = min or max({target}, …)"
        )

    def _apply(self, schedule: Schedule, tensor: Tensor, loops: list[_Loop]) -> None:
        stage = schedule[tensor]
        scope = self._buffers[tensor.name].scope
        if scope:
            stage.set_scope(scope)
        for loop, axis in zip(loops, [*stage.op.axis, *stage.op.reduce_axis]):
            if loop.kind == "bind":
                stage.bind(axis, thread_axis(loop.tag))
            elif loop.kind in KINDS:
                getattr(stage, loop.kind)(axis)


def _index(value: Any) -> Expr:
    expr = as_expr(value)
    return Const(int(expr.value), "index") if isinstance(expr, Const) else expr


def _is_zero(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value == 0
