# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The package's annotations, which users' checkers see, by mypy in strict mode."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]


def test_mypy(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path)],
        cwd=FOLDER,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
