# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the input of hybrid.parse."""

from __future__ import annotations

import math
import re
from keyword import iskeyword
from typing import Sequence

from .expressions import (
    Binary,
    Call,
    Cast,
    Const,
    Expr,
    IterVar,
    Read,
    Select,
    Var,
    walk,
)
from .hybrid_parser import FUNCTIONS, KINDS
from .programs import Program
from .schedules import Schedule
from .sizes import is_same
from .stages import Stage
from .tensors import ComputeOp, PlaceholderOp, Tensor

_INFIX = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "floordiv": "//",
    "floormod": "%",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "eq": "==",
    "ne": "!=",
    "and": "&",
    "or": "|",
    "xor": "^",
    "shl": "<<",
    "shr": ">>",
}
_CALLS = {
    "absf": "abs",
    "absi": "abs",
    "powf": "power",
    "roundeven": "nearbyint",
    "ctpop": "popcount",
}
_UPDATES = {
    "sum": "{0} += {1}",
    "prod": "{0} *= {1}",
    "min": "{0} = min({0}, {1})",
    "max": "{0} = max({0}, {1})",
}


def write(s: Schedule, args: Sequence[Tensor], name: str = "kernel") -> str:
    """The text of a schedule that only changes the kinds of its original loops."""
    Program(name, s, args)  # checks them
    if any(isinstance(arg, Var) for arg in args):
        _refuse("a variable as an argument")
    return _Text(s, args, name).text()


def _literal(value: bool | int | float) -> str:
    if isinstance(value, float) and math.isnan(value):
        _refuse("NaN")
    return repr(value).replace("inf", "1e999")


def _refuse(what: str) -> str:
    raise ValueError(f"expected what loops of Python say, got {what}")


