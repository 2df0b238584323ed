# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random schedules of tensor expressions compute what numpy does, and none takes
long to compile."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).resolve().parent / "te_schedules.py"


@pytest.mark.parametrize("count", [60, pytest.param(500, marks=pytest.mark.long)])
def test_schedules(count: int) -> None:
    command = [sys.executable, str(DRIVER), f"--count={count}"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    ran = re.search(r"(\d+) ran", done.stdout)
    assert ran and int(ran[1]) > count / 3, done.stdout
