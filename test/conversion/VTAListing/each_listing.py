# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""each_listing.py CASES COMMAND...: runs COMMAND on each listing of the file CASES.

A case is `LISTING | MESSAGE`, lines of the listing separated by `; `. COMMAND has
to fail and to say MESSAGE, which begins with line and column.
"""

import subprocess
import sys
from pathlib import Path


def check(case: str, command: list[str]) -> bool:
    listing, message = (part.strip() for part in case.split(" | "))
    text = listing.replace("; ", "\n")
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    line, column, rest = message.split(":", 2)
    expected = f"<stdin>:{line}:{column}: error:{rest}\n"
    if done.returncode == 1 and expected in done.stderr:
        return True
    print(f"{listing}\n  expected {expected}  got {done.stderr}")
    return False


def main() -> None:
    cases = [line for line in Path(sys.argv[1]).read_text().splitlines() if " | " in line]
    results = [check(case, sys.argv[2:]) for case in cases]
    sys.exit(not (results and all(results)))


main()
