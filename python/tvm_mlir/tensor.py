# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors between Python and the runtime, without copies."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_int64
from typing import Any, Protocol, Sequence, Union, runtime_checkable

import numpy as np
import numpy.typing as npt

from . import _abi, _capsule, _dtypes, _lists, _strings
from ._lists import ListType
from .errors import TvmError


@runtime_checkable
class SupportsDLPack(Protocol):
    """A tensor of another package: torch, JAX, CuPy, ..."""

    def __dlpack__(self, *, stream: Any = None) -> Any: ...

    def __dlpack_device__(self) -> tuple[int, int]: ...


TensorLike = Union["Tensor", np.ndarray[Any, Any], SupportsDLPack, Sequence[Any], float]
"""Types of inputs. Arrays and tensors must have the model's data type;
Python numbers and nested lists are converted to it."""

Value = Union[TensorLike, Sequence[TensorLike], None]
"""Types of inputs, including sequences (a list or a tuple) and optionals (the value or
None)."""

ArrayValue = Union[np.ndarray[Any, Any], "list[np.ndarray[Any, Any]]", None]
TensorValue = Union["Tensor", "list[Tensor]", None]
"""The type of an output: a tensor; for a sequence a list of tensors; for an optional
its value, or None."""


class Managed:
    """The owner of a POINTER(DLManagedTensorVersioned)."""

    def __init__(self, managed: Any) -> None:
        self._managed = managed

    def __del__(self) -> None:
        managed = self._managed.contents
        managed.deleter(ctypes.addressof(managed))

    @property
    def tensor(self) -> _abi.DLTensor:
        tensor: _abi.DLTensor = self._managed.contents.dl_tensor
        return tensor


class Tensor:
    """An output that owns its memory; any package that knows DLPack can use it.

    Unlike numpy, it has every data type of the runtime (bfloat16, float8).
    """

    def __init__(self, tensor: _abi.DLTensor, owner: object) -> None:
        """A tensor that lives as long as `owner`."""
        self._tensor = tensor
        self._owner = owner

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self._tensor.shape[: self._tensor.ndim])

    @property
    def dtype(self) -> str:
        """The name in numpy or ml_dtypes."""
        return _dtypes.name_of(self._tensor.dtype)

    def numpy(self) -> np.ndarray[Any, Any]:
        """The same memory as an array, which keeps it alive; a copy for strings."""
        if self.dtype == "string":
            return _strings.from_addresses(self._tensor)
        dtype = _dtypes.to_numpy(self.dtype)
        size = int(np.prod(self.shape, dtype=np.int64)) * dtype.itemsize
        if size == 0:
            return np.empty(self.shape, dtype)
        memory = (ctypes.c_char * size).from_address(self._tensor.data)
        memory._owner = self  # type: ignore[attr-defined]
        return np.ndarray(self.shape, dtype, memoryview(memory))

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> np.ndarray[Any, Any]:
        array = self.numpy()
        if dtype is not None and array.dtype != np.dtype(dtype):
            if copy is False:
                raise ValueError(f"cannot convert {array.dtype} without a copy")
            return array.astype(dtype)
        return array.copy() if copy else array

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> object:
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError("the tensor is on the CPU")
        if copy:
            raise BufferError("copying is not supported")
        versioned = max_version is not None and max_version[0] >= 1
        if self._tensor.dtype.bits < 8 and not versioned:
            raise BufferError(f"{self.dtype} needs max_version=(1, 1)")
        return _capsule.export(self._tensor, self, versioned)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (_abi.CPU, 0)

    def __repr__(self) -> str:
        return f"Tensor({type_text(self.dtype, self.shape)})"


def type_text(dtype: object, shape: Sequence[object]) -> str:
    """The type in the form of the runtime's messages: "float32[1,3,224,224]"."""
    return f"{dtype}[{','.join(map(str, shape))}]"


