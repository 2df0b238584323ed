# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data types: numpy's and ml_dtypes' names, numpy's types and DLPack's codes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._abi import DLDataType
from .errors import TvmError

# Name -> code and bits of DLPack.
_CODES = {
    "int2": (0, 2),
    "int4": (0, 4),
    "int8": (0, 8),
    "int16": (0, 16),
    "int32": (0, 32),
    "int64": (0, 64),
    "uint2": (1, 2),
    "uint4": (1, 4),
    "uint8": (1, 8),
    "uint16": (1, 16),
    "uint32": (1, 32),
    "uint64": (1, 64),
    "float16": (2, 16),
    "float32": (2, 32),
    "float64": (2, 64),
    "bfloat16": (4, 16),
    "complex64": (5, 64),
    "complex128": (5, 128),
    "bool": (6, 8),
    "float8_e4m3fn": (10, 8),
    "float8_e4m3fnuz": (11, 8),
    "float8_e5m2": (12, 8),
    "float8_e5m2fnuz": (13, 8),
    "float8_e8m0fnu": (14, 8),
    "float4_e2m1fn": (17, 4),
}
# numpy has no such type: arrays of objects
STRING = (3, 64)
# Type of elements that are addresses of DLTensors: TVM_TENSOR_HANDLE of tvm_abi.h.
TENSOR_HANDLE = (128, 64)
_NAMES = {code: name for name, code in _CODES.items()}
_NAMES |= {STRING: "string", TENSOR_HANDLE: "handle"}


def name_of(dtype: DLDataType) -> str:
    if dtype.lanes == 1:
        name = _NAMES.get((dtype.code, dtype.bits))
        if name:
            return name
    return f"(code {dtype.code} bits {dtype.bits} lanes {dtype.lanes})"


def to_dlpack(dtype: np.dtype[Any]) -> DLDataType | None:
    """The DLPack type; None if the runtime does not know it or its byte order is
    foreign."""
    code = _CODES.get(dtype.name) if dtype.isnative else None
    return DLDataType(*code, 1) if code else None


def to_numpy(name: str) -> np.dtype[Any]:
    """numpy's type called `name`, which may need the package ml_dtypes."""
    if name == "string":
        return np.dtype(object)
    try:
        return np.dtype(name)
    except TypeError:
        pass
    try:
        import ml_dtypes
    except ImportError:
        raise TvmError(
            f"numpy has no {name}: pip install ml_dtypes, or use run_tensors"
        ) from None
    dtype: np.dtype[Any] = np.dtype(getattr(ml_dtypes, name))
    return dtype
