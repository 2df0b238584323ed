# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running compiled models."""

from __future__ import annotations

import ctypes
import json
import os
import statistics
import tempfile
import threading
import time
from contextlib import contextmanager
from ctypes import c_void_p
from dataclasses import dataclass
from typing import Any, Callable, Container, Iterator, Mapping, NoReturn

import numpy as np

from . import _absent, _abi, _dtypes
from ._abi import runtime, sized, text
from ._lists import Bound, ListType, from_references
from .errors import Diagnostic, TvmError
from .tensor import (
    Managed,
    Tensor,
    TensorLike,
    TensorValue,
    Value,
    as_arrays,
    as_dltensor,
    as_list,
    as_writable,
    type_text,
)


@dataclass(frozen=True)
class TensorInfo:
    """The type of an input or output."""

    name: str
    dtype: str
    """The name of the data type in numpy or ml_dtypes."""
    shape: tuple[int | str, ...]
    """Sizes; a name (or "?") where the size is known only at run time. Dims of
    one name are equal in all inputs and outputs of a run."""
    list_type: ListType | None = None
    """Type of a sequence or an optional, which is a tensor of references."""
    keys: tuple[int | str, ...] = ()
    """Keys of the columns of a matrix that is a sequence of maps: run() makes a
    dictionary of each row."""

    @property
    def type(self) -> str:
        """The type for messages."""
        if self.list_type is not None:
            return self.list_type.text
        return type_text(self.dtype, self.shape)

    def __str__(self) -> str:
        return f"{self.name}: {self.type}"


@dataclass(frozen=True)
class Timing:
    """Seconds of each run, in order."""

    times: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def min(self) -> float:
        return min(self.times)

    @property
    def p95(self) -> float:
        return float(np.percentile(self.times, 95))

    def __str__(self) -> str:
        return (
            f"median {self.median * 1e3:.3f} ms, min {self.min * 1e3:.3f} ms, "
            f"p95 {self.p95 * 1e3:.3f} ms of {len(self.times)} runs"
        )


@dataclass(frozen=True)
class KernelProfile:
    """Measurements of one kernel; times in seconds."""

    name: str
    nodes: tuple[str, ...]
    """Names of the model's nodes in the kernel."""
    calls: int
    total: float
    min: float
    max: float
    flops: int | None
    """Floating-point operations per call, if known."""
    bytes: int | None
    """Bytes that are read and written per call, if known."""


@dataclass(frozen=True)
class Profile:
    """Measurements of Module.profile. str() is a table."""

    kernels: tuple[KernelProfile, ...]
    """The kernels, slowest first."""
    table: str

    def __str__(self) -> str:
        return self.table


