"""Writes compile_commands.json from Bazel's actions.

usage: compile_commands.py [--pch] FOLDER: with --pch, for tools of the very
compiler's version, which can read the precompiled header. Its paths are
relative, so FOLDER gets links to all that sources include.
"""

import argparse
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
    """Drops what only fits the precompiled header."""
    arguments = list(arguments)
    while "-include-pch" in arguments:
        index = arguments.index("-include-pch")
        del arguments[index : index + 2]
    return [a for a in arguments if a != "-fpch-instantiate-templates"]


def absolute(argument, external):
    """Bazel's external folder is not beside the sources."""
    return re.sub("^external/", f"{external}/", argument)


def commands(folder, pch):
    """Yields an entry per source of this repository."""
    query = 'mnemonic("CppCompile", //...)'
    graph = bazel("aquery", "--output=jsonproto", "--noinclude_artifacts", query)
    external = pathlib.Path(bazel("info", "output_base").strip(), "external")
    if pch:
        link_sources(folder, external)
    for action in json.loads(graph).get("actions", []):
        arguments = action["arguments"]
        source = arguments[arguments.index("-c") + 1]
        if not pch:
            arguments = [absolute(a, external) for a in without_pch(arguments)]
        yield {"directory": str(folder), "file": source, "arguments": arguments}


def link_sources(folder, external):
    """Makes the folder look like the one where Bazel runs compilers."""
    for path in [external, *pathlib.Path.cwd().iterdir()]:
        link = folder / path.name
        if path.is_dir() and path.name[0] != "." and not link.exists():
            link.symlink_to(path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pch", action="store_true")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    entries = list(commands(folder, options.pch))
    out = folder / "compile_commands.json"
    out.write_text(json.dumps(entries, indent=1) + "\n")


main()
