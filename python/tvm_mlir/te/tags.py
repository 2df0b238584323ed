# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tags of operations, which a user's functions may search for."""

from __future__ import annotations

import contextlib
from typing import Iterator

_current: list[str] = []


def current_tag() -> str:
    """Returns the tag of the innermost tag_scope; "" outside of one."""
    return _current[-1] if _current else ""


@contextlib.contextmanager
def tag_scope(tag: str) -> Iterator[None]:
    """Sets `op.tag` of operations that are created in it, or in a function that it
    decorates, unless they have a tag."""
    if not isinstance(tag, str):
        raise TypeError(f"expected a string as tag, got {tag!r}")
    _current.append(tag)
    try:
        yield
    finally:
        _current.pop()
