"""Halves of tables of cases, for tests that take long."""

from collections.abc import Iterable

import pytest


def alternate(rows: Iterable[str], columns: Iterable[str]) -> list[object]:
    """The cases of a table, for `parametrize("row, column", …)`: as on a chessboard,
    every other one runs only with --long, so each row and each column still runs.
    """
    columns = list(columns)
    return [
        pytest.param(row, column, marks=[pytest.mark.long] if (i + j) % 2 else [])
        for i, row in enumerate(rows)
        for j, column in enumerate(columns)
    ]
