# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of a run, which are printed as they are measured."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from benchmarks.pinned import MeasureError
from benchmarks.table import Column, header, line

R = TypeVar("R")


def measure_each(
    names: Iterable[str],
    columns: Sequence[Column[R]],
    measure: Callable[[str], R],
    notes: Callable[[R], Sequence[str]] = lambda row: (),
) -> list[R]:
    """Prints rows as they are measured, and the reasons for missing ones."""
    print(header(columns), flush=True)
    rows = []
    for name in names:
        try:
            rows.append(row := measure(name))
        except MeasureError as failure:
            print(f"{name}: {failure}", flush=True)
            continue
        print(line(columns, row), flush=True)
        for note in notes(row):
            print(f"  note: {note}", flush=True)
    return rows
