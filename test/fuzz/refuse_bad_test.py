# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models with one thing wrong are refused where they are imported."""

import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).resolve().parent / "refuse_bad.py"


@pytest.mark.parametrize(
    "options", [[], pytest.param(["--long"], marks=pytest.mark.long)]
)
def test_bad_models(options: list[str]) -> None:
    command = [sys.executable, str(DRIVER), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
