# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiling models."""

from __future__ import annotations

import ctypes
import functools
import os
import tempfile
from ctypes import c_char_p, c_int, c_size_t, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Protocol, Sequence, Union

import numpy as np

from ._abi import text
from ._library import open_library
from .errors import Diagnostic, TvmError, severity_name
from .loading import load_libraries
from .module import Module
from .options import option_line

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import CompileOptions


class ModelProto(Protocol):
    """onnx.ModelProto, without depending on the package."""

    def SerializeToString(self) -> bytes: ...


Model = Union[str, "os.PathLike[str]", bytes, ModelProto]
_TextHandler = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)
_Handler = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p)


@functools.lru_cache(maxsize=None)
def _compiler() -> ctypes.CDLL:
    library = open_library("libtvm_mlir_compiler.so")
    library.tvm_compile.restype = c_int
    library.tvm_compile.argtypes = [
        c_void_p,
        c_size_t,
        c_char_p,
        c_char_p,
        c_char_p,
        _Handler,
        c_void_p,
    ]
    library.tvm_run_passes.restype = c_int
    library.tvm_run_passes.argtypes = [
        c_char_p,
        c_size_t,
        c_char_p,
        c_char_p,
        _TextHandler,
        _Handler,
        c_void_p,
    ]
    return library


def _read(model: Model) -> tuple[np.ndarray[Any, Any], bytes | None]:
    """The model's bytes, mapped if they are in a file, and its path."""
    if isinstance(model, (str, os.PathLike)):
        size = os.stat(model).st_size
        if size == 0:
            return np.empty(0, np.uint8), os.fsencode(model)
        return np.memmap(os.fspath(model), np.uint8, "r"), os.fsencode(model)
    if not isinstance(model, (bytes, bytearray, memoryview)):
        model = model.SerializeToString()
    if len(model) == 0:
        return np.empty(0, np.uint8), None
    return np.frombuffer(model, np.uint8), None


def _checked(
    call: Callable[[Any], int], on_diagnostic: Callable[[Diagnostic], None] | None
) -> tuple[Diagnostic, ...]:
    """Returns the diagnostics that `call` emits through its handler."""
    diagnostics: list[Diagnostic] = []
    exceptions: list[BaseException] = []

    def handle(user: int | None, severity: int, message: bytes) -> None:
        diagnostic = Diagnostic(severity_name(severity), text(message))
        diagnostics.append(diagnostic)
        try:
            if on_diagnostic:
                on_diagnostic(diagnostic)
        except BaseException as exception:  # it cannot pass through C
            exceptions.append(exception)

    status = call(_Handler(handle))
    if exceptions:
        raise exceptions[0]
    if status:
        errors = [found.text for found in diagnostics if found.severity == "error"]
        message = "\n".join(errors) or f"the compiler failed with status {status}"
        raise TvmError(message, diagnostics)
    return tuple(diagnostics)


def _run_compiler(
    data: np.ndarray[Any, Any],
    path: bytes | None,
    output: Path,
    options: str,
    on_diagnostic: Callable[[Diagnostic], None] | None,
) -> tuple[Diagnostic, ...]:
    return _checked(
        lambda handler: _compiler().tvm_compile(
            data.ctypes.data,
            data.size,
            path,
            os.fsencode(output),
            os.fsencode(options),
            handler,
            None,
        ),
        on_diagnostic,
    )


def run_passes(module: str, name: str, pipeline: str) -> str:
    """The module's text after the passes of `pipeline`, in the form of tvm-opt."""
    data = module.encode()
    results: list[str] = []

    def take(user: int | None, address: int, size: int) -> None:
        results.append(ctypes.string_at(address, size).decode())

    taker = _TextHandler(take)
    _checked(
        lambda handler: _compiler().tvm_run_passes(
            data, len(data), name.encode(), pipeline.encode(), taker, handler, None
        ),
        None,
    )
    return results[0]


def compile_module(module: str, name: str, **arguments: Any) -> Module:
    """Like compile(), for a module of MLIR (from --dump-ir), whose name in messages is
    `name`."""
    data = np.frombuffer(module.encode(), np.uint8)
    return _compile(data, f"{name}.mlir".encode(), **arguments)


def compile(
    model: Model,
    target: str = "host",
    output: str | os.PathLike[str] | None = None,
    *,
    num_threads: int = 0,
    libraries: Sequence[str | os.PathLike[str]] = (),
    on_diagnostic: Callable[[Diagnostic], None] | None = None,
    **options: Unpack[CompileOptions],
) -> Module:
    """Compiles a model and loads the result.

    Args:
      model: an ONNX model: a path, the file's bytes, or an onnx.ModelProto. External
        data is found beside the path, so a model with such data must be given
        by its path. A path NAME.mlir is a file that --dump-ir or another compiler
        wrote.
      target: the value of `tvmc compile --target`: "host", a CPU, a triple with
        options.
      output: file to write the artefact to; by default none, see Module.save.
      num_threads: threads of each run of the result; 0 means the number that
        OpenMP would use. Records of a database are those of this number.
      libraries: shared libraries with the C functions that the model calls
        (te.extern).
      on_diagnostic: called with each message as it comes, progress included.
      options: options of `tvmc compile`, with "_" for "-" (CompileOptions):
        opt_level=3, input_shapes={"x": (1, 3, 224, 224)}, dump_ir="folder", timing=True,
        schedule=["a.mlir", "b.mlir"].

    Raises:
      TvmError: the model or the value of an option is wrong; .diagnostics has all
        messages.
      TypeError: there is no such option, or it takes another kind of value.
    """
    data, path = _read(model)
    return _compile(
        data,
        path,
        target=target,
        output=output,
        num_threads=num_threads,
        libraries=libraries,
        on_diagnostic=on_diagnostic,
        **options,
    )


def _compile(
    data: np.ndarray[Any, Any],
    path: bytes | None,
    *,
    target: str,
    output: str | os.PathLike[str] | None,
    num_threads: int = 0,
    libraries: Sequence[str | os.PathLike[str]] = (),
    on_diagnostic: Callable[[Diagnostic], None] | None = None,
    **options: Unpack[CompileOptions],
) -> Module:
    given = {"target": target, "run_threads": num_threads or None, **options}
    line = option_line(given)
    if libraries:
        line += " " + option_line({"load_library": list(libraries)})
    load_libraries(libraries)
    if output is not None:
        diagnostics = _run_compiler(data, path, Path(output), line, on_diagnostic)
        module = Module(output, num_threads=num_threads)
    else:
        # A module keeps its file open, so the file may be deleted after loading.
        with tempfile.TemporaryDirectory(prefix="tvm_mlir-") as folder:
            file = Path(folder) / "model.so"
            diagnostics = _run_compiler(data, path, file, line, on_diagnostic)
            module = Module(file, num_threads=num_threads)
    module.diagnostics = diagnostics
    return module