class _Text:
    def __init__(self, s: Schedule, args: Sequence[Tensor], name: str) -> None:
        self._schedule = s
        self._args = tuple(args)
        self._name = name
        self._taken: dict[str, object] = {}
        self._lines: list[str] = []

    def text(self) -> str:
        if iskeyword(self._name):
            _refuse(f"the name '{self._name}'")
        for stage in self._schedule.stages:
            if len(stage.origin.outputs) > 1 or not _is_compute(stage):
                _refuse(f"'{stage.name}'")
        parameters = {tensor: f"{tensor.name}_data" for tensor in self._args}
        self._declare_variables()
        for tensor in self._args:
            declared = f"decl_buffer({self._shape(tensor)}, src={parameters[tensor]})"
            self._lines.append(f"{self._take(tensor.name, tensor)} = {declared}")
        for stage in self._schedule.stages:
            (tensor,) = stage.origin.outputs
            if tensor not in parameters:
                scope = f', scope="{stage.scope_name}"' if stage.scope_name else ""
                declared = f"allocate({self._shape(tensor)}{scope})"
                self._lines.append(f"{self._take(tensor.name, tensor)} = {declared}")
        for stage in self._schedule.stages:
            self._write_stage(stage)
        body = "".join(f"    {line}\n" for line in self._lines)
        return f"def {self._name}({', '.join(parameters.values())}):\n{body}"

    def _take(self, name: str, owner: object) -> str:
        """Reserves `name` if it is not in use."""
        if not re.fullmatch(r"[A-Za-z_]\w*", name) or iskeyword(name):
            _refuse(f"the name '{name}'")
        if self._taken.setdefault(name, owner) is not owner or name in FUNCTIONS:
            _refuse(f"'{name}' as the name of several things")
        return name

    def _declare_variables(self) -> None:
        for tensor in self._args:
            for dim in tensor.dims if isinstance(tensor.op, PlaceholderOp) else ():
                if isinstance(dim, Var) and self._taken.get(dim.name) is not dim:
                    name = self._take(dim.name, dim)
                    self._lines.append(f'{name} = var("{name}")')

    def _shape(self, tensor: Tensor) -> str:
        dims = "".join(f"{self._expression(dim)}, " for dim in tensor.dims)
        return f'({dims.rstrip() if tensor.ndim == 1 else dims[:-2]}), "{tensor.dtype}"'

    # --- loops ------------------------------------------------------------------

    def _write_stage(self, stage: Stage) -> None:
        op = stage.origin
        assert isinstance(op, ComputeOp)
        kinds = self._kinds(stage)
        depth = 0
        if not op.axis:
            _refuse(f"'{op.name}', which has no loops")
        for axis in op.axis:
            self._open(axis, kinds, depth)
            depth += 1
        axes = ", ".join(axis.name for axis in op.axis)
        element = f"{op.outputs[0].name}[{axes}]"
        value = self._value(op.values[0])
        if op.combiner is None:
            self._line(depth, f"{element} = {value}")
            return
        if op.combiner.name not in _UPDATES:
            _refuse(f"the reduction of '{op.name}'")
        self._line(depth, f"{element} = {self._start(op)}")
        for axis in op.reduce_axis:
            self._open(axis, kinds, depth)
            depth += 1
        self._line(depth, _UPDATES[op.combiner.name or ""].format(element, value))

    def _kinds(self, stage: Stage) -> dict[IterVar, str]:
        """The kinds of loops that are not serial."""
        is_moved = stage.inlining or stage.attachment or stage.tensorization
        if is_moved or stage.buffering or stage.steps or stage.unrolled:
            _refuse(f"the steps of '{stage.name}'")
        kinds = {}
        for _, axis, primitive, how in stage.marks:
            tag = re.fullmatch(r' to ("[^"]*")', how)
            if primitive not in KINDS and not (primitive == "bind" and tag):
                _refuse(f"'{primitive}' of '{stage.name}'")
            kinds[axis] = f"bind({tag[1]}, " if tag else f"{primitive}("
        return kinds

    def _open(self, axis: IterVar, kinds: dict[IterVar, str], depth: int) -> None:
        if self._taken.get(axis.name, axis) is not axis and not isinstance(
            self._taken[axis.name], IterVar
        ):
            _refuse(f"'{axis.name}' as the name of several things")
        self._taken.pop(axis.name, None)
        self._take(axis.name, axis)
        call = kinds.get(axis, "range(")
        self._line(depth, f"for {axis.name} in {call}{self._bounds(axis)}):")

    def _bounds(self, axis: IterVar) -> str:
        begin, extent = axis.begin, axis.extent
        if isinstance(begin, Const) and begin.value == 0:
            return self._expression(extent)
        if isinstance(begin, Const) and isinstance(extent, Const):
            return f"{begin.value}, {begin.value + extent.value}"
        is_difference = isinstance(extent, Binary) and extent.name == "sub"
        if not is_difference or not is_same(extent.operands[1], begin):
            _refuse(f"axis '{axis.name}'")
        return f"{self._expression(begin)}, {self._expression(extent.operands[0])}"

    def _start(self, op: ComputeOp) -> str:
        assert op.combiner is not None
        dtype = op.outputs[0].dtype
        if op.combiner.name == "sum":
            return "0"
        if op.combiner.name == "prod":
            return "1"
        return f'{"max" if op.combiner.name == "min" else "min"}_value("{dtype}")'

    def _line(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    # --- expressions ------------------------------------------------------------

    def _value(self, expr: Expr) -> str:
        """The text of `expr` in a place that does not determine its type."""
        if isinstance(expr, Const) and expr.dtype != "index":
            return f'const({_literal(expr.value)}, "{expr.dtype}")'
        return self._expression(expr)

    def _expression(self, expr: Expr) -> str:
        done: dict[int, str] = {}
        for part in walk([expr]):  # long sums are deep: no recursion
            done[id(part)] = self._part(part, done)
        return done[id(expr)]

    def _part(self, expr: Expr, done: dict[int, str]) -> str:
        parts = [done[id(operand)] for operand in expr.operands]
        if isinstance(expr, Const):
            return _literal(expr.value)
        if isinstance(expr, (IterVar, Var)):
            return expr.name
        if isinstance(expr, Read):
            listed = ", ".join(parts) or "()"
            return f"{expr.tensor.name}[{listed}]"
        typed = [
            self._value(operand) if isinstance(operand, Const) else part
            for operand, part in zip(expr.operands, parts)
        ]
        if isinstance(expr, Cast):
            is_subscript = expr.dtype == "index"
            return typed[0] if is_subscript else f'cast("{expr.dtype}", {typed[0]})'
        if isinstance(expr, Select):
            name = "if_then_else" if expr.is_lazy else "select"
            both = typed[1:] if _are_numbers(expr.operands[1:]) else parts[1:]
            return f"{name}({typed[0]}, {', '.join(both)})"
        if isinstance(expr, Call):
            name = expr.name.removeprefix("math.")
            return f"{_CALLS.get(name, name)}({', '.join(typed)})"
        assert isinstance(expr, Binary)
        both = typed if _are_numbers(expr.operands) else parts
        if expr.name not in _INFIX:
            return f"{expr.name}({', '.join(both)})"
        lhs, rhs = (
            f"({text})" if _is_infix(operand) else text
            for operand, text in zip(expr.operands, both)
        )
        return f"{lhs} {_INFIX[expr.name]} {rhs}"


def _is_compute(stage: Stage) -> bool:
    return isinstance(stage.origin, ComputeOp)


def _is_infix(expr: Expr) -> bool:
    if isinstance(expr, Cast) and expr.dtype == "index":
        return _is_infix(expr.operands[0])
    return isinstance(expr, Binary) and expr.name in _INFIX


def _are_numbers(exprs: Sequence[Expr]) -> bool:
    return all(isinstance(expr, Const) for expr in exprs)
