# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of cases of which some, as they take long, run only with --long."""

from collections.abc import Collection, Iterable

import pytest

# The models that take long to compile.
LARGE_MODELS = ("bert_base", "resnet50", "vgg16")


def _case(*values: object, is_long: bool) -> object:
    return pytest.param(*values, marks=[pytest.mark.long] if is_long else [])


def alternate(rows: Iterable[str], columns: Iterable[str]) -> list[object]:
    """The cases of a table, for `parametrize("row, column", …)`: as on a chessboard,
    every other one runs only with --long, so each row and each column still runs.
    """
    columns = list(columns)
    return [
        _case(row, column, is_long=(i + j) % 2 == 1)
        for i, row in enumerate(rows)
        for j, column in enumerate(columns)
    ]


def mark_long(cases: Iterable[str], long: Collection[str]) -> list[object]:
    """The cases, for `parametrize`; those in `long` run only with --long."""
    return [_case(case, is_long=case in long) for case in cases]
