# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the expressions of a compute as the operations of its body."""

from __future__ import annotations

import math
from typing import Callable, Collection, Mapping, NamedTuple, Sequence, Union

from . import dtypes
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
)
from .reductions import Argument
from .walks import postorder
from .writer import Writer

# Name -> operations on floats, signed integers, unsigned ones.
_BINARY = {
    "add": ("addf", "addi", "addi"),
    "sub": ("subf", "subi", "subi"),
    "mul": ("mulf", "muli", "muli"),
    "div": ("divf", "", ""),
    "fmod": ("remf", "", ""),
    "floordiv": ("", "floordivsi", "divui"),
    "truncdiv": ("", "divsi", "divui"),
    "truncmod": ("", "remsi", "remui"),
    "min": ("minimumf", "minsi", "minui"),
    "max": ("maximumf", "maxsi", "maxui"),
    "and": ("", "andi", "andi"),
    "or": ("", "ori", "ori"),
    "xor": ("", "xori", "xori"),
    "shl": ("", "shli", "shli"),
    "shr": ("", "shrsi", "shrui"),
}
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_DIVISIONS = ("floordiv", "floormod", "truncdiv", "truncmod")

# Names of axes, variables and arguments, or the axes that they represent.
Names = Mapping[Expr, Union[str, IterVar]]


class Access(NamedTuple):
    """The place of a read element: a tensor's value, its type and subscripts."""

    tensor: str
    type: str
    indices: tuple[Expr, ...]


Source = Callable[[Read], Access]


def _kind(dtype: str) -> int:
    return 0 if dtypes.is_float(dtype) else 2 if dtypes.is_unsigned(dtype) else 1


