# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of `graph` refuse wrong types; each numbered constraint has a case."""

import re
from collections import defaultdict

import pytest
from pages import ROOT, SPLIT, Entry, examples, operators, tvm_opt

OPERATORS = operators("Graph.md")
CASES = ROOT / "test/dialects/Graph"
WRONG = "complex<f32>"


def with_wrong_types(module: str, name: str) -> str:
    """The operation `name`, in generic form, on values that it does not take;
    one without operands gives a result that is none of its own."""
    lines = module.split("\n")
    begin = next(i for i, line in enumerate(lines) if f'"{name}"(' in line)
    values = re.search(rf'"{name}"\((.*?)\)', lines[begin])
    assert values
    count = len(re.findall("%", values[1]))
    end, indent = begin, len(lines[begin]) - len(lines[begin].lstrip())
    while " : (" not in lines[end] or lines[end][indent] == " ":
        end += 1
    types = ", ".join([WRONG] * count)
    result = r"\1" if count else WRONG
    lines[end] = re.sub(r" : \([^=]*\) -> (.*)$", rf" : ({types}) -> {result}", lines[end])
    wrong = ", ".join(["%wrong"] * count)
    lines[begin] = lines[begin].replace(values[0], f'"{name}"({wrong})')
    lines.insert(begin, f'%wrong = "builtin.unrealized_conversion_cast"() : () -> {WRONG}')
    return "\n".join(lines)


def test_wrong_types_are_refused() -> None:
    modules = [examples()[entry.examples[0]].module for entry in OPERATORS]
    generic = tvm_opt(modules, "--mlir-print-op-generic")
    assert generic.returncode == 0, generic.stderr
    wrong = [
        with_wrong_types(module, entry.name)
        for entry, module in zip(OPERATORS, generic.stdout.split(SPLIT), strict=True)
    ]
    done = tvm_opt(wrong)
    assert done.returncode == 1, done.stderr
    refused = re.findall(r"error: '(.*)' op (?:operand|result) #0 must be", done.stderr)
    assert refused == [entry.name for entry in OPERATORS]


def constraints(entry: Entry) -> dict[str, str]:
    """Returns the texts of an operator's numbered constraints."""
    found = re.findall(
        r"\(C(\d)\)(.*?)(?=\(C\d\)|\n\n|$)", entry.description, re.DOTALL
    )
    return {number: " ".join(text.split()) for number, text in found}


def broken_constraints() -> dict[str, set[str]]:
    """Operators that cases of errors are about, with the cases' numbers."""
    broken = defaultdict(set)
    for path in CASES.glob("*-invalid.mlir"):
        for case in path.read_text().split(SPLIT):
            about = re.findall(r"expected-error.*\n(?:\s*//.*\n)*.*?(graph\.\w+)", case)
            numbers = re.findall(r"\bC(\d)\b|[@_]c(\d)", case)
            for name in about:
                broken[name] |= {"".join(number) for number in numbers}
    return broken


BROKEN = broken_constraints()
CONSTRAINTS = {entry.name: constraints(entry) for entry in OPERATORS}


@pytest.mark.parametrize("name", [name for name in CONSTRAINTS if CONSTRAINTS[name]])
def test_constraints_have_cases(name: str) -> None:
    """Operators that share a constraint, word by word, share its case."""
    assert name in BROKEN
    for number, text in CONSTRAINTS[name].items():
        sharing = {n for n, own in CONSTRAINTS.items() if own.get(number) == text}
        assert any(number in BROKEN[n] for n in sharing if n in BROKEN), text
