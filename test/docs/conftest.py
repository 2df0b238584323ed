# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the repository's Python packages importable."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "python")]
