# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors of strings: arrays of addresses of tvm_string."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_int64
from typing import Any

import numpy as np

from . import _abi
from .errors import TvmError


class String(ctypes.Structure):
    """tvm_string of tvm_abi.h."""

    _fields_ = [("bytes", ctypes.c_void_p), ("size", c_int64)]


def _encode(element: object, what: str, expected: str) -> bytes:
    if isinstance(element, bytes):
        return element
    if isinstance(element, str):
        return element.encode()
    raise TvmError(f"{what}: expected {expected}, got {type(element).__name__}")


def to_addresses(
    array: np.ndarray[Any, Any], what: str, expected: str
) -> tuple[np.ndarray[Any, Any], object]:
    """The addresses of the elements' strings, and the objects that keep them alive."""
    texts = [_encode(element, what, expected) for element in array.ravel().tolist()]
    buffers = [ctypes.create_string_buffer(text, len(text) + 1) for text in texts]
    strings = (String * len(texts))()
    for string, buffer, text in zip(strings, buffers, texts):
        string.bytes = ctypes.addressof(buffer)
        string.size = len(text)
    first = ctypes.addressof(strings)
    size = ctypes.sizeof(String)
    addresses = first + size * np.arange(len(texts), dtype=np.int64)
    return addresses.reshape(array.shape), (strings, buffers)


def from_addresses(tensor: _abi.DLTensor) -> np.ndarray[Any, Any]:
    """An array of str; elements that are not UTF-8 become bytes."""
    shape = tuple(tensor.shape[: tensor.ndim])
    result = np.empty(shape, object)
    pointers = ctypes.cast(tensor.data, POINTER(POINTER(String)))
    flat = result.reshape(-1)
    for i in range(flat.size):
        string = pointers[i].contents
        text = ctypes.string_at(string.bytes, string.size) if string.size else b""
        try:
            flat[i] = text.decode()
        except UnicodeDecodeError:
            flat[i] = text
    return result
