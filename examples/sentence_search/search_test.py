# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example answers, and its embeddings equal ONNX Runtime's."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "search.py"


def test_search() -> None:
    query = "playing music in public"
    command = [sys.executable, str(SCRIPT), query, "--check", "--top=1"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "accordion in the subway" in done.stdout
    assert "embeddings equal ONNX Runtime's" in done.stdout
