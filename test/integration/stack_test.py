"""What a run takes of a thread's stack: what the manifest says, 64 KiB at most."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compiler import compile_model, manifest
from benchmarks.models import NAMES
from benchmarks.models.builder import Builder
from benchmarks.models.cache import cached

from long_cases import LARGE_MODELS, mark_long

LIMIT = 64 * 1024
SCRIPT = Path(__file__).with_name("small_stack.py")


def check(artefact: Path, inputs: Path, threads: int) -> None:
    """A run on a thread with a stack of 64 KiB; OpenMP's threads have the same."""
    command = [sys.executable, SCRIPT, artefact, inputs, str(LIMIT), str(threads)]
    done = subprocess.run(
        command,
        env={**os.environ, "OMP_STACKSIZE": f"{LIMIT // 1024}k"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{threads} threads: {done.returncode} {done.stderr}"


@pytest.mark.parametrize("name", mark_long(NAMES, LARGE_MODELS))
def test_model(name: str, tmp_path: Path) -> None:
    model, artefact = cached(name, False), tmp_path / "model.so"
    compile_model(model, artefact, cold=False)
    assert 0 < manifest(artefact)["stack"] <= LIMIT
    for threads in (1, 2):
        check(artefact, model.with_suffix(".npz"), threads)
    artefact.unlink()


@pytest.mark.parametrize("channels", [64, 128, 256])
@pytest.mark.parametrize("winograd", ["always", "never"])
def test_convolution(channels: int, winograd: str, tmp_path: Path) -> None:
    """Groups of tiles are larger than a stack."""
    random = np.random.default_rng(1)
    shape = [1, channels, 56, 56]
    b = Builder("convolution", opset=17)
    x = b.input("x", shape)
    w = random.normal(size=(channels, channels, 3, 3)).astype(np.float32)
    b.output("y", b.op("Conv", x, b.constant(w, np.float32), pads=[1] * 4), shape)
    model, artefact = tmp_path / "model.onnx", tmp_path / "model.so"
    onnx.save(b.build(), model)
    np.savez(tmp_path / "in.npz", x=random.normal(size=shape).astype(np.float32))
    compile_model(model, artefact, f"--winograd={winograd}", cold=False)
    assert 0 < manifest(artefact)["stack"] <= LIMIT
    for threads in (1, 2):
        check(artefact, tmp_path / "in.npz", threads)
