"""What users pass, checked: with what was expected, and what was given."""

from __future__ import annotations

from typing import Any


def as_name(what: str, name: Any) -> str:
    """A name, which may be any text."""
    if not isinstance(name, str):
        raise TypeError(f"expected a name of {what}, got {name!r}")
    return name


def as_symbol(what: str, name: Any) -> str:
    """What a linker or a target calls something."""
    as_name(what, name)
    if not name or "\0" in name:
        raise ValueError(f"expected a name of {what}, got {name!r}")
    return str(name)


def as_integer(what: str, value: Any, least: int = -(1 << 63)) -> int:
    """An integer of 64 bits from `least` on."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"expected an integer as {what}, got {type(value).__name__}")
    result = int(value.__index__())
    if result < least:
        raise ValueError(f"expected a {what} from {least} on, got {result}")
    if result >= 1 << 63:
        raise ValueError(f"expected a {what} of 64 bits, got {result}")
    return result