def _from_strings(
    value: object, what: str, expected: str
) -> tuple[_abi.DLTensor, object]:
    array = np.asarray(value)
    if array.dtype.kind not in "OSU":
        raise TvmError(
            f"{what}: expected {expected}, got {type_text(array.dtype, array.shape)}"
        )
    addresses, strings = _strings.to_addresses(array, what, expected)
    tensor, owner = _from_array(addresses, what, expected)
    tensor.dtype = _abi.DLDataType(*_dtypes.STRING, 1)
    return tensor, (owner, strings)


def _from_array(
    array: np.ndarray[Any, Any], what: str, expected: str
) -> tuple[_abi.DLTensor, object]:
    dtype = _dtypes.to_dlpack(array.dtype)
    if dtype is None:
        found = array.dtype.name if array.dtype.isnative else array.dtype.str
        raise TvmError(
            f"{what}: expected {expected}, got {type_text(found, array.shape)}"
        )
    if any(stride % array.itemsize for stride in array.strides):
        array = array.copy()  # for example a field of a structured array
    dims = c_int64 * array.ndim
    shape = dims(*array.shape)
    strides = dims(*(stride // array.itemsize for stride in array.strides))
    tensor = _abi.DLTensor(
        array.ctypes.data,
        _abi.DLDevice(_abi.CPU, 0),
        array.ndim,
        dtype,
        ctypes.cast(shape, POINTER(c_int64)),
        ctypes.cast(strides, POINTER(c_int64)),
        0,
    )
    return tensor, array


def _from_dlpack(value: SupportsDLPack, what: str) -> tuple[_abi.DLTensor, object]:
    device = value.__dlpack_device__()
    if device[0] != _abi.CPU:
        raise TvmError(
            f"{what}: expected a tensor on the CPU, got one on DLPack device "
            f"type {int(device[0])}"
        )
    try:
        capsule = value.__dlpack__(max_version=(1, 1))  # type: ignore[call-arg]
    except TypeError:  # from before version 1
        capsule = value.__dlpack__()
    tensor = _capsule.tensor_in(capsule)
    if tensor is None:
        raise TvmError(f"{what}: __dlpack__ gave no tensor")
    if tensor.dtype.bits < 8 and not _capsule.is_padded(capsule):
        raise TvmError(f"{what}: expected one byte per element, got packed ones")
    return tensor, capsule


def as_dltensor(
    value: TensorLike, dtype: str, what: str, expected: str
) -> tuple[_abi.DLTensor, object]:
    """`value` as a DLTensor, and the object that keeps its memory alive. `dtype` is the
    type of Python numbers; `what` and `expected` are for messages."""
    if isinstance(value, Tensor):
        return value._tensor, value
    if dtype == "string":
        return _from_strings(value, what, expected)
    if isinstance(value, (np.ndarray, np.generic)):
        return _from_array(np.asarray(value), what, expected)
    if isinstance(value, SupportsDLPack):
        return _from_dlpack(value, what)
    try:
        array = np.asarray(value, _dtypes.to_numpy(dtype))
    except (TypeError, ValueError) as error:
        raise TvmError(f"{what}: expected {expected}: {error}") from None
    return _from_array(array, what, expected)


def as_list(value: object, kind: ListType, what: str) -> _lists.Bound:
    """Like as_dltensor, for an input that is a sequence or an optional."""

    def convert(element: TensorLike, where: str) -> _lists.Bound:
        return as_dltensor(element, kind.dtype, where, kind.text)

    return _lists.to_references(value, kind, what, convert)


def as_arrays(value: TensorValue) -> ArrayValue:
    if isinstance(value, list):
        return [tensor.numpy() for tensor in value]
    return None if value is None else value.numpy()


def as_writable(
    value: TensorLike, what: str, expected: str
) -> tuple[_abi.DLTensor, object]:
    """Like as_dltensor, but for writable memory; nothing is copied."""
    if isinstance(value, np.ndarray):
        if not value.flags.writeable or not value.flags.c_contiguous:
            raise TvmError(
                f"{what}: expected an array without gaps that can be written to"
            )
        return _from_array(value, what, expected)
    if isinstance(value, Tensor) or not isinstance(value, SupportsDLPack):
        raise TvmError(f"{what}: expected an array, got {type(value).__name__}")
    return _from_dlpack(value, what)
