# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every example in docs/generated parses, and every operator has one."""

import pytest
from pages import Entry, examples, read_pages

ENTRIES = read_pages()
EXAMPLES = [
    pytest.param(example, id=f"{entry.name}-{i}")
    for entry in ENTRIES
    for i, example in enumerate(entry.examples)
]
OPERATORS = [
    pytest.param(entry, id=entry.name) for entry in ENTRIES if entry.is_operator
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_parses(example: str) -> None:
    assert examples()[example].errors == []


@pytest.mark.parametrize("entry", OPERATORS)
def test_operator_has_an_example(entry: Entry) -> None:
    assert any(entry.name in example for example in entry.examples)
