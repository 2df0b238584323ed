# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyCapsules, in which DLPack hands tensors over (Python's C API by ctypes).

A capsule is named "dltensor" or "dltensor_versioned". A consumer that takes the
tensor renames the capsule and later calls the deleter. A capsule that keeps its
name calls the deleter when it is destroyed.
"""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_void_p, py_object
from typing import Any

from ._abi import (
    SUBBYTE_PADDED,
    Deleter,
    DLManagedTensor,
    DLManagedTensorVersioned,
    DLTensor,
)

UNVERSIONED = b"dltensor"
VERSIONED = b"dltensor_versioned"


def _function(name: str, result: Any, *arguments: Any) -> Any:
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


_Destructor = ctypes.PYFUNCTYPE(None, c_void_p)
_new = _function("PyCapsule_New", py_object, c_void_p, c_char_p, _Destructor)
_is_valid = _function("PyCapsule_IsValid", ctypes.c_int, py_object, c_char_p)
_get = _function("PyCapsule_GetPointer", c_void_p, py_object, c_char_p)
# Variants for an object that is being destroyed: they take its address.
_is_valid_at = _function("PyCapsule_IsValid", ctypes.c_int, c_void_p, c_char_p)
_get_at = _function("PyCapsule_GetPointer", c_void_p, c_void_p, c_char_p)

_STRUCTURES = {UNVERSIONED: DLManagedTensor, VERSIONED: DLManagedTensorVersioned}

# Address of an exported managed tensor -> the object that it keeps alive.
_exported: dict[int, Any] = {}


def tensor_in(capsule: object) -> DLTensor | None:
    """The tensor in a capsule, valid as long as the capsule; None if it has none."""
    for name, structure in _STRUCTURES.items():
        if _is_valid(capsule, name):
            tensor: DLTensor = structure.from_address(_get(capsule, name)).dl_tensor
            return tensor
    return None


def is_padded(capsule: object) -> bool:
    """Whether elements of less than 8 bits take a byte each."""
    if not _is_valid(capsule, VERSIONED):
        return False
    managed = DLManagedTensorVersioned.from_address(_get(capsule, VERSIONED))
    return bool(managed.flags & SUBBYTE_PADDED)


def _forget(address: int | None) -> None:
    _exported.pop(address or 0, None)


_deleter = Deleter(_forget)


def _destroy(capsule: int) -> None:
    for name in _STRUCTURES:
        if _is_valid_at(capsule, name):
            _forget(_get_at(capsule, name))


_destructor = _Destructor(_destroy)


def export(tensor: DLTensor, owner: object, versioned: bool) -> object:
    """A capsule with a view of `tensor`, which keeps `owner` alive."""
    name = VERSIONED if versioned else UNVERSIONED
    managed = _STRUCTURES[name]()
    managed.dl_tensor = tensor
    managed.deleter = _deleter
    if versioned:
        managed.major, managed.minor = 1, 1
        managed.flags = SUBBYTE_PADDED if tensor.dtype.bits < 8 else 0
    address = ctypes.addressof(managed)
    _exported[address] = (managed, owner)
    return _new(address, name, _destructor)
