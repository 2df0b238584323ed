"""Kernels as loops, in the syntax of Python: parse and write."""

from .hybrid_parser import Kernel, parse
from .hybrid_text import write

__all__ = ["Kernel", "parse", "write"]
