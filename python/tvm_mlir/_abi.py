# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""runtime/include/dlpack.h and tvm_mlir.h for ctypes."""

from __future__ import annotations

import ctypes
import functools
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_size_t, c_void_p
from typing import Any, TypeVar

from ._library import open_library
from .errors import TvmError

CPU = 1  # kDLCPU
CUDA = 2  # kDLCUDA


class DLDevice(ctypes.Structure):
    _fields_ = [("device_type", c_int32), ("device_id", c_int32)]


class DLDataType(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
    ]


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("device", DLDevice),
        ("ndim", c_int32),
        ("dtype", DLDataType),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


# Flag of a tensor whose elements of less than 8 bits take a byte each.
SUBBYTE_PADDED = 4

# The type of deleters, which get the address of the managed tensor.
Deleter = ctypes.CFUNCTYPE(None, c_void_p)


class DLManagedTensor(ctypes.Structure):
    _fields_ = [
        ("dl_tensor", DLTensor),
        ("manager_ctx", c_void_p),
        ("deleter", Deleter),
    ]


class DLManagedTensorVersioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager_ctx", c_void_p),
        ("deleter", Deleter),
        ("flags", ctypes.c_uint64),
        ("dl_tensor", DLTensor),
    ]


class TensorInfoStruct(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", c_char_p),
        ("dtype", DLDataType),
        ("ndim", c_int32),
        ("shape", POINTER(c_int64)),
        ("dim_names", POINTER(c_char_p)),
        ("type", c_char_p),
    ]


class ContextOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("num_threads", c_int32),
        ("parallel", c_void_p),
    ]


class KernelProfileStruct(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", c_char_p),
        ("nodes", c_char_p),
        ("calls", c_int64),
        ("total", ctypes.c_double),
        ("min", ctypes.c_double),
        ("max", ctypes.c_double),
        ("flops", c_int64),
        ("bytes", c_int64),
    ]


class Args(ctypes.Structure):
    """tvm_args of tvm_abi.h."""

    _fields_ = [
        ("buffers", POINTER(c_void_p)),
        ("dims", POINTER(c_int64)),
        ("workspace", c_void_p),
        ("parallel", c_void_p),
    ]


ExternFunction = ctypes.CFUNCTYPE(c_int32, POINTER(Args))

_Struct = TypeVar("_Struct", bound=ctypes.Structure)


def sized(kind: type[_Struct], **fields: Any) -> _Struct:
    """Makes a structure that says its size, so that the library knows its version."""
    return kind(struct_size=ctypes.sizeof(kind), **fields)


STATUS = object()  # a result that is checked

# Name -> result, arguments.
_FUNCTIONS = {
    "tvm_last_error": (c_char_p, []),
    "tvm_mlir_version": (c_char_p, []),
    "tvm_data_type_name": (c_char_p, [DLDataType]),
    "tvm_register_function": (STATUS, [c_char_p, ExternFunction]),
    "tvm_module_load": (STATUS, [c_char_p, POINTER(c_void_p)]),
    "tvm_module_load_from_memory": (STATUS, [c_char_p, c_size_t, POINTER(c_void_p)]),
    "tvm_module_save": (STATUS, [c_void_p, c_char_p]),
    "tvm_module_release": (None, [c_void_p]),
    "tvm_module_manifest": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "tvm_module_cpu": (c_char_p, [c_void_p]),
    "tvm_module_get_function": (STATUS, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "tvm_function_num_inputs": (c_int32, [c_void_p]),
    "tvm_function_num_outputs": (c_int32, [c_void_p]),
    "tvm_function_get_input_info": (
        STATUS,
        [c_void_p, c_int32, POINTER(TensorInfoStruct)],
    ),
    "tvm_function_get_output_info": (
        STATUS,
        [c_void_p, c_int32, POINTER(TensorInfoStruct)],
    ),
    "tvm_context_create": (
        STATUS,
        [c_void_p, POINTER(ContextOptions), POINTER(c_void_p)],
    ),
    "tvm_context_free": (None, [c_void_p]),
    "tvm_context_num_threads": (c_int32, [c_void_p]),
    "tvm_context_set_input": (STATUS, [c_void_p, c_char_p, POINTER(DLTensor)]),
    "tvm_context_set_output": (STATUS, [c_void_p, c_char_p, POINTER(DLTensor)]),
    "tvm_context_run": (STATUS, [c_void_p]),
    "tvm_context_take_output_at": (
        STATUS,
        [c_void_p, c_int32, POINTER(POINTER(DLManagedTensorVersioned))],
    ),
    "tvm_context_set_profiling": (STATUS, [c_void_p, c_int]),
    "tvm_context_num_kernels": (c_int32, [c_void_p]),
    "tvm_context_get_kernel_profile": (
        STATUS,
        [c_void_p, c_int32, POINTER(KernelProfileStruct)],
    ),
    "tvm_context_profile_table": (c_char_p, [c_void_p]),
    "tvm_context_write_trace": (STATUS, [c_void_p, c_char_p]),
    "tvm_device_get": (STATUS, [DLDevice, POINTER(c_void_p)]),
    "tvm_device_name": (c_char_p, [c_void_p]),
    "tvm_device_architecture": (c_char_p, [c_void_p]),
    "tvm_device_allocate": (STATUS, [c_void_p, c_size_t, POINTER(c_void_p)]),
    "tvm_device_free": (STATUS, [c_void_p, c_void_p]),
    "tvm_device_upload": (STATUS, [c_void_p, c_void_p, c_void_p, c_size_t]),
    "tvm_device_download": (STATUS, [c_void_p, c_void_p, c_void_p, c_size_t]),
    "tvm_device_synchronize": (STATUS, [c_void_p]),
    "tvm_device_load": (STATUS, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "tvm_device_unload": (None, [c_void_p]),
    "tvm_device_launch": (
        STATUS,
        [c_void_p, c_char_p, POINTER(c_int64), POINTER(c_void_p)],
    ),
}


def text(value: bytes | None) -> str:
    return (value or b"").decode(errors="replace")


@functools.lru_cache(maxsize=None)
def runtime() -> ctypes.CDLL:
    """The runtime. Functions that return a status raise TvmError instead."""
    library = open_library("libtvm_mlir.so.0")

    def check(status: int, function: object, arguments: object) -> int:
        if status:
            raise TvmError(text(library.tvm_last_error()))
        return status

    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.argtypes = arguments
        if result is STATUS:
            function.restype = c_int
            function.errcheck = check
        else:
            function.restype = result
    return library
