# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Axes of a GPU's grid."""

from __future__ import annotations

from typing import Any

from ._checks import as_integer, as_symbol
from ._text import quoted


class ThreadAxis:
    """An axis of a GPU's grid, or virtual threads."""

    def __init__(self, tag: str, extent: int | None) -> None:
        self.tag = tag
        self.extent = extent

    def __repr__(self) -> str:
        dom = "" if self.extent is None else f"(0, {self.extent}), "
        return f"thread_axis({dom}'{self.tag}')"

    @property
    def var(self) -> ThreadAxis:
        return self

    def equal(self, index: Any) -> ThreadIndex:
        """Returns the condition of one thread: see Stage.set_store_predicate."""
        return ThreadIndex(self, as_integer(f"an index of '{self.tag}'", index))

    @property
    def is_virtual(self) -> bool:
        return self.tag == "vthread"

    def text(self) -> str:
        """The text of the mark of a loop that is bound to this axis."""
        axis = "" if self.is_virtual else f" to {quoted(self.tag)}"
        return axis if self.extent is None else f"{axis} extent {self.extent}"


class ThreadIndex:
    """One thread of an axis."""

    def __init__(self, axis: ThreadAxis, index: int) -> None:
        self.axis = axis
        self.index = index


def thread_axis(dom: Any = None, tag: str = "", name: str = "") -> ThreadAxis:
    """An axis of a GPU's grid: "blockIdx.x", "threadIdx.y" …; "vthread": virtual
    threads. A loop that is bound to an axis with the extent `dom` must have that many
    iterations. `name` is accepted for compatibility with TVM and has no effect."""
    if isinstance(dom, str):
        dom, tag = None, dom
    elif not tag:
        raise TypeError(f"expected a name of a thread axis, got {dom!r}")
    return ThreadAxis(as_symbol("a thread axis", tag), _extent(tag, dom))


def _extent(tag: str, dom: Any) -> int | None:
    if dom is None:
        return None
    try:
        begin, end = dom
    except (TypeError, ValueError):
        raise TypeError(
            f"expected (0, extent) of thread axis '{tag}', got {dom!r}"
        ) from None
    first = as_integer(f"begin of thread axis '{tag}'", begin)
    if first != 0:
        raise ValueError(f"expected thread axis '{tag}' to begin at 0, got {first}")
    return as_integer(f"extent of thread axis '{tag}'", end, 1)
