# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GPUs: their memory, and launches of the user's kernels."""

from __future__ import annotations

import ctypes
from ctypes import c_int64, c_void_p
from typing import Any, Sequence, Union

import numpy as np

from . import _abi
from ._abi import runtime, text

Array = np.ndarray[Any, Any]


class Buffer:
    """Memory of a device for an array of one shape and type. It is freed with the
    object."""

    def __init__(self, device: Device, shape: Sequence[int], dtype: str) -> None:
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)
        self.nbytes = int(np.prod(self.shape)) * self.dtype.itemsize
        self._device = device
        self._memory = c_void_p()
        runtime().tvm_device_allocate(
            device._handle, self.nbytes, ctypes.byref(self._memory)
        )

    @property
    def address(self) -> int:
        return self._memory.value or 0

    def write(self, array: Array) -> None:
        """Copies an array of the same shape to the device."""
        if array.shape != self.shape:
            raise ValueError(f"expected shape {self.shape}, got {array.shape}")
        data = np.ascontiguousarray(array, self.dtype)
        runtime().tvm_device_upload(
            self._device._handle, self._memory, data.ctypes.data, self.nbytes
        )

    def read(self) -> Array:
        """Waits for all previous launches, and copies the memory to the host."""
        data = np.empty(self.shape, self.dtype)
        runtime().tvm_device_download(
            self._device._handle, data.ctypes.data, self._memory, self.nbytes
        )
        return data

    def parameters(self) -> list[int]:
        """Arguments of a kernel for this tensor: its address twice, an offset, its
        sizes and its strides."""
        strides = [int(np.prod(self.shape[i + 1 :])) for i in range(len(self.shape))]
        return [self.address, self.address, 0, *self.shape, *strides]

    def __del__(self) -> None:
        if self._memory:
            runtime().tvm_device_free(self._device._handle, self._memory)


class Code:
    """Kernels that have been loaded to a device."""

    def __init__(self, device: Device, ptx: str) -> None:
        self._handle = c_void_p()
        self._device = device
        runtime().tvm_device_load(
            device._handle, ptx.encode(), ctypes.byref(self._handle)
        )

    def launch(
        self,
        kernel: str,
        blocks: Sequence[int],
        threads: Sequence[int],
        operands: Sequence[Union[Buffer, int]],
    ) -> None:
        """Starts a kernel, without waiting. `blocks` and `threads` are numbers along
        x, y, z."""
        values: list[int] = []
        for operand in operands:
            values += operand.parameters() if isinstance(operand, Buffer) else [operand]
        numbers = (c_int64 * len(values))(*values)
        size = ctypes.sizeof(c_int64)
        pointers = (c_void_p * len(values))(
            *(ctypes.addressof(numbers) + size * i for i in range(len(values)))
        )
        sizes = (c_int64 * 6)(*blocks, *threads)
        runtime().tvm_device_launch(self._handle, kernel.encode(), sizes, pointers)

    def __del__(self) -> None:
        if self._handle:
            runtime().tvm_device_unload(self._handle)


class Device:
    """The CUDA device with this number among those that are visible to the process.

    Raises:
      TvmError: there is no driver, or no such device.
    """

    def __init__(self, number: int = 0) -> None:
        self._handle = c_void_p()
        which = _abi.DLDevice(_abi.CUDA, number)
        runtime().tvm_device_get(which, ctypes.byref(self._handle))

    @property
    def name(self) -> str:
        return text(runtime().tvm_device_name(self._handle))

    @property
    def architecture(self) -> str:
        """The architecture in the form for compilers: "sm_90"."""
        return text(runtime().tvm_device_architecture(self._handle))

    def empty(self, shape: Sequence[int], dtype: str = "float32") -> Buffer:
        """Memory with undefined contents."""
        return Buffer(self, shape, dtype)

    def array(self, array: Array) -> Buffer:
        """A copy of an array."""
        buffer = Buffer(self, array.shape, array.dtype.name)
        buffer.write(array)
        return buffer

    def load(self, ptx: str) -> Code:
        """Loads kernels."""
        return Code(self, ptx)

    def synchronize(self) -> None:
        """Waits for all previous launches; raises their errors."""
        runtime().tvm_device_synchronize(self._handle)