class _Context:
    """The state that one thread needs to run a module. (It does not refer to the
    Module: without a cycle, memory is released with the last user.)"""

    def __init__(
        self,
        function: c_void_p,
        num_threads: int,
        inputs: tuple[TensorInfo, ...],
        outputs: tuple[TensorInfo, ...],
    ) -> None:
        self.handle = c_void_p()
        self.inputs = {info.name: info for info in inputs}
        self.outputs = outputs
        options = sized(_abi.ContextOptions, num_threads=num_threads)
        runtime().tvm_context_create(
            function, ctypes.byref(options), ctypes.byref(self.handle)
        )

    def __del__(self) -> None:
        if self.handle:
            runtime().tvm_context_free(self.handle)

    def set_inputs(self, inputs: Mapping[str, Value]) -> list[object]:
        """Binds the inputs; the result must live as long as they are used."""
        for name in inputs:
            if name not in self.inputs:
                names = ", ".join(f"'{known}'" for known in self.inputs) or "none"
                raise TvmError(f"no input is called '{name}': the model has {names}")
        alive: list[object] = []
        for name, info in self.inputs.items():
            if name not in inputs:
                raise TvmError(f"input '{name}' is not set: expected {info.type}")
            tensor, owner = _convert(inputs[name], info)
            alive += [tensor, owner]
            runtime().tvm_context_set_input(
                self.handle, name.encode(), ctypes.byref(tensor)
            )
        return alive

    @contextmanager
    def bound_outputs(self, outputs: Mapping[str, TensorLike]) -> Iterator[None]:
        """A frame in which runs write to `outputs`."""
        known = {info.name: info for info in self.outputs}
        bound: list[object] = []
        try:
            for name, value in outputs.items():
                if name not in known:
                    names = ", ".join(f"'{output}'" for output in known)
                    raise TvmError(f"no output is called '{name}': there are {names}")
                info = known[name]
                if info.list_type is not None:
                    raise TvmError(f"output '{name}' is {info.type}, no tensor")
                tensor, owner = as_writable(value, f"output '{name}'", info.type)
                bound += [tensor, owner]
                runtime().tvm_context_set_output(
                    self.handle, name.encode(), ctypes.byref(tensor)
                )
            yield
        finally:
            for name in known:
                runtime().tvm_context_set_output(self.handle, name.encode(), None)

    def run(self) -> None:
        runtime().tvm_context_run(self.handle)

    def take_outputs(self, without: Container[str] = ()) -> dict[str, TensorValue]:
        outputs: dict[str, TensorValue] = {}
        for index, info in enumerate(self.outputs):
            if info.name in without:
                continue
            managed = ctypes.POINTER(_abi.DLManagedTensorVersioned)()
            runtime().tvm_context_take_output_at(
                self.handle, index, ctypes.byref(managed)
            )
            outputs[info.name] = _take(Managed(managed), info)
        return outputs

    def profile(self, manifest: Mapping[str, Any]) -> Profile:
        kernels = []
        for index in range(runtime().tvm_context_num_kernels(self.handle)):
            found = sized(_abi.KernelProfileStruct)
            runtime().tvm_context_get_kernel_profile(
                self.handle, index, ctypes.byref(found)
            )
            kernels.append(
                KernelProfile(
                    name=text(found.name),
                    nodes=tuple(manifest["kernels"][index].get("nodes", [])),
                    calls=found.calls,
                    total=found.total,
                    min=found.min,
                    max=found.max,
                    flops=None if found.flops < 0 else found.flops,
                    bytes=None if found.bytes < 0 else found.bytes,
                )
            )
        kernels.sort(key=lambda kernel: -kernel.total)
        table = text(runtime().tvm_context_profile_table(self.handle))
        return Profile(tuple(kernels), table)


def _convert(value: Any, info: TensorInfo) -> Bound:
    what = f"input '{info.name}'"
    if info.list_type is not None:
        return as_list(value, info.list_type, what)
    return as_dltensor(value, info.dtype, what, info.type)


def _take(managed: Managed, info: TensorInfo) -> TensorValue:
    def make(tensor: _abi.DLTensor) -> Tensor:
        return Tensor(tensor, managed)

    if info.list_type is None:
        return make(managed.tensor)
    return from_references(managed.tensor, info.list_type, make)


