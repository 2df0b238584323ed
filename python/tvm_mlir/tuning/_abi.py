# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tuner/include/tvm_tuner.h for ctypes."""

from __future__ import annotations

import ctypes
import functools
from ctypes import (
    POINTER,
    c_char_p,
    c_double,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)

from .._abi import text
from .._library import open_library
from ..errors import TvmError

Handler = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p)


class OptionsStruct(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("database", c_char_p),
        ("compile_options", c_char_p),
        ("folder", c_char_p),
        ("search", c_char_p),
        ("method", c_char_p),
        ("machine", c_char_p),
        ("seed", c_uint64),
        ("max_trials", c_uint64),
        ("max_seconds", c_double),
        ("round_size", c_uint32),
        ("handler", Handler),
        ("user", c_void_p),
        ("threads", c_uint32),
    ]


class TaskStruct(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", c_char_p),
        ("text", c_char_p),
        ("program", c_char_p),
        ("launches", c_uint32),
        ("flops", c_int64),
        ("bytes", c_int64),
        ("points", c_uint64),
        ("exact_program", c_char_p),
        ("inputs_program", c_char_p),
    ]


class BestStruct(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("strategy", c_char_p),
        ("share", c_double),
        ("results", c_uint32),
        ("default_seconds", c_double),
    ]


class CandidateStruct(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("task", c_size_t),
        ("strategy", c_char_p),
    ]


class ResultStruct(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("failure", c_char_p),
        ("median", c_double),
        ("lower", c_double),
        ("upper", c_double),
        ("reference", c_double),
        ("share", c_double),
        ("runs", c_int64),
        ("is_noisy", c_int32),
    ]


class StateStruct(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("trials", c_uint64),
        ("replayed", c_uint64),
        ("failed", c_uint64),
        ("borrowed", c_uint64),
        ("refused", c_uint64),
        ("open", c_uint64),
        ("speedup", c_double),
        ("seconds", c_double),
        ("is_done", c_int32),
        ("target", c_char_p),
        ("noisy", c_uint64),
    ]


# Name -> arguments of functions that return a status.
_FUNCTIONS = {
    "tvm_tuner_open": [c_char_p, POINTER(OptionsStruct), POINTER(c_void_p)],
    "tvm_tuner_get_task": [c_void_p, c_size_t, POINTER(TaskStruct)],
    "tvm_tuner_get_best": [c_void_p, c_size_t, POINTER(BestStruct)],
    "tvm_tuner_ask": [c_void_p, c_size_t, POINTER(c_uint64), POINTER(c_size_t)],
    "tvm_tuner_get_candidate": [c_void_p, c_uint64, POINTER(CandidateStruct)],
    "tvm_tuner_write_program": [c_void_p, c_uint64, c_char_p],
    "tvm_tuner_tell": [c_void_p, c_uint64, POINTER(ResultStruct)],
    "tvm_tuner_release": [c_void_p, c_uint64],
    "tvm_tuner_get_state": [c_void_p, POINTER(StateStruct)],
}


@functools.lru_cache(maxsize=None)
def tuner() -> ctypes.CDLL:
    """The compiler's library. Functions that return a status raise TvmError
    instead."""
    library = open_library("libtvm_mlir_compiler.so")
    library.tvm_tuner_last_error.restype = c_char_p
    library.tvm_tuner_close.restype = None
    library.tvm_tuner_close.argtypes = [c_void_p]
    library.tvm_tuner_num_tasks.restype = c_size_t
    library.tvm_tuner_num_tasks.argtypes = [c_void_p]

    def check(status: int, function: object, arguments: object) -> int:
        if status:
            raise TvmError(text(library.tvm_tuner_last_error()))
        return status

    for name, arguments in _FUNCTIONS.items():
        function = getattr(library, name)
        function.argtypes = arguments
        function.restype = c_int
        function.errcheck = check
    return library
