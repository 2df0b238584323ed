"""Counts what should stay small, and fails where it does not. (clang-tidy counts the
lines of functions: .clang-tidy.)

usage: check_sizes.py [--verbose]: with --verbose, also says what is over the goals that
the tree has not reached yet.
"""

import collections
import pathlib
import re
import subprocess
import sys

MAX_FILES = 40  # of a folder of sources, without those of its subfolders
MAX_LINES = 150  # of a README
MAX_COLUMNS = 120  # of Markdown outside of tables and code
MIN_DOCUMENTED = 90  # percent of a header's declarations with a comment
MIN_ERRORS = 2  # expected-error lines per place that emits a diagnostic

# Folders of tests' inputs and of what others wrote.
UNCOUNTED = ("test/integration/foreign/torch_mlir", "docs/generated")


def tracked(*patterns):
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--"]
    output = subprocess.check_output([*command, *patterns], text=True)
    paths = {pathlib.Path(line) for line in output.splitlines()}
    return sorted(path for path in paths if path.is_file())


def large_folders():
    """Yields folders with too many files."""
    counts = collections.Counter(str(path.parent) for path in tracked())
    for folder, count in sorted(counts.items()):
        if count > MAX_FILES and not folder.startswith(UNCOUNTED):
            yield f"{folder}: expected at most {MAX_FILES} files, got {count}"


def long_texts():
    """Yields READMEs with too many lines."""
    for path in tracked("*README.md"):
        count = len(path.read_text().splitlines())
        if count > MAX_LINES:
            yield f"{path}: expected at most {MAX_LINES} lines, got {count}"


def prose(path):
    """Yields number and text of a Markdown file's lines outside of tables and code."""
    in_code = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code and not line.startswith(("|", "    ")):
            yield number, line


def wide_texts():
    """Yields lines of Markdown that are too wide."""
    for path in tracked("*.md"):
        if str(path).startswith(UNCOUNTED):
            continue
        for number, line in prose(path):
            if len(line) > MAX_COLUMNS:
                yield (
                    f"{path}:{number}: expected at most {MAX_COLUMNS} columns, "
                    f"got {len(line)}"
                )


DECLARATION = re.compile(
    r"^(?:template <[^>]*>\n)?(?:\[\[\w+\]\] )?"
    r"(?:(?:inline|static|constexpr|extern|virtual) )*"
    r"(?:struct|class|enum(?: class)?|[\w:<>,*& ]+ \**&?\w+\()",
)


def undocumented(path):
    """Counts declarations at namespace level of a header, and those with a comment."""
    lines = path.read_text().splitlines()
    total = documented = 0
    for before, line in zip(["", *lines], lines, strict=False):
        if line.startswith((" ", "#", "}", "/", "namespace", "using", "template")):
            continue
        if re.match(r"(struct|class) \w+;|(struct|class|enum) .*;$", line):
            continue
        if DECLARATION.match(line):
            total += 1
            documented += before.startswith(("///", "//")) or before.startswith("template")
    return total, documented


def rarely_documented():
    """Yields a line where too few declarations of headers have a comment."""
    counts = [undocumented(path) for path in tracked("*.h") if "test" not in path.parts]
    total = sum(count for count, _ in counts)
    documented = sum(count for _, count in counts)
    percent = 100 * documented / max(total, 1)
    if percent < MIN_DOCUMENTED:
        yield (
            f"headers: expected comments on {MIN_DOCUMENTED} % of declarations, "
            f"got {percent:.0f} % of {total}"
        )


def rarely_tested():
    """Yields a line where diagnostics have too few tests."""
    emitted = re.compile(r"\b(?:emitError|emitOpError|emitOptionalError|emitSilenceable\w*)\(")
    places = sum(
        len(emitted.findall(path.read_text()))
        for path in tracked("*.cpp", "*.h")
        if "test" not in path.parts
    )
    expected = sum(
        len(re.findall(r"expected-error", path.read_text()))
        for path in tracked("test/*.mlir", "test/**/*.mlir")
    )
    if expected < MIN_ERRORS * places:
        yield (
            f"diagnostics: expected {MIN_ERRORS} expected-errors per place that emits "
            f"one, got {expected} for {places}"
        )


# What holds, and what is not reached yet.
CHECKS = (large_folders, long_texts, wide_texts)
GOALS = (rarely_documented, rarely_tested)


def main():
    messages = [message for check in CHECKS for message in check()]
    if "--verbose" in sys.argv[1:]:
        for goal in GOALS:
            print(*goal(), sep="\n")
    for message in messages:
        print("error:", message, file=sys.stderr)
    return int(bool(messages))


if __name__ == "__main__":
    sys.exit(main())
