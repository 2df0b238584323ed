#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Translates a module with Verilator to one C++ header and one source.

    verilate.py --top=MODULE --prefix=CLASS --header=OUT.h --source=OUT.cpp
        [--parameter=NAME=VALUE...] FILE.sv...
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

OPTIONS = [
    "--cc", "-O3", "--x-assign", "fast", "--x-initial", "unique",
    "--unroll-count", "4096", "--unroll-stmts", "10000000",
    "--output-split", "0",
]  # fmt: skip


def join(folder, header):
    """Returns all sources as one text, with the files of `folder` that they include
    in place of the directives."""
    seen = {header}

    def text(path):
        lines = []
        for line in path.read_text().splitlines():
            include = re.match(r'#include "(.*)"', line)
            other = folder / include[1] if include else None
            if not include or not other.exists() or include[1] == header:
                lines.append(line)
            elif include[1] not in seen:
                seen.add(include[1])
                lines.append(text(other))
        return "\n".join(lines)

    # Verilator chooses the names of the other files by their contents.
    return "\n".join(text(path) for path in sorted(folder.glob("*.cpp")))


def main():
    parser = argparse.ArgumentParser()
    for name in ["top", "prefix", "header", "source"]:
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--parameter", action="append", default=[])
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(
            ["verilator", *OPTIONS, "--top-module", arguments.top,
             "--prefix", arguments.prefix, "--Mdir", name,
             *["-G" + text for text in arguments.parameter], *arguments.files],
            check=True,
        )  # fmt: skip
        header = arguments.prefix + ".h"
        pathlib.Path(arguments.header).write_text((folder / header).read_text())
        pathlib.Path(arguments.source).write_text(join(folder, header))


if __name__ == "__main__":
    main()
