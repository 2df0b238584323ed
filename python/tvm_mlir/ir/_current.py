# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The current context, location and insertion point, which `with` statements set."""

from __future__ import annotations

import contextlib
import threading
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Generic,
    Iterator,
    NamedTuple,
    TypeVar,
)

if TYPE_CHECKING:
    from .contexts import Context
    from .insertion import InsertionPoint
    from .locations import Location

T = TypeVar("T")


class Frame(NamedTuple):
    context: Context
    location: Location | None = None
    insertion_point: InsertionPoint | None = None


class _Stack(threading.local):
    def __init__(self) -> None:
        self.frames: list[Frame] = []


_stack = _Stack()


def enter(
    context: Context,
    location: Location | None = None,
    insertion_point: InsertionPoint | None = None,
) -> None:
    """Enters a frame; parts that are not given stay as they are in that context."""
    top = _stack.frames[-1] if _stack.frames else None
    if top and top.context is context:
        location = location or top.location
        insertion_point = insertion_point or top.insertion_point
    _stack.frames.append(Frame(context, location, insertion_point))


def leave() -> None:
    _stack.frames.pop()


@contextlib.contextmanager
def called_at(location: Location) -> Iterator[None]:
    """Runs a pass or a pattern without the frames of its caller."""
    _stack.frames.append(Frame(location.context, location))
    try:
        yield
    finally:
        leave()


def context(given: Context | None = None) -> Context:
    if given is not None:
        return given
    if not _stack.frames:
        raise RuntimeError("expected a context: `with Context():`, or `context=`")
    return _stack.frames[-1].context


def location(given: Location | None = None) -> Location:
    if given is not None:
        return given
    found = _stack.frames[-1].location if _stack.frames else None
    if found is None:
        raise RuntimeError("expected a location: `with Location.unknown():`, or `loc=`")
    return found


def insertion_point() -> InsertionPoint | None:
    return _stack.frames[-1].insertion_point if _stack.frames else None


class Current(Generic[T]):
    """A class attribute for the current object of a surrounding `with` statement."""

    def __init__(self, find: Callable[[], T]) -> None:
        self._find = find

    def __get__(self, instance: Any, owner: Any = None) -> T:
        return self._find()
