# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data types by numpy's names, and their form in IR."""

from __future__ import annotations

import functools
from typing import Any, Sequence, Union

import numpy as np

Number = Union[bool, int, float]
DType = Any
"""The name of a type in numpy, or a type of numpy."""

_FLOATS = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64"}
_SIGNED = {"int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64"}
_UNSIGNED = {"uint8": "i8", "uint16": "i16", "uint32": "i32", "uint64": "i64"}
_ALL = {**_FLOATS, **_SIGNED, **_UNSIGNED}


def named(dtype: Any) -> str:
    """The name of a type, which may be a type of numpy."""
    is_numpy = isinstance(dtype, np.dtype) or (
        isinstance(dtype, type) and issubclass(dtype, np.generic)
    )
    name = np.dtype(dtype).name if is_numpy else dtype
    if not isinstance(name, str) or (name not in _ALL and name != "bool"):
        raise TypeError(f"expected one of {', '.join(_ALL)}, bool, got {name!r}")
    return name


def is_float(dtype: str) -> bool:
    return dtype in _FLOATS


def is_integer(dtype: str) -> bool:
    return dtype in _SIGNED or dtype in _UNSIGNED


def is_unsigned(dtype: str) -> bool:
    return dtype in _UNSIGNED


def bits(dtype: str) -> int:
    return 64 if dtype == "index" else int(value_type(dtype).lstrip("bfi"))


def value_type(dtype: str) -> str:
    """The type of a value in a body."""
    if dtype == "index":
        return "index"
    return "i1" if dtype == "bool" else _ALL[dtype]


def storage_type(dtype: str) -> str:
    """The type of an element in a kernel's memory: a bool is a byte."""
    return "i8" if dtype == "bool" else _ALL[dtype]


def interface_type(dtype: str) -> str:
    """The type of an element of the artefact's inputs and outputs."""
    if dtype in _UNSIGNED:
        return "u" + _UNSIGNED[dtype]
    return value_type(dtype)


def of_number(value: Number) -> str:
    """The type of a Python number without another operand."""
    if isinstance(value, bool):
        return "bool"
    if not isinstance(value, int):
        return "float32"
    return "int32" if -(1 << 31) <= value < 1 << 31 else "int64"


def common(dtypes: Sequence[str], numbers: Sequence[Number] = ()) -> str:
    """The type of an operation on values of `dtypes` and on Python numbers,
    which take the values' type if they can."""
    if not dtypes:
        return functools.reduce(_common, map(of_number, numbers))
    result = functools.reduce(_common, dtypes)
    for number in numbers:
        kind = of_number(number)
        if kind == "float32" and not is_float(result):
            result = "float32"
        elif kind.startswith("int") and result == "bool":
            result = kind
    return result


def _common(a: str, b: str) -> str:
    if a == b:
        return a
    if "bool" in (a, b):
        return b if a == "bool" else a
    if "index" in (a, b):
        return b if a == "index" else a
    if is_float(a) != is_float(b):
        return a if is_float(a) else b
    if is_unsigned(a) != is_unsigned(b) or bits(a) == bits(b):
        raise TypeError(
            f"expected operands of one type, got '{a}' and '{b}': use astype"
        )
    return a if bits(a) > bits(b) else b


def convert_number(value: Number, dtype: str) -> Number:
    if is_float(dtype):
        return float(value)
    if dtype == "bool":
        return bool(value)
    if isinstance(value, float) and not value.is_integer():
        raise TypeError(f"expected an integer for '{dtype}', got {value}")
    result = int(value)
    if dtype != "index":
        low = 0 if is_unsigned(dtype) else -(1 << (bits(dtype) - 1))
        if not low <= result < low + (1 << bits(dtype)):
            raise OverflowError(f"{result} is no value of type '{dtype}'")
    return result