def _is_zero(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value == 0


def number(value: bool | int | float, dtype: str) -> str:
    """A literal of `dtype`."""
    if dtype == "bool":
        return "true" if value else "false"
    if not dtypes.is_float(dtype):
        if dtypes.is_unsigned(dtype) and value >= 1 << (dtypes.bits(dtype) - 1):
            value = int(value) - (1 << dtypes.bits(dtype))
        return str(int(value))
    if math.isfinite(value):
        mantissa, mark, exponent = repr(float(value)).partition("e")
        return mantissa + ("" if "." in mantissa else ".0") + mark + exponent
    return _SPECIAL[dtype][0 if math.isnan(value) else 1 if value > 0 else 2]


# NaN, infinity, -infinity
_SPECIAL = {
    "float16": ("0x7E00", "0x7C00", "0xFC00"),
    "bfloat16": ("0x7FC0", "0x7F80", "0xFF80"),
    "float32": ("0x7FC00000", "0x7F800000", "0xFF800000"),
    "float64": ("0x7FF8000000000000", "0x7FF0000000000000", "0xFFF0000000000000"),
}


def depends_on_data(index: Expr) -> bool:
    """Whether `index` depends on elements of tensors."""
    stack, seen = [index], {id(index)}
    while stack:
        expr = stack.pop()
        if isinstance(expr, Read):
            return True
        stack += [operand for operand in expr.operands if id(operand) not in seen]
        seen.update(map(id, expr.operands))
    return False


_AFFINE_SIGNS = {"mul": "*", "floordiv": "floordiv", "floormod": "mod"}


def _factors(expr: Expr) -> tuple[Expr, Expr] | None:
    """The two operands of a product with a number, or of a division by one, the
    number second."""
    if not isinstance(expr, Binary) or expr.name not in _AFFINE_SIGNS:
        return None
    lhs, rhs = expr.operands
    if expr.name == "mul" and isinstance(lhs, Const):
        lhs, rhs = rhs, lhs
    is_affine = isinstance(rhs, Const) and (expr.name == "mul" or rhs.value > 0)
    return (lhs, rhs) if is_affine else None


class Body:
    """The operations of one region. `names` are axes, variables and arguments. A
    guarded value may not be needed: its reads are checked against the tensor's
    dimensions. For all other values, data-dependent subscripts are clamped to the
    dimensions, and `padded` reads are checked as well."""

    def __init__(
        self,
        out: Writer,
        names: Names,
        source: Source,
        padded: Collection[Expr] = (),
    ) -> None:
        self._out = out
        self._names = names
        self._source = source
        self._padded = padded
        self._values: dict[tuple[int, bool], str] = {}
        self._constants: dict[tuple[str, str], str] = {}
        self._count = 0

    def value(self, expr: Expr, guarded: bool = False) -> str:
        """The name of the value of `expr`."""
        stack = [(expr, guarded)]  # long sums are deep: no recursion
        while stack:
            top, inner = stack[-1]
            waiting = [
                (need, how)
                for need, how in self._needed(top, inner)
                if (id(need), how) not in self._values
            ]
            if waiting:
                stack += reversed(waiting)
                continue
            stack.pop()
            key = (id(top), inner)
            if key not in self._values:
                self._values[key] = self._compute(top, inner)
        return self._values[(id(expr), guarded)]

    def _needed(self, expr: Expr, guarded: bool) -> list[tuple[Expr, bool]]:
        """Returns the expressions that `expr` needs as values, each with a flag whether
        it is guarded."""
        if isinstance(expr, Read):
            return [
                (part, guarded)
                for index in self._source(expr).indices
                for part in self._values_of(index, guarded)
            ]
        if isinstance(expr, Select) and expr.is_lazy:
            condition, *values = expr.operands
            return [(condition, guarded), *((value, True) for value in values)]
        return [(operand, guarded) for operand in expr.operands]

    def _values_of(self, index: Expr, guarded: bool) -> list[Expr]:
        """Returns the parts of a subscript that have to be values."""
        if not guarded and depends_on_data(index):
            return [index]
        parts = postorder([index], self._terms)
        return [part for part in parts if self._is_value(part)]

    def stored(self, expr: Expr) -> str:
        """The value in its form in memory."""
        value = self.value(expr)
        return (
            self._emit(f"arith.extui {value} : i1 to i8")
            if expr.dtype == "bool"
            else value
        )

    def _emit(self, text: str) -> str:
        name = f"%{self._count}"
        self._count += 1
        self._out.line(f"{name} = {text}")
        return name

    def _constant(self, literal: str, dtype: str) -> str:
        key = (literal, dtypes.value_type(dtype))
        if key not in self._constants:
            suffix = "" if dtype == "bool" else f" : {key[1]}"
            self._constants[key] = self._emit(f"arith.constant {literal}{suffix}")
        return self._constants[key]

    def _compute(self, expr: Expr, guarded: bool) -> str:
        if isinstance(expr, Const):
            return self._constant(number(expr.value, expr.dtype), expr.dtype)
        if isinstance(expr, (IterVar, Var, Argument)):
            return self._named(expr)
        if isinstance(expr, Read):
            return self._read(expr, guarded)
        if isinstance(expr, Cast):
            return self._cast(expr, guarded)
        if isinstance(expr, Select):
            return self._select(expr, guarded)
        if isinstance(expr, Call):
            values = [self.value(operand, guarded) for operand in expr.operands]
            type_ = dtypes.value_type(expr.operands[0].dtype)
            return self._emit(f"{expr.name} {', '.join(values)} : {type_}")
        assert isinstance(expr, Binary), expr
        return self._binary(expr, guarded)

    def _named(self, expr: Expr) -> str:
        if expr not in self._names:
            raise ValueError(
                f"variable '{expr}' is no dimension of an argument, and none itself"
            )
        name = self._names[expr]
        if isinstance(name, IterVar):
            return self.value(name)
        if not isinstance(expr, IterVar) or _is_zero(expr.begin):
            return name
        return self._emit(f"arith.addi {name}, {self.value(expr.begin)} : index")

    # --- reads ----------------------------------------------------------------

    def _read(self, read: Read, guarded: bool) -> str:
        tensor, type_, indices = self._source(read)
        dims = read.tensor.dims[len(read.operands) - len(indices) :]
        subscripts = ", ".join(
            self._affine(index, guarded)
            if guarded or not depends_on_data(index)
            else self._clamp(index, dim)
            for index, dim in zip(indices, dims)
        )
        padding = ""
        if guarded or read in self._padded:
            stored = "int8" if read.dtype == "bool" else read.dtype
            padding = " else " + self._constant(number(0, stored), stored)
        value = self._emit(f"te.read {tensor}[{subscripts}]{padding} : {type_}")
        if read.dtype != "bool":
            return value
        return self._emit(f"arith.cmpi ne, {value}, {self._constant('0', 'int8')} : i8")

    def _clamp(self, index: Expr, dim: Expr) -> str:
        """The value of `index`, or the nearest subscript of a dimension."""
        value, zero = self.value(index), self._constant("0", "index")
        is_unsigned = isinstance(index, Cast) and index.operands[0].dtype == "uint64"
        minimum = "minui" if is_unsigned else "minsi"
        if isinstance(dim, Const):
            last = self._constant(str(max(int(dim.value) - 1, 0)), "index")
        else:
            one = self._constant("1", "index")
            last = self._emit(f"arith.subi {self.value(dim)}, {one} : index")
        value = self._emit(f"arith.{minimum} {value}, {last} : index")
        return self._emit(f"arith.maxsi {value}, {zero} : index")

    def _terms(self, expr: Expr) -> Sequence[Expr]:
        """The parts of a subscript that are affine expressions themselves."""
        if isinstance(expr, IterVar):
            name = self._names[expr]
            return (name if isinstance(name, IterVar) else expr.begin,)
        if isinstance(expr, Binary) and expr.name in ("add", "sub"):
            return expr.operands
        return _factors(expr) or ()

    def _is_value(self, expr: Expr) -> bool:
        """Whether this part of a subscript is a value because it is not affine."""
        return not isinstance(expr, (Const, IterVar)) and not self._terms(expr)

    def _affine(self, expr: Expr, guarded: bool) -> str:
        """`expr` as a subscript; parts that are not affine become values."""
        done: dict[int, str] = {}
        for part in postorder([expr], self._terms):
            terms = [done[id(term)] for term in self._terms(part)]
            is_value = self._is_value(part)
            done[id(part)] = (
                self.value(part, guarded) if is_value else self._term(part, terms)
            )
        return done[id(expr)]

    def _term(self, expr: Expr, terms: Sequence[str]) -> str:
        """An affine part of a subscript, which has these parts."""
        if isinstance(expr, Const):
            return str(expr.value)
        if isinstance(expr, IterVar):
            name = self._names[expr]
            if isinstance(name, IterVar):
                return terms[0]
            return name if terms[0] == "0" else f"({name} + {terms[0]})"
        assert isinstance(expr, Binary)
        left, right = terms
        if expr.name in ("add", "sub"):
            sign = "+" if expr.name == "add" else "-"
            is_atom = isinstance(expr.operands[1], (Const, IterVar, Var))
            return f"{left} {sign} {right if is_atom else f'({right})'}"
        lhs, _ = _factors(expr) or expr.operands
        left = left if isinstance(lhs, (IterVar, Var)) else f"({left})"
        return f"{left} {_AFFINE_SIGNS[expr.name]} {right}"

    # --- operations -----------------------------------------------------------

    def _binary(self, expr: Binary, guarded: bool) -> str:
        lhs, rhs = (self.value(operand, guarded) for operand in expr.operands)
        dtype = expr.operands[0].dtype
        if expr.name in _COMPARISONS:
            return self._compare(expr.name, lhs, rhs, dtype)
        if expr.name in _DIVISIONS:
            return self._divide(expr, lhs, rhs)
        operation = _BINARY[expr.name][_kind(dtype)]
        type_ = dtypes.value_type(dtype)
        return self._emit(f"arith.{operation} {lhs}, {rhs} : {type_}")

    def _divide(self, expr: Binary, lhs: str, rhs: str) -> str:
        """A division. The result for 0 is 0, and the least integer by -1 is itself:
        machines trap."""
        divisor = expr.operands[1]
        dtype = divisor.dtype
        if isinstance(divisor, Const):
            return self._quotient(expr.name, lhs, rhs, dtype)
        type_ = dtypes.value_type(dtype)
        is_zero = is_bad = self._is(rhs, 0, dtype)
        if not dtypes.is_unsigned(dtype) and not isinstance(divisor, (Var, IterVar)):
            least = self._is(lhs, -(1 << (dtypes.bits(dtype) - 1)), dtype)
            overflows = self._emit(
                f"arith.andi {least}, {self._is(rhs, -1, dtype)} : i1"
            )
            is_bad = self._emit(f"arith.ori {is_zero}, {overflows} : i1")
        zero, one = (self._constant(literal, dtype) for literal in ("0", "1"))
        safe = self._emit(f"arith.select {is_bad}, {one}, {rhs} : {type_}")
        value = self._quotient(expr.name, lhs, safe, dtype)
        if expr.name.endswith("mod"):
            return value  # 0 by 1
        return self._emit(f"arith.select {is_zero}, {zero}, {value} : {type_}")

    def _quotient(self, name: str, lhs: str, rhs: str, dtype: str) -> str:
        """The quotient, or the remainder."""
        type_ = dtypes.value_type(dtype)
        if name != "floormod":
            operation = _BINARY[name][_kind(dtype)]
            return self._emit(f"arith.{operation} {lhs}, {rhs} : {type_}")
        if dtypes.is_unsigned(dtype):
            return self._emit(f"arith.remui {lhs}, {rhs} : {type_}")
        quotient = self._emit(f"arith.floordivsi {lhs}, {rhs} : {type_}")
        product = self._emit(f"arith.muli {quotient}, {rhs} : {type_}")
        return self._emit(f"arith.subi {lhs}, {product} : {type_}")

    def _is(self, value: str, expected: int, dtype: str) -> str:
        constant = self._constant(number(expected, dtype), dtype)
        return self._compare("eq", value, constant, dtype)

    def _compare(self, name: str, lhs: str, rhs: str, dtype: str) -> str:
        type_ = dtypes.value_type(dtype)
        if dtypes.is_float(dtype):
            predicate = "une" if name == "ne" else "o" + name
            return self._emit(f"arith.cmpf {predicate}, {lhs}, {rhs} : {type_}")
        if name not in ("eq", "ne"):
            is_unsigned = dtypes.is_unsigned(dtype) or dtype == "bool"
            name = ("u" if is_unsigned else "s") + name
        return self._emit(f"arith.cmpi {name}, {lhs}, {rhs} : {type_}")

    def _select(self, expr: Select, guarded: bool) -> str:
        condition = self.value(expr.operands[0], guarded)
        inner = guarded or expr.is_lazy
        then, other = (self.value(value, inner) for value in expr.operands[1:])
        type_ = dtypes.value_type(expr.dtype)
        return self._emit(f"arith.select {condition}, {then}, {other} : {type_}")

    def _cast(self, expr: Cast, guarded: bool) -> str:
        operand = expr.operands[0]
        return self._convert(self.value(operand, guarded), operand.dtype, expr.dtype)

    def _convert(self, value: str, source: str, target: str) -> str:
        from_, to = dtypes.value_type(source), dtypes.value_type(target)
        if target == "bool":
            zero = self._constant(number(0, source), source)
            return self._compare("ne", value, zero, source)
        if "index" in (source, target) and not (
            _is_wide(source) or _is_wide(target)
        ):  # (MLIR extends narrow integers twice)
            wide = self._convert(value, source, "int64")
            return self._convert(wide, "int64", target)
        if from_ == to:
            return value
        operation = _conversion(source, target)
        if operation:
            return self._emit(f"arith.{operation} {value} : {from_} to {to}")
        wide = self._convert(value, source, "float32")  # f16 to or from bf16
        return self._convert(wide, "float32", target)


def _is_wide(dtype: str) -> bool:
    return dtypes.is_integer(dtype) and dtypes.bits(dtype) >= 32


def _conversion(source: str, target: str) -> str:
    """The name of the converting operation, or "" if it takes two operations."""
    sign = "u" if dtypes.is_unsigned(source) or source == "bool" else "s"
    if "index" in (source, target):
        return "index_castui" if sign == "u" else "index_cast"
    is_wider = dtypes.bits(target) > dtypes.bits(source)
    if dtypes.is_float(source) and dtypes.is_float(target):
        is_equal = dtypes.bits(source) == dtypes.bits(target)
        return "" if is_equal else "extf" if is_wider else "truncf"
    if dtypes.is_float(source):
        return "fptoui" if dtypes.is_unsigned(target) else "fptosi"
    if dtypes.is_float(target):
        return f"{sign}itofp"
    return f"ext{sign}i" if is_wider else "trunci"
