# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every source file names its license in its first two lines.

usage: check_licenses.py
"""

import pathlib
import sys

from check_sizes import tracked

LINE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
SUFFIXES = {".c", ".cpp", ".css", ".h", ".hpp", ".inc", ".js", ".pdll", ".sv", ".td"}  # comments as in C
SUFFIXES |= {".bazel", ".bzl", ".cmake", ".py", ".sh", ".supp", ".toml"}  # comments after #


def unlicensed(paths: list[pathlib.Path]) -> list[pathlib.Path]:
    """Returns the source files of `paths` that do not name the license."""
    sources = [path for path in paths if path.suffix in SUFFIXES]
    return [
        path
        for path in sources
        if not any(LINE in line for line in path.read_text().splitlines()[:2])
    ]


def main() -> int:
    paths = unlicensed(tracked())
    for path in paths:
        print(f"{path}: expected {LINE} in the first two lines")
    return 1 if paths else 0


if __name__ == "__main__":
    sys.exit(main())
