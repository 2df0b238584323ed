# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random models compute what ONNX Runtime does."""

import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).resolve().parent / "compare_random.py"


@pytest.mark.parametrize(
    "count", [250, pytest.param(20000, marks=pytest.mark.long)]
)
def test_models(count: int) -> None:
    command = [sys.executable, str(DRIVER), f"--count={count}"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


# Blocks that were erased while a list of them was scheduled; a copy whose loops
# are no rows and columns any more when they are joined; a product of no rows.
@pytest.mark.parametrize("index", [875, 1125, 684, 10188])
def test_models_that_crashed(index: int) -> None:
    command = [sys.executable, str(DRIVER), f"--only={index}", "--way=-O3"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
