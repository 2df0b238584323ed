# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes compile_commands.json from Bazel's actions.

usage: compile_commands.py FOLDER
"""

import json
import pathlib
import re
import subprocess
import sys


def bazel(*arguments):
    result = subprocess.run(["bazel", *arguments], capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    return result.stdout


def without_pch(arguments):
    """Drops the options for precompiled headers, which other tools cannot read."""
    arguments = list(arguments)
    while "-include-pch" in arguments:
        index = arguments.index("-include-pch")
        del arguments[index : index + 2]
    return [a for a in arguments if a != "-fpch-instantiate-templates"]


def commands():
    """Yields an entry per source of this repository."""
    query = 'mnemonic("CppCompile", //...)'
    graph = bazel("aquery", "--output=jsonproto", "--noinclude_artifacts", query)
    # The folder of the sources contains bazel-out, but not external.
    external = pathlib.Path(bazel("info", "output_base").strip(), "external")
    for action in json.loads(graph).get("actions", []):
        arguments = without_pch(action["arguments"])
        source = arguments[arguments.index("-c") + 1]
        yield {
            "directory": str(pathlib.Path.cwd()),
            "file": source,
            "arguments": [re.sub("^external/", f"{external}/", a) for a in arguments],
        }


def main():
    out = pathlib.Path(sys.argv[1], "compile_commands.json")
    out.write_text(json.dumps(list(commands()), indent=1) + "\n")


main()
