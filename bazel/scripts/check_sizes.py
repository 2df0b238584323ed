# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the sizes of folders, texts and functions (of Python and C++), and the numbers
of comments and tests.

usage: check_sizes.py
"""

import ast
import collections
import pathlib
import re
import subprocess
import sys

import lizard

MAX_FILES = 40  # in a folder of sources, without its subfolders
MAX_LINES = 150  # in a README
MAX_FUNCTION = 60  # lines of a function, without the docstring of Python
MAX_COLUMNS = 120  # in a line of Markdown outside of tables and code
MIN_DOCUMENTED = 90  # percent of headers' types and functions with a comment
MIN_ERRORS = 2  # expected-error lines per place that emits a diagnostic
MIN_REFUSALS = 1  # further ones per place that calls a helper which emits one

# Folders with inputs of tests that others wrote, and with generated pages.
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


def function_lines(text):
    """Yields name, first line and number of lines of each function in a program, without
    its docstring."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        count = node.end_lineno - node.lineno + 1
        if ast.get_docstring(node) is not None:
            count -= node.body[0].end_lineno - node.body[0].lineno + 1
        yield node.name, node.lineno, count


def cpp_function_lines(path):
    """Yields name, first line and number of lines of each function in a source."""
    for function in lizard.analyze_file(str(path)).function_list:
        count = function.end_line - function.start_line + 1
        yield function.unqualified_name, function.start_line, count


def long_functions():
    """Yields functions with too many lines."""
    for path in tracked("*.py", "*.cpp", "*.h"):
        if str(path).startswith(UNCOUNTED):
            continue
        is_python = path.suffix == ".py"
        for name, line, count in (
            function_lines(path.read_text()) if is_python else cpp_function_lines(path)
        ):
            if count > MAX_FUNCTION:
                yield (
                    f"{path}:{line}: expected at most {MAX_FUNCTION} lines in "
                    f"'{name}', got {count}"
                )


TYPE = re.compile(r"(?:struct|class|union|enum(?: class)?)\b[^;=(]*\{")
FUNCTION = re.compile(r"[\w:<>,*& ]+[ *&](?:\w+|operator[^\w\s(]+)\(")
TRAILING = re.compile(r"//.*|/\*.*\*/")
QUALIFIER = re.compile(r"(?:inline|static|constexpr|extern|\[\[\w+\]\]) ")
# Beginnings of lines that do not start a declaration; members are indented.
SKIPPED = re.compile(
    r"$| |#|\}|(?:public|private|protected):|"
    r"(?:namespace|using|typedef|friend)\b|extern \"C\""
)


def without_template(text):
    """Returns a declaration without `template <...>` in front."""
    depth, end = 0, 0
    while text.startswith("template <"):
        for end, letter in enumerate(text, 1):
            depth += (letter == "<") - (letter == ">")
            if letter == ">" and not depth:
                break
        text = text[end:].lstrip()
    return text


def declarations(path):
    """Yields the declarations at namespace level of a header, each in one line: their
    texts, whether a comment is directly above, and whether another one is."""
    is_comment = is_above = has_comment = follows = False
    text = ""
    for line in path.read_text().splitlines():
        if not text and (is_comment or line.startswith(("//", "/*"))):
            is_comment = not line.startswith("//") and "*/" not in line
            is_above, follows = True, False
        elif not text and SKIPPED.match(line):
            is_above = follows = False
        else:
            if not text:
                has_comment = is_above or " //" in line
            text = f"{text} {TRAILING.sub('', line).strip()}".strip()
            if text.endswith((";", "{", "}")):
                yield without_template(text), has_comment, follows
                is_above, follows, text = False, text.endswith(";"), ""


def undocumented(path):
    """Returns a header's types and functions that have no comment, and how many there
    are. One comment serves functions that follow each other line by line."""
    total, found, is_documented = 0, [], False
    for text, has_comment, follows in declarations(path):
        while QUALIFIER.match(text):
            text = QUALIFIER.sub("", text, count=1)
        is_type = TYPE.match(text)
        is_function = FUNCTION.match(text) and not is_type
        is_documented = has_comment or (follows and is_function and is_documented)
        total += bool(is_type or is_function)
        if (is_type or is_function) and not is_documented:
            found.append(text)
    return found, total


def rarely_documented():
    """Yields, if too few declarations of headers have a comment, their share, and the
    declarations without one."""
    paths = [path for path in tracked("*.h") if "test" not in path.parts]
    counts = [(path, *undocumented(path)) for path in paths]
    total = sum(count for *_, count in counts)
    missing = sum(len(found) for _, found, _ in counts)
    percent = 100 * (total - missing) / max(total, 1)
    if percent >= MIN_DOCUMENTED:
        return
    yield (
        f"headers: expected comments on {MIN_DOCUMENTED} % of declarations, "
        f"got {percent:.0f} % of {total}"
    )
    for path, found, _ in counts:
        for text in found:
            yield f"{path}: expected a comment on '{text.rstrip(' {;')}'"


EMITTED = re.compile(r"\b(?:emitError|emitOpError|emitOptionalError|emitSilenceable\w*)\(")
# Calls of helpers that add a text to a place above; each text needs its test.
REFUSED = re.compile(r"\brefuse\(")


def rarely_tested():
    """Yields a message if diagnostics have too few tests."""
    sources = [path for path in tracked("*.cpp", "*.h") if "test" not in path.parts]
    texts = [path.read_text() for path in sources]
    places = sum(len(EMITTED.findall(text)) for text in texts)
    refusals = sum(len(REFUSED.findall(text)) for text in texts)
    tests = tracked("test/*.mlir", "test/**/*.mlir")
    got = sum(len(re.findall(r"expected-error", path.read_text())) for path in tests)
    if got < MIN_ERRORS * places + MIN_REFUSALS * refusals:
        yield (
            f"diagnostics: expected {MIN_ERRORS} expected-errors per place that emits "
            f"one, and {MIN_REFUSALS} per refusal, got {got} for {places} places and "
            f"{refusals} refusals"
        )


CHECKS = (
    large_folders,
    long_texts,
    wide_texts,
    long_functions,
    rarely_documented,
    rarely_tested,
)


def main():
    messages = [message for check in CHECKS for message in check()]
    for message in messages:
        print("error:", message, file=sys.stderr)
    return int(bool(messages))


if __name__ == "__main__":
    sys.exit(main())