class Module:
    """A compiled model. Any number of threads may use one at once."""

    diagnostics: tuple[Diagnostic, ...] = ()
    """Diagnostics of the compiler, if compile() made this module."""

    def __init__(self, path: str | os.PathLike[str], *, num_threads: int = 0) -> None:
        self._handle = c_void_p()
        runtime().tvm_module_load(os.fsencode(path), ctypes.byref(self._handle))
        self._requested_threads = num_threads
        self._function = c_void_p()
        runtime().tvm_module_get_function(
            self._handle, b"main", ctypes.byref(self._function)
        )
        self.manifest: dict[str, Any] = self._read_manifest()
        """The artefact's description of itself (runtime/README.md)."""
        self.inputs = self._infos("input")
        self.outputs = self._infos("output")
        # Contexts that no run uses; there are as many as concurrent runs.
        self._idle: list[_Context] = []
        self._lock = threading.Lock()
        with self._context() as context:
            self.num_threads = int(runtime().tvm_context_num_threads(context.handle))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            runtime().tvm_module_release(self._handle)

    def run(
        self,
        inputs: Mapping[str, Value],
        outputs: Mapping[str, TensorLike] | None = None,
    ) -> dict[str, Any]:
        """Runs the model; inputs and outputs by name.

        A sequence is a list of arrays, an optional is its value or None, and a
        sequence of maps is a list of dictionaries.
        Inputs are not copied (unless they have gaps). Outputs are arrays of
        their own, which the model writes without a copy. The model writes
        outputs that are in `outputs` to these arrays, which have no gaps and
        share memory with no input and no other output.
        """
        if not outputs:
            return self._as_values(self.run_tensors(inputs))
        with self._context() as context:
            alive = context.set_inputs(inputs)
            with context.bound_outputs(outputs):
                context.run()
                found = context.take_outputs(without=outputs)
            del alive
            return self._as_values(found)

    def _as_values(self, found: Mapping[str, TensorValue]) -> dict[str, Any]:
        values: dict[str, Any] = {
            name: as_arrays(value) for name, value in found.items()
        }
        for info in self.outputs:
            if info.keys and info.name in values:
                rows = values[info.name].tolist()
                values[info.name] = [dict(zip(info.keys, row)) for row in rows]
        return values

    def run_tensors(self, inputs: Mapping[str, Value]) -> dict[str, Any]:
        """Like run(), but the outputs are tensors for other packages."""
        with self._context() as context:
            alive = context.set_inputs(inputs)
            context.run()
            del alive
            return context.take_outputs()

    def time(
        self, inputs: Mapping[str, Value], *, repeat: int = 10, warmup: int = 1
    ) -> Timing:
        """Measures `repeat` runs after `warmup` ones."""
        if repeat < 1 or warmup < 0:
            raise ValueError("expected repeat >= 1 and warmup >= 0")
        with self._context() as context:
            alive = context.set_inputs(inputs)
            for _ in range(warmup):
                context.run()
            times = []
            for _ in range(repeat):
                begin = time.perf_counter()
                context.run()
                times.append(time.perf_counter() - begin)
            del alive
        return Timing(tuple(times))

    def profile(
        self,
        inputs: Mapping[str, Value],
        *,
        repeat: int = 1,
        trace: str | os.PathLike[str] | None = None,
    ) -> Profile:
        """Measures each kernel in `repeat` runs after a first one. `trace` is a file
        for the calls as Chrome trace JSON."""
        if repeat < 1:
            raise ValueError("expected repeat >= 1")
        with self._context() as context:
            alive = context.set_inputs(inputs)
            context.run()
            runtime().tvm_context_set_profiling(context.handle, 1)
            try:
                for _ in range(repeat):
                    context.run()
            finally:
                runtime().tvm_context_set_profiling(context.handle, 0)
            del alive
            if trace is not None:
                runtime().tvm_context_write_trace(context.handle, os.fsencode(trace))
            return context.profile(self.manifest)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the artefact to a file."""
        runtime().tvm_module_save(self._handle, os.fsencode(path))

    @property
    def cpu(self) -> str:
        """The CPU for which the code was compiled, by LLVM's name."""
        return text(runtime().tvm_module_cpu(self._handle))

    def __reduce__(self) -> tuple[Callable[..., Module], tuple[bytes, int]]:
        """Pickles the artefact, and loads it where the pickle is read."""
        from .loading import load_bytes  # which imports this file

        with tempfile.TemporaryDirectory(prefix="tvm_mlir-") as folder:
            path = os.path.join(folder, "model.so")
            self.save(path)
            with open(path, "rb") as file:
                return load_bytes, (file.read(), self._requested_threads)

    def __getattr__(self, name: str) -> NoReturn:
        raise _absent.absent("a module", name, _absent.MODULE)

    def __repr__(self) -> str:
        inputs = ", ".join(map(str, self.inputs))
        outputs = ", ".join(map(str, self.outputs))
        return f"Module(({inputs}) -> ({outputs}))"

    @contextmanager
    def _context(self) -> Iterator[_Context]:
        with self._lock:
            context = self._idle.pop() if self._idle else None
        if context is None:
            context = _Context(
                self._function, self._requested_threads, self.inputs, self.outputs
            )
        try:
            yield context
        finally:
            with self._lock:
                self._idle.append(context)

    def _infos(self, kind: str) -> tuple[TensorInfo, ...]:
        infos = []
        get = getattr(runtime(), f"tvm_function_get_{kind}_info")
        for index in range(
            getattr(runtime(), f"tvm_function_num_{kind}s")(self._function)
        ):
            keys = self.manifest[f"{kind}s"][index].get("keys", ())
            info = sized(_abi.TensorInfoStruct)
            get(self._function, index, ctypes.byref(info))
            shape = tuple(
                info.shape[i] if info.shape[i] >= 0 else text(info.dim_names[i])
                for i in range(info.ndim)
            )
            dtype = _dtypes.name_of(info.dtype)
            holds = ListType.parse(text(info.type)) if dtype == "handle" else None
            infos.append(
                TensorInfo(text(info.name), dtype, shape, holds, tuple(keys))
            )
        return tuple(infos)

    def _read_manifest(self) -> Any:
        size = ctypes.c_size_t()
        address = runtime().tvm_module_manifest(self._handle, ctypes.byref(size))
        return json.loads(ctypes.string_at(address, size.value))
