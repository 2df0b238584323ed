# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sequences and optionals: lists, None, and tensors of references."""

from __future__ import annotations

import ctypes
from ctypes import POINTER
from dataclasses import dataclass
from typing import Any, Callable, Sequence, TypeVar

import numpy as np

from . import _abi, _dtypes
from .errors import TvmError

T = TypeVar("T")
Bound = tuple[_abi.DLTensor, object]
"""A DLTensor, and the object that keeps its memory alive."""


@dataclass(frozen=True)
class ListType:
    """The type of an input or output that is a sequence or an optional."""

    text: str
    """The type in the form of messages: "optional(sequence(float32[?,3]))"."""
    is_optional: bool
    is_sequence: bool
    dtype: str
    """The data type of its tensors."""

    @staticmethod
    def parse(text: str) -> ListType:
        held = text.removeprefix("optional(")
        element = held.removeprefix("sequence(")
        dtype = element.rstrip(")").split("[")[0]
        return ListType(text, held != text, element != held, dtype)


def to_references(
    value: object,
    kind: ListType,
    what: str,
    convert: Callable[[Any, str], Bound],
) -> Bound:
    """A tensor of the addresses of the results of `convert` for tensors."""
    if kind.is_optional:
        if value is None:
            return _refer_to([])
        if not kind.is_sequence:
            return _refer_to([convert(value, what)])
        return _refer_to([_from_sequence(value, kind, what, convert)])
    return _from_sequence(value, kind, what, convert)


def _from_sequence(
    value: object,
    kind: ListType,
    what: str,
    convert: Callable[[Any, str], Bound],
) -> Bound:
    if not isinstance(value, (list, tuple)):
        raise TvmError(f"{what}: expected {kind.text}, got {type(value).__name__}")
    elements = [
        convert(element, f"{what}, element {index}")
        for index, element in enumerate(value)
    ]
    return _refer_to(elements)


def _refer_to(elements: Sequence[Bound]) -> Bound:
    tensors = [tensor for tensor, _ in elements]
    addresses = np.array([ctypes.addressof(tensor) for tensor in tensors], np.int64)
    shape = (ctypes.c_int64 * 1)(len(tensors))
    tensor = _abi.DLTensor(
        addresses.ctypes.data,
        _abi.DLDevice(_abi.CPU, 0),
        1,
        _abi.DLDataType(*_dtypes.TENSOR_HANDLE, 1),
        ctypes.cast(shape, POINTER(ctypes.c_int64)),
        None,
        0,
    )
    return tensor, (addresses, shape, elements)


def from_references(
    tensor: _abi.DLTensor, kind: ListType, make: Callable[[_abi.DLTensor], T]
) -> T | list[T] | None:
    """Returns the results of `make` for the tensors to which `tensor` refers."""
    elements = _elements(tensor)
    if kind.is_optional:
        if not elements:
            return None
        if not kind.is_sequence:
            return make(elements[0])
        elements = _elements(elements[0])
    return [make(element) for element in elements]


def _elements(tensor: _abi.DLTensor) -> list[_abi.DLTensor]:
    pointers = ctypes.cast(tensor.data, POINTER(POINTER(_abi.DLTensor)))
    return [pointers[i].contents for i in range(tensor.shape[0])]
