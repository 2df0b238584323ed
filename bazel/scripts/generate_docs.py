# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the pages that mlir-tblgen generates to docs/generated.

usage: generate_docs.py [--check]: with --check, only prints the differences.
"""

import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path("docs/generated")


def bazel(*arguments):
    result = subprocess.run(["bazel", *arguments], capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    return result.stdout


def generated_pages():
    """Returns {file name: text} of all mlir_doc targets."""
    targets = bazel("query", r"attr(tags, '\bmlir_doc\b', //...)").split()
    if not targets:
        return {}
    bazel("build", *targets)
    outputs = bazel("query", "--output=xml", f"labels(out, set({' '.join(targets)}))")
    pages = {}
    for label in re.findall(r'<generated-file .*\bname="([^"]+)"', outputs):
        path = pathlib.Path("bazel-bin", label.lstrip("/").replace(":", "/"))
        if path.name in pages:
            sys.exit(f"error: two pages are called {path.name}, one is {label}")
        pages[path.name] = path.read_text()
    return pages


def differences(pages):
    """Yields the differences between the pages and docs/generated."""
    present = {path.name: path.read_text() for path in FOLDER.glob("*.md")}
    for name in sorted(pages.keys() | present.keys()):
        if name not in present:
            yield f"{FOLDER / name} is missing"
        elif name not in pages:
            yield f"{FOLDER / name} is not generated any more"
        elif pages[name] != present[name]:
            yield f"{FOLDER / name} is out of date"


def main():
    pages = generated_pages()
    if "--check" in sys.argv[1:]:
        messages = list(differences(pages))
        for message in messages:
            print("error:", message, "(./dev docs writes it)", file=sys.stderr)
        sys.exit(bool(messages))
    if not pages:
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.md"):
        path.unlink()
    for name, text in pages.items():
        (FOLDER / name).write_text(text)


main()
