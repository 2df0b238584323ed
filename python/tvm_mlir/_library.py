# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds and opens the shared libraries, and finds programs."""

from __future__ import annotations

import ctypes
import functools
import os
import shutil
from pathlib import Path
from typing import Iterator

from .errors import TvmError

# Name of a library -> its folder in bazel-bin.
_FOLDERS = {
    "libtvm_mlir.so.0": "runtime",
    "libtvm_mlir_compiler.so": "compiler",
    "tvmc": "tools/tvmc",
}


def _checkouts() -> Iterator[Path]:
    """The checkout that contains this file, if one does."""
    for folder in Path(__file__).resolve().parents:
        if (folder / "WORKSPACE").exists():
            yield folder


def _candidates(name: str) -> Iterator[Path]:
    for folder in os.environ.get("TVM_MLIR_LIBRARY_PATH", "").split(os.pathsep):
        if folder:
            yield Path(folder) / name
    yield Path(__file__).resolve().parent / "lib" / name
    for checkout in _checkouts():
        yield checkout / "bazel-bin" / _FOLDERS[name] / name


@functools.lru_cache(maxsize=None)
def open_library(name: str) -> ctypes.CDLL:
    """Opens a library: from the folders in TVM_MLIR_LIBRARY_PATH, from the package, or
    from Bazel's output in the checkout."""
    candidates = list(_candidates(name))
    for path in candidates:
        if path.exists():
            try:
                return ctypes.CDLL(str(path))
            except OSError as error:
                raise TvmError(f"cannot open {path}: {error}") from None
    raise _not_found(name, candidates)


def find_program(name: str) -> str:
    """The path of a program: from the folders of libraries, or from PATH."""
    candidates = list(_candidates(name))
    for path in candidates:
        if path.exists():
            return str(path)
    found = shutil.which(name)
    if found is None:
        raise _not_found(name, candidates)
    return found


def _not_found(name: str, candidates: list[Path]) -> TvmError:
    places = "".join(f"\n  {path.parent}" for path in candidates)
    return TvmError(
        f"cannot find {name}: build it with `bazel build "
        f"//{_FOLDERS[name]}:{name}`, or name its folder in "
        f"TVM_MLIR_LIBRARY_PATH; looked in{places}"
    )
