# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler withstands mutated models."""

import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).resolve().parent / "mutate_onnx.py"


@pytest.mark.parametrize(
    "options",
    [
        ["--count=2000"],
        pytest.param(["--long", "--sanitize"], marks=pytest.mark.long),
    ],
)
def test_mutants(options: list[str]) -> None:
    command = [sys.executable, str(DRIVER), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
