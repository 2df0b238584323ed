# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The place of a request in the user's program."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from ._text import quoted

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


class Location(NamedTuple):
    file: str
    line: int

    def __str__(self) -> str:
        """The form in IR."""
        return f"loc({quoted(self.file)}:{self.line}:1)"


def caller() -> Location:
    """The innermost line outside of this package."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    return Location(frame.f_code.co_filename, frame.f_lineno)
