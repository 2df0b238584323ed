# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the repository's Python packages importable. The tools that tests run
overwrite what they free; pytest itself must not grow: what a child's memory is
said to be begins with its parent's."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "python")]
os.environ["MALLOC_PERTURB_"] = "165"
