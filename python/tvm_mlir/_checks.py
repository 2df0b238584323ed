# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of numbers from users; errors contain the expected and the given value."""

from __future__ import annotations

from typing import Any

_LEAST = -(1 << 63)
_MOST = (1 << 63) - 1


def as_integer(
    what: str, value: Any, least: int | None = _LEAST, most: int | None = _MOST
) -> int:
    """An integer from `least` to `most`, by default of 64 bits; None is no limit."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"expected an integer as {what}, got {type(value).__name__}")
    result = int(value.__index__())
    if least is not None and result < least:
        raise ValueError(f"expected a {what} from {least} on, got {result}")
    if most is not None and result > most:
        limit = "of 64 bits" if most == _MOST else f"up to {most}"
        raise ValueError(f"expected a {what} {limit}, got {result}")
    return result
