"""Runs clang-tidy on sources until a time limit.

usage: lint.py FILE..., beside compile_commands.json
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import time

SECONDS = 300


def main():
    commands = json.loads(pathlib.Path("compile_commands.json").read_text())
    known = {command["file"] for command in commands}
    end = time.monotonic() + SECONDS

    def run(source):
        left = end - time.monotonic()
        if source not in known or left <= 0:
            return None
        try:
            return subprocess.run(
                ["clang-tidy-22", "--quiet", "-p", ".", source],
                capture_output=True,
                text=True,
                timeout=left,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None

    failed, skipped = 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in pool.map(run, sys.argv[1:]):
            if result is None:
                skipped += 1
            elif result.returncode:
                failed += 1
                print(result.stdout or result.stderr[-2000:])
    checked = len(sys.argv) - 1 - skipped
    print(f"clang-tidy: {checked} files, {failed} with findings, {skipped} skipped")
    sys.exit(bool(failed))


main()
