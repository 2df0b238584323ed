# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvmc vta: the published listing's computation on all simulators."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from benchmarks.compiler import ROOT, tvmc

PROGRAM = ROOT / "test/transforms/VTA/published-encodable.mlir"
TVM_OPT = os.environ.get("TVM_OPT") or ROOT / "bazel-bin/tools/tvm-opt/tvm-opt"


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Path:
    """The listing with its tokens."""
    path = tmp_path_factory.mktemp("vta") / "published.mlir"
    passes = ["--vta-insert-tokens", "--vta-fold-tokens"]
    subprocess.run([TVM_OPT, PROGRAM, *passes, "-o", path], check=True)
    return path


@pytest.fixture(scope="module")
def inputs() -> dict[str, np.ndarray]:
    random = np.random.default_rng(1)
    return {
        "ACTIV": random.integers(-128, 128, (4, 5, 5, 16), np.int8),
        "PARAM": random.integers(-128, 128, (2, 8, 3, 3, 16, 16), np.int8),
        "LDBUF": random.integers(-(2**20), 2**20, (4, 2, 2, 8, 16), np.int32),
    }


def compute(inputs: dict[str, np.ndarray]) -> np.ndarray:
    """Returns the low bits of the largest of four pixels, for each tile."""
    tiles = []
    for tile in range(4):
        activ = inputs["ACTIV"][tile].astype(np.int32)
        param = inputs["PARAM"][tile // 2].astype(np.int32)
        pixels = [
            inputs["LDBUF"][tile, y, x]
            + np.einsum("yxi,byxoi->bo", activ[2 * y : 2 * y + 3, 2 * x : 2 * x + 3], param)
            for y in range(2)
            for x in range(2)
        ]
        tiles.append(np.max(pixels, axis=0))
    return np.reshape(tiles, (32, 1, 16)).astype(np.int8)


def run(program: Path, folder: Path, inputs: dict[str, np.ndarray], *options: str):
    np.savez(folder / "in.npz", **inputs)
    files = [f"--inputs={folder}/in.npz", f"--outputs={folder}/out.npz"]
    subprocess.run([tvmc(), "vta", "run", program, *files, *options], check=True)
    with np.load(folder / "out.npz") as outputs:
        return dict(outputs)


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("device", ["fsim", "cycle"])
def test_the_published_listing(program, inputs, tmp_path, device, seed):
    outputs = run(program, tmp_path, inputs, f"--device={device}", f"--seed={seed}")
    assert list(outputs) == ["STBUF"]
    assert outputs["STBUF"].dtype == np.int8
    np.testing.assert_array_equal(outputs["STBUF"], compute(inputs))


def test_it_passes_the_checker(program):
    subprocess.run([tvmc(), "vta", "check", program], check=True)
