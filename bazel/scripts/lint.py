# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs clang-tidy on sources, until a time limit if there is one.

usage: lint.py [--limit=SECONDS] FILE..., beside compile_commands.json
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import subprocess
import sys
import time


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=math.inf, metavar="SECONDS")
    parser.add_argument("files", nargs="+", metavar="FILE")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    commands = json.loads(pathlib.Path("compile_commands.json").read_text())
    known = {command["file"] for command in commands}
    end = time.monotonic() + arguments.limit

    def run(source):
        left = end - time.monotonic()
        if source not in known or left <= 0:
            return None
        try:
            return subprocess.run(
                ["clang-tidy-22", "--quiet", "-p", ".", source],
                capture_output=True,
                text=True,
                timeout=left if math.isfinite(left) else None,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None

    failed, skipped = 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in pool.map(run, arguments.files):
            if result is None:
                skipped += 1
            elif result.returncode:
                failed += 1
                print(result.stdout or result.stderr[-2000:])
    checked = len(arguments.files) - skipped
    print(f"clang-tidy: {checked} files, {failed} with findings, {skipped} skipped")
    sys.exit(bool(failed))


main()
