# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Strings and symbols in the form of IR."""

from __future__ import annotations

import re


def quoted(text: str) -> str:
    """A string."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    is_plain = char.isprintable() and char not in '"\\'
    return char if is_plain else "".join(f"\\{b:02X}" for b in char.encode())


def symbol_name(name: str) -> str:
    """A reference to a symbol."""
    is_plain = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_$.]*", name)
    return "@" + (name if is_plain else quoted(name))
