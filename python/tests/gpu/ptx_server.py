# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels for test/runtime/fake_cuda.cpp, as fake_cuda_interpreter.h says."""

from __future__ import annotations

import struct
import sys
import traceback
from typing import Any

import numpy as np
import ptx
from ptx_memory import Memory

_RANDOM = np.random.default_rng(1)
_LAUNCH_FAILED = 719  # CUDA_ERROR_LAUNCH_FAILED


def _bytes(size: int) -> bytes:
    data = sys.stdin.buffer.read(size)
    if len(data) < size:
        raise SystemExit(0)
    return data


def _number() -> int:
    return int(struct.unpack("=Q", _bytes(8))[0])


def _numbers(count: int) -> list[int]:
    return [_number() for _ in range(count)]


def _piece() -> tuple[int, Any]:
    address = _number()
    return address, np.frombuffer(_bytes(_number()), np.uint8).copy()


def serve() -> None:
    """Runs one launch."""
    name, text = (_bytes(_number()).decode() for _ in range(2))
    sizes = tuple(_numbers(6))
    parameters = _numbers(_number())
    memory = Memory([_piece() for _ in range(_number())])
    status = 0
    try:
        ptx.run(text, name, sizes, parameters.__getitem__, memory, _RANDOM)
    except Exception:  # a launch that fails, to the caller
        traceback.print_exc()
        print(text, file=sys.stderr)
        status = _LAUNCH_FAILED
    out = sys.stdout.buffer
    out.write(struct.pack("=Q", status))
    if status == 0:
        for _, data in memory.pieces:
            out.write(data.tobytes())
    out.flush()


if __name__ == "__main__":
    while True:
        serve()
