# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as loops, in the syntax of Python: parse and write."""

from typing import NoReturn

from .._absent import absent
from . import _absent
from .hybrid_parser import Kernel, parse
from .hybrid_text import write

__all__ = ["Kernel", "parse", "write"]


def __getattr__(name: str) -> NoReturn:
    raise absent("te.hybrid", name, _absent.HYBRID)
