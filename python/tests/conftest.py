# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The toy model of test/runtime/toy.c: z = (x + y) * [1, 2, 3, 4], s = sum(z);
a context and a module of tvm_mlir.ir.

Needs `bazel build //python/tests:data`.
"""

from pathlib import Path

import numpy as np
import pytest

import tvm_mlir
from tvm_mlir import _library, compiler, ir

BIN = Path(__file__).resolve().parents[2] / "bazel-bin"


@pytest.fixture
def toy_path() -> Path:
    path = BIN / "test" / "runtime" / "toy.so"
    if not path.exists():
        pytest.fail(f"no {path}: bazel build //python/tests:data")
    return path


@pytest.fixture
def toy(toy_path):
    return tvm_mlir.load(toy_path, num_threads=1)


@pytest.fixture
def inputs():
    return {
        "x": np.arange(12, dtype=np.float32).reshape(3, 4),
        "y": np.full((3, 4), 0.5, np.float32),
    }


@pytest.fixture
def reference():
    """Returns a function that computes the toy's output z."""
    weights = np.arange(1, 5, dtype=np.float32)
    return lambda inputs: (np.asarray(inputs["x"]) + np.asarray(inputs["y"])) * weights


@pytest.fixture
def context():
    """A context that surrounds the test."""
    with ir.Context() as context:
        yield context


@pytest.fixture
def module(context, request):
    """The module in the variable TEXT of the test's file."""
    return ir.Module.parse(request.module.TEXT)


@pytest.fixture
def fake_compiler(monkeypatch):
    """Puts tests/fake_compiler.c in place of the compiler."""
    monkeypatch.setenv("TVM_MLIR_LIBRARY_PATH", str(BIN / "python" / "tests"))
    fake = _library.open_library.__wrapped__("libtvm_mlir_compiler.so")
    monkeypatch.setattr(compiler, "open_library", lambda name: fake)
    compiler._compiler.cache_clear()
    yield
    compiler._compiler.cache_clear()
