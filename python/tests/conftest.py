"""The toy model of test/runtime/toy.c: z = (x + y) * [1, 2, 3, 4], s = sum(z).

Needs `bazel build //python/tests:data`.
"""

import os
from pathlib import Path

import numpy as np
import pytest

BIN = Path(__file__).resolve().parents[2] / "bazel-bin"

# Before the package opens its libraries: the fake compiler, the real runtime.
os.environ["TVM_MLIR_LIBRARY_PATH"] = f"{BIN}/python/tests:{BIN}/runtime"


@pytest.fixture
def toy_path() -> Path:
    path = BIN / "test" / "runtime" / "toy.so"
    if not path.exists():
        pytest.fail(f"no {path}: bazel build //python/tests:data")
    return path


@pytest.fixture
def toy(toy_path):
    import tvm_mlir

    return tvm_mlir.load(toy_path, num_threads=1)


@pytest.fixture
def inputs():
    return {
        "x": np.arange(12, dtype=np.float32).reshape(3, 4),
        "y": np.full((3, 4), 0.5, np.float32),
    }


def reference(inputs) -> np.ndarray:
    return (np.asarray(inputs["x"]) + np.asarray(inputs["y"])) * np.arange(
        1, 5, dtype=np.float32
    )
