# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a model on a thread whose stack has a given size, from its first
instruction to its last, and compares with a run on an ordinary thread.

    OMP_STACKSIZE=64k python small_stack.py MODEL.so INPUTS.npz BYTES THREADS
"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import tvm_mlir
from tvm_mlir import _abi

LIMIT = 64 * 1024  # bytes of stack that a run may take


def check_stack(artefact: Path, inputs: Path) -> None:
    """Runs a model, with one thread and with two, on a thread whose stack has LIMIT
    bytes, in a process of its own; OpenMP's threads have the same."""
    for threads in (1, 2):
        done = subprocess.run(
            [sys.executable, __file__, artefact, inputs, str(LIMIT), str(threads)],
            env={**os.environ, "OMP_STACKSIZE": f"{LIMIT // 1024}k"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (
            f"{threads} threads: {done.returncode} {done.stderr}"
        )


def run_on_stack(context: ctypes.c_void_p, size: int) -> int:
    """The status of tvm_context_run: the thread runs nothing else."""
    libc = ctypes.CDLL(None)
    attributes = ctypes.create_string_buffer(256)  # pthread_attr_t
    thread, status = ctypes.c_ulong(), ctypes.c_void_p()
    libc.pthread_attr_init(attributes)
    if libc.pthread_attr_setstacksize(attributes, ctypes.c_size_t(size)):
        raise ValueError(f"no thread has a stack of {size} bytes")
    run = ctypes.cast(_abi.runtime().tvm_context_run, ctypes.c_void_p)
    if libc.pthread_create(ctypes.byref(thread), attributes, run, context):
        raise OSError("cannot create a thread")
    libc.pthread_join(thread, ctypes.byref(status))
    return (status.value or 0) & 0xFFFFFFFF


def main() -> None:
    artefact, inputs, size, threads = sys.argv[1:]
    loaded = tvm_mlir.load(artefact, num_threads=int(threads))
    with np.load(inputs) as file:
        given = dict(file)
    with loaded._context() as context:  # not run before
        alive = context.set_inputs(given)
        status = run_on_stack(context.handle, int(size))
        if status:
            raise SystemExit(f"status {status}")
        found = context.take_outputs()
        del alive
    expected = loaded.run(given)
    for name, value in expected.items():
        np.testing.assert_array_equal(np.asarray(found[name]), value)


if __name__ == "__main__":
    main()
