# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""benchmarks/gpu.py on a library in the driver's place: its kernels are right."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.long
def test_small_products():
    fake = ROOT / "bazel-bin" / "test" / "runtime" / "libfake_cuda.so"
    code = (
        "import sys; sys.argv = ['gpu.py', '--size=128'];"
        "sys.path[:0] = ['benchmarks', 'python/tests/gpu']; import fake_gpu, gpu;"
        f"fake = fake_gpu.FakeGPU({str(fake)!r}); fake.reset(); sys.exit(gpu.main())"
    )
    environment = {
        **os.environ,
        "TVM_MLIR_LIBCUDA": str(fake),
        "PYTHONPATH": str(ROOT / "python"),
    }
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    lines = result.stdout.splitlines()
    assert lines[0] == "Fake GPU (sm_90), 128 x 128 x 128, f32"
    assert len(lines) == 9 and all("GFLOP/s" in line for line in lines[1:])
