# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes out the cases of a test that share payloads.

usage: expand_cases.py FILE [NUMBER]

The RUN line of FILE is

    // RUN: %cases %s | tvm-opt ... -split-input-file -verify-diagnostics

FILE has each payload once. A case says what it changes in the payload above it,
where diagnostics are expected, and which steps it applies:

    // PAYLOAD
    func.func @kernel(%x: memref<16x16xf32>) {
      ...
    }
    // STEPS
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c

    // CASE: (P2) an inner trip count that is not constant.
    // EDIT: `%j = 0 to 8` -> `%j = 0 to %n`
    // expected-note at `affine.for %j` {{in the kernel, here}}
    // expected-error @below {{cannot fuse: ...}}
    %f = schedule.fuse %i, %j

The script of a case, `@__transform_main`, consists of the STEPS below its
payload and of its own steps. There is no script where both are empty. A case
that contains a module stands for itself. These directives change the payload,
one after the other:

    // EDIT: `OLD` -> `NEW`    replaces every occurrence of OLD
    // LINES: `A`              replaces the line with A ...
    // LINES: `A` to `B`       ... or all lines from there to the next one with B ...
    //| TEXT                   ... by these lines; without any, removes it
    // BEFORE: `A`             inserts the following lines in front of the line with A ...
    // AFTER: `A`              ... or behind it
    //| TEXT

`// expected-KIND at `A` {{...}}` expects a diagnostic at the line with A of the
changed payload. A must stand in one line; `A`#2 selects the second line of
several. With NUMBER, only that case is written; the first one is 1.
"""

import pathlib
import re
import sys

HEADER = "module attributes {transform.with_named_sequence} {"
SCRIPT = (
    "  transform.named_sequence @__transform_main"
    "(%root: !transform.any_op {transform.readonly}) {"
)
ANCHOR = r"`([^`]+)`(?:#(\d+))?"
EDIT = re.compile(r"// EDIT: `([^`]+)` -> `([^`]*)`")
LINES = re.compile(rf"// LINES: {ANCHOR}(?: to `([^`]+)`)?")
INSERT = re.compile(rf"// (BEFORE|AFTER): {ANCHOR}")
EXPECTED = re.compile(rf"// (expected-\w+) at {ANCHOR} (.*)")
TEXT = "//| "


def find(lines, text, number):
    """Returns the index of the line that contains `text`, the `number`th if that
    is given."""
    found = [index for index, line in enumerate(lines) if text in line]
    if not found or (not number and len(found) > 1) or int(number or 1) > len(found):
        raise ValueError(f"expected a line with `{text}`, got {len(found)}")
    return found[int(number or 1) - 1]


def edit(payload, directive, texts):
    """Applies a directive of a case and the `texts` below it to the payload. Returns
    whether it is a directive."""
    if match := EDIT.fullmatch(directive):
        find(payload, match[1], 1)
        payload[:] = [line.replace(match[1], match[2]) for line in payload]
    elif match := LINES.fullmatch(directive):
        start = find(payload, match[1], match[2])
        end = start + find(payload[start:], match[3], 1) if match[3] else start
        payload[start : end + 1] = texts
    elif match := INSERT.fullmatch(directive):
        start = find(payload, match[2], match[3]) + (match[1] == "AFTER")
        payload[start:start] = texts
    elif match := EXPECTED.fullmatch(directive):
        start = find(payload, match[2], match[3])
        payload.insert(start, f"// {match[1]} @below {match[4]}")
    else:
        return False
    return True


def expand(payload, steps, case):
    """Returns the lines of a case."""
    payload, steps = list(payload), list(steps)
    if any(line.startswith("module") for line in case):
        return case
    index = 0
    while index < len(case):
        line, texts = case[index], []
        while case[index + 1 :] and case[index + 1].startswith(TEXT):
            index += 1
            texts.append(case[index][len(TEXT) :])
        index += 1
        if not edit(payload, line, texts):
            steps.append(line)
    script = [SCRIPT, *steps, "transform.yield", "}"]
    if all(line.startswith("//") for line in steps):
        return steps + payload
    if payload and payload[0].startswith("module"):
        return payload[:-1] + script + payload[-1:]
    return [HEADER, *payload, *script, "}"]


def parse(text):
    """Yields the title, the payload, the steps and the lines of each case."""
    payload, steps, case, title, room = [], [], [], None, None
    for line in [*text.splitlines(), "// PAYLOAD"]:
        starts = line.startswith(("// PAYLOAD", "// CASE:"))
        if starts and title is not None:
            yield title, payload, steps, case
            title = None
        if line.startswith("// PAYLOAD"):
            payload = room = []
            steps = []
        elif line == "// STEPS":
            room = steps
        elif line.startswith("// CASE:"):
            title = line.removeprefix("// CASE:").strip()
            case = room = []
        elif line and room is not None:
            room.append(line)


def in_full(text, number=None):
    """Returns the text of all cases, or of one, as they would stand in a file
    without a shared payload."""
    texts = []
    for index, (title, payload, steps, case) in enumerate(parse(text), 1):
        if number not in (None, index):
            continue
        try:
            lines = expand(payload, steps, case)
        except ValueError as error:
            raise ValueError(f"case {index}, {title}: {error}") from None
        texts.append("\n".join([f"// {title}", *lines, ""]))
    if not texts:
        raise ValueError("expected a case")
    return "\n// -----\n\n".join(texts)


def main():
    try:
        text = pathlib.Path(sys.argv[1]).read_text()
        print(in_full(text, *map(int, sys.argv[2:])), end="")
    except ValueError as error:
        sys.exit(f"{sys.argv[1]}: {error}")


if __name__ == "__main__":
    main()
