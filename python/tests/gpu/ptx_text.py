# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the subset of PTX that the compiler writes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


class PtxError(Exception):
    """The error for code that a GPU refuses or executes wrongly."""


@dataclass
class Instruction:
    line: int
    guard: str | None
    negated: bool
    name: str
    types: list[str]
    operands: list[str]


@dataclass
class Kernel:
    parameters: list[str] = field(default_factory=list)
    # Name -> offset, of buffers in shared and in a thread's own memory.
    shared: dict[str, int] = field(default_factory=dict)
    local: dict[str, int] = field(default_factory=dict)
    shared_bytes: int = 0
    local_bytes: int = 0
    threads: tuple[int, ...] = ()
    labels: dict[str, int] = field(default_factory=dict)
    code: list[Instruction] = field(default_factory=list)


_BUFFER = re.compile(
    r"\.(shared|local) \.align (\d+) \.[busf](\d+)\s+([\w$]+)(?:\[(\d+)\])?"
)
_CODE = re.compile(r"(?:@(!?)(%\w+)\s+)?([a-z]\w*)((?:\.\w+)*)\s*(.*)")
_OPERANDS = re.compile(r"\{[^}]*\}|\[[^\]]*\]|[^,\s]+")


def _add_buffer(kernel: Kernel, match: re.Match[str]) -> None:
    space, align, name = match[1], int(match[2]), match[4]
    size = int(match[3]) // 8 * int(match[5] or 1)
    # The buffer is not better aligned than required.
    offset = getattr(kernel, space + "_bytes")
    offset += -offset % align
    if offset % (2 * align) == 0:
        offset += align
    getattr(kernel, space)[name] = offset
    # Behind the buffer is room for a vector of which only the first elements are used.
    setattr(kernel, space + "_bytes", offset + size + -size % align)


def _add_line(kernel: Kernel, number: int, line: str) -> None:
    if match := _BUFFER.match(line):
        _add_buffer(kernel, match)
    elif line.startswith(".maxntid"):
        kernel.threads = tuple(int(size) for size in re.findall(r"\d+", line))
    elif line.startswith(".param"):
        kernel.parameters.append(line.split()[-1].rstrip(","))
    elif line.endswith(":"):
        kernel.labels[line[:-1]] = len(kernel.code)
    elif line[0] not in ".(){}":
        match = _CODE.fullmatch(line.rstrip(";"))
        if not match:
            raise PtxError(f"line {number}: {line}")
        types = match[4].split(".")[1:]
        operands = _OPERANDS.findall(match[5])
        kernel.code.append(
            Instruction(number, match[2], match[1] == "!", match[3], types, operands)
        )


def parse(text: str) -> dict[str, Kernel]:
    """Returns the kernels of a module by name."""
    kernels: dict[str, Kernel] = {}
    kernel = None
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("//")[0].strip()
        if match := re.match(r"\.visible \.entry (\w+)\(", line):
            kernel = kernels[match[1]] = Kernel()
        elif kernel and line:
            _add_line(kernel, number, line)
    return kernels
