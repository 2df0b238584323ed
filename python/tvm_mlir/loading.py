# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loading artefacts, and the functions that they call."""

from __future__ import annotations

import ctypes
import os
import tempfile
from typing import Any, Callable, Iterable

from . import _abi
from ._abi import runtime
from .errors import TvmError
from .module import Module


def load_libraries(libraries: Iterable[str | os.PathLike[str]]) -> None:
    for library in libraries:
        try:
            ctypes.CDLL(os.fspath(library), ctypes.RTLD_GLOBAL)
        except OSError as error:
            raise TvmError(f"cannot load library {library}: {error}") from None


def load_bytes(artefact: bytes, num_threads: int) -> Module:
    # A module keeps its file open, so the file may be deleted after loading.
    with tempfile.TemporaryDirectory(prefix="tvm_mlir-") as folder:
        path = os.path.join(folder, "model.so")
        with open(path, "wb") as file:
            file.write(artefact)
        return Module(path, num_threads=num_threads)


def load(
    artefact: str | os.PathLike[str] | bytes,
    *,
    num_threads: int = 0,
    libraries: Iterable[str | os.PathLike[str]] = (),
) -> Module:
    """Loads an artefact that compile() or `tvmc compile` wrote: the file at a path, or
    the file's bytes.

    `num_threads` is the number of threads of each run; 0 means the number that
    OpenMP would use. `libraries` are shared libraries with the C functions that the
    model calls (te.extern); see register_function for another way to provide them.
    Raises TvmError if the file is not an artefact, is damaged, is for another
    version or CPU, or calls functions that are missing.
    """
    load_libraries(libraries)
    if isinstance(artefact, (bytes, bytearray, memoryview)):
        return load_bytes(bytes(artefact), num_threads)
    return Module(artefact, num_threads=num_threads)


# Functions that modules may call live as long as the process.
_functions: list[object] = []


def register_function(name: str, function: Callable[[Any], int]) -> None:
    """Provides a function that models call by name (te.extern) to the modules
    that are loaded from now on.

    `function` gets a pointer to a tvm_args (runtime/include/tvm_abi.h) as a
    ctypes structure. Its field `buffers` has the addresses of the inputs and then
    of the results, `dims` has all dims of all buffers. The function returns 0, or
    a status that ends the run.

    Raises TypeError if `name` is no text, or `function` cannot be called.
    """
    if not isinstance(name, str) or not name:
        raise TypeError(f"expected the name of a function, got {name!r}")
    if not callable(function):
        raise TypeError(f"expected a function for {name!r}, got {function!r}")
    wrapped = _abi.ExternFunction(function)
    _functions.append(wrapped)
    runtime().tvm_register_function(name.encode(), wrapped)
