# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes of the graph level keep models right in any order."""

import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).resolve().parent / "pass_orders.py"


@pytest.mark.parametrize("count", [100, pytest.param(5000, marks=pytest.mark.long)])
def test_orders(count: int) -> None:
    command = [sys.executable, str(DRIVER), f"--count={count}"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
