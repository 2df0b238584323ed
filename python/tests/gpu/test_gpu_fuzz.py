# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels and bindings (test/transforms/Schedule/fuzz), as PTX: interpreted,
or with -m gpu on a real GPU."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BIN


def fuzz(seed, count, **environment):
    """Returns the number of cases that ran on the available device."""
    binary = BIN / "test" / "transforms" / "Schedule" / "fuzz" / "schedule_fuzz_test"
    if not binary.exists():
        pytest.fail(f"no {binary}: bazel build //python/tests:data")
    command = [binary, f"--seed={seed}", f"--count={count}"]
    options = ["--launch-every=1", "--compile-every=0", "--max-refusals=0"]
    result = subprocess.run(
        [*command, *options],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, (result.stdout + result.stderr)[-10000:]
    return int(re.search(r"(\d+) on a GPU", result.stdout)[1])


def interpreted(seed, count):
    server = Path(__file__).with_name("ptx_server.py")
    return fuzz(
        seed,
        count,
        TVM_MLIR_LIBCUDA=str(BIN / "test" / "runtime" / "libfake_cuda.so"),
        FAKE_CUDA_INTERPRETER=f"exec {sys.executable} {server}",
    )


def test_interpreted():
    assert interpreted(1, 150) > 20


@pytest.mark.long
def test_interpreted_long():
    assert interpreted(10_000, 5000) > 300


@pytest.mark.gpu
def test_on_a_gpu():
    assert fuzz(100_000, 5000) > 300
