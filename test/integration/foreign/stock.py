# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs linalg through the distribution's own MLIR tools."""

import ctypes
import subprocess
from pathlib import Path

import numpy as np

PIPELINE = """builtin.module(
  func.func(llvm-request-c-wrappers),
  one-shot-bufferize{allow-return-allocs-from-loops
      bufferize-function-boundaries
      function-boundary-type-conversion=identity-layout-map},
  func.func(math-expand-ops{ops=fpowi}, convert-vector-to-scf{full-unroll}),
  func.func(convert-linalg-to-loops, expand-strided-metadata),
  lower-affine, convert-scf-to-cf, convert-vector-to-llvm, convert-math-to-llvm, convert-math-to-libm,
  convert-to-llvm, reconcile-unrealized-casts)"""


def descriptor(rank: int) -> type[ctypes.Structure]:
    """LLVM's struct of a memref."""
    sizes = ctypes.c_int64 * rank
    fields = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
    ]
    if rank:
        fields += [("sizes", sizes), ("strides", sizes)]
    return type("MemRef", (ctypes.Structure,), {"_fields_": fields})


def pass_array(array: np.ndarray) -> ctypes.Structure:
    data = array.ctypes.data
    memref = descriptor(array.ndim)(data, data, 0)
    if array.ndim:
        memref.sizes[:] = array.shape
        memref.strides[:] = [s // array.itemsize for s in array.strides]
    return memref


def take_array(memref: ctypes.Structure, dtype: np.dtype) -> np.ndarray:
    shape = tuple(getattr(memref, "sizes", ()))
    bytes_ = int(np.prod(shape)) * dtype.itemsize
    start = memref.aligned + memref.offset * dtype.itemsize
    return np.frombuffer(ctypes.string_at(start, bytes_), dtype).reshape(shape)


def build(text: str, folder: Path) -> ctypes.CDLL:
    def run(*command: str, input: str) -> str:
        done = subprocess.run(
            command, input=input, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    library = folder / "stock.so"
    text = run("mlir-opt-22", f"--pass-pipeline={PIPELINE}", input=text)
    text = run("mlir-translate-22", "--mlir-to-llvmir", input=text)
    libraries = run("llvm-config-22", "--libdir", input="").strip()
    flags = ("-O1", "-shared", "-fPIC", "-Wno-override-module", "-lm")
    flags += (f"-L{libraries}", f"-Wl,-rpath,{libraries}")
    flags += ("-lmlir_c_runner_utils",)  # copies memory with strides
    run("clang-22", "-x", "ir", "-", "-o", str(library), *flags, input=text)
    return ctypes.CDLL(str(library))


def call(
    text: str,
    name: str,
    inputs: list[np.ndarray],
    results: list[tuple[int, np.dtype]],
    folder: Path,
) -> list[np.ndarray]:
    """Returns the results of function `name`: tensors of the given ranks and types."""
    function = getattr(build(text, folder), f"_mlir_ciface_{name}")
    fields = [
        (f"r{i}", descriptor(rank)) for i, (rank, _) in enumerate(results)
    ]
    returned = type("Results", (ctypes.Structure,), {"_fields_": fields})()
    arguments = [pass_array(x) for x in inputs]
    function(ctypes.byref(returned), *map(ctypes.byref, arguments))
    return [
        take_array(getattr(returned, f"r{i}"), np.dtype(dtype))
        for i, (_, dtype) in enumerate(results)
    ]
