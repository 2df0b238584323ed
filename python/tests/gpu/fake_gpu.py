# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""test/runtime/fake_cuda.cpp in place of NVIDIA's driver; ptx.py runs kernels."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, c_char_p, c_int, c_uint, c_uint8, c_uint64, c_void_p
from pathlib import Path

import numpy as np
import ptx
from ptx_memory import Memory

_Kernel = ctypes.CFUNCTYPE(None, c_char_p, c_char_p, POINTER(c_uint), POINTER(c_void_p))


class FakeGPU:
    def __init__(self, path: Path) -> None:
        self.library = ctypes.CDLL(str(path))
        self.library.fake_cuda_log.restype = c_char_p
        self.errors: list[Exception] = []
        self._kernel = _Kernel(self._run)

    def reset(self) -> None:
        self.errors.clear()
        self.library.fake_cuda_reset()
        self.library.fake_cuda_set_kernel(self._kernel)

    def fail(self, function: str, result: int) -> None:
        """Lets the next call of `function` return `result`."""
        self.library.fake_cuda_fail(function.encode(), result)

    def calls(self, function: str = "") -> list[str]:
        """Returns the calls of one function since the last reset."""
        log = self.library.fake_cuda_log().decode().splitlines()
        return [call for call in log if call.startswith(function)]

    def _memory(self) -> Memory:
        """Returns the host memory that the library gave out."""
        count = self.library.fake_cuda_get_memory(None, None)
        starts, sizes = (c_uint64 * count)(), (c_uint64 * count)()
        self.library.fake_cuda_get_memory(starts, sizes)
        return Memory(
            [
                (start, np.ctypeslib.as_array((c_uint8 * size).from_address(start)))
                for start, size in zip(starts, sizes)
            ]
        )

    def _run(self, name: bytes, text: bytes, sizes, parameters) -> None:
        def get(index: int) -> int:
            return ctypes.cast(parameters[index], POINTER(c_uint64)).contents.value

        try:
            ptx.run(text.decode(), name.decode(), tuple(sizes[:6]), get, self._memory())
        except Exception as error:  # it cannot pass through C
            self.errors.append(error)


def load(bin: Path) -> FakeGPU:
    """Returns the library in `bin`, the folder of Bazel's outputs, which is in the
    driver's place from now on."""
    path = bin / "test" / "runtime" / "libfake_cuda.so"
    if not path.exists():
        raise FileNotFoundError(f"no {path}: bazel build //python/tests:data")
    os.environ["TVM_MLIR_LIBCUDA"] = str(path)
    return FakeGPU(path)
