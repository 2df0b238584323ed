# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables whose rows are printed one by one, and their Markdown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

R = TypeVar("R")


@dataclass(frozen=True)
class Column(Generic[R]):
    title: str
    unit: str
    width: int  # columns of text; negative if aligned to the left
    cell: Callable[[R], str]


def _line(columns: Sequence[Column[R]], cells: Sequence[str]) -> str:
    padded = (
        f"{cell:{'<' if column.width < 0 else '>'}{abs(column.width)}}"
        for column, cell in zip(columns, cells, strict=True)
    )
    return "  ".join(padded).rstrip()


def header(columns: Sequence[Column[R]]) -> str:
    titles = _line(columns, [column.title for column in columns])
    return titles + "\n" + _line(columns, [column.unit for column in columns])


def line(columns: Sequence[Column[R]], row: R) -> str:
    return _line(columns, [column.cell(row) for column in columns])


def markdown(columns: Sequence[Column[R]], rows: Sequence[R]) -> str:
    def bars(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cells) + " |\n"

    titles = [
        f"{column.title}, {column.unit}" if column.unit else column.title
        for column in columns
    ]
    rules = ["---" if column.width < 0 else "---:" for column in columns]
    body = ([column.cell(row) for column in columns] for row in rows)
    return "".join(map(bars, [titles, rules, *body]))
