"""Tags of operations: what a user's function, which looks for them, makes of them."""

from __future__ import annotations

import contextlib
from typing import Iterator

_current: list[str] = []


def current_tag() -> str:
    """Returns the tag of the innermost tag_scope; "" outside of one."""
    return _current[-1] if _current else ""


@contextlib.contextmanager
def tag_scope(tag: str) -> Iterator[None]:
    """`op.tag` of what is computed in it, or in a function that it decorates,
    where that gives none itself."""
    if not isinstance(tag, str):
        raise TypeError(f"expected a string as tag, got {tag!r}")
    _current.append(tag)
    try:
        yield
    finally:
        _current.pop()
