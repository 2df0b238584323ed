# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of arguments; errors contain the expected and the given value."""

from __future__ import annotations

from typing import Any

from .._checks import as_integer as as_integer


def as_name(what: str, name: Any) -> str:
    """A name, which may be any text."""
    if not isinstance(name, str):
        raise TypeError(f"expected a name of {what}, got {name!r}")
    return name


def as_symbol(what: str, name: Any) -> str:
    """Returns `name` if linkers and targets accept it as a symbol."""
    as_name(what, name)
    if not name or "\0" in name:
        raise ValueError(f"expected a name of {what}, got {name!r}")
    return str(name)
