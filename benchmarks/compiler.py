# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of tvmc, with their measurements."""

import json
import os
import struct
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HUGE_PAGE = 2 << 20  # bytes


class CompileError(Exception):
    """A failed compilation, with the text that tvmc wrote to stderr."""


@dataclass(frozen=True)
class Compiled:
    artefact: Path
    seconds: float
    peak_bytes: int  # largest resident memory


def tvmc() -> str:
    """Returns the compiler's command: $TVMC, or the program that Bazel built."""
    return os.environ.get("TVMC") or str(ROOT / "bazel-bin/tools/tvmc/tvmc")


def compile_model(
    model: Path, artefact: Path, *options: str, cold: bool = True
) -> Compiled:
    """Compiles a model, with an empty kernel cache if `cold`."""
    command = [tvmc(), "compile", str(model), "-o", str(artefact), "-q"]
    with (
        tempfile.TemporaryDirectory() as empty,
        tempfile.TemporaryFile() as errors,
    ):
        cache = {"XDG_CACHE_HOME": empty} if cold else {}
        start = time.monotonic()
        child = subprocess.Popen(
            [*command, *options],
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env={**os.environ, **cache},
        )
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            errors.seek(0)
            text = errors.read().decode(errors="replace").strip()
            raise CompileError(text or f"exit status {child.returncode}")
    return Compiled(artefact, seconds, usage.ru_maxrss * 1024)


def manifest(artefact: Path) -> dict[str, Any]:
    """Returns the JSON in the ELF section .tvm.manifest."""
    with artefact.open("rb") as file:

        def read(offset: int, size: int) -> bytes:
            file.seek(offset)
            return file.read(size)

        headers, size, count, names = struct.unpack(
            "<Q10xHHH", read(40, 8) + read(48, 10) + read(58, 6)
        )
        sections = [
            struct.unpack("<I20xQQ24x", read(headers + i * size, 64))
            for i in range(count)
        ]
        table = read(*sections[names][1:])
        for name, offset, length in sections:
            if table[name:].split(b"\0", 1)[0] == b".tvm.manifest":
                return json.loads(read(offset, length))
    raise ValueError(f"{artefact}: expected a section .tvm.manifest")


def renew(artefact: Path) -> None:
    """Writes an artefact again, in pieces of huge pages, as tvmc writes it. If memory
    was fragmented before, its weights have small pages, and a model may take a tenth
    longer: artefacts of different times could not be compared."""
    contents = memoryview(artefact.read_bytes())
    copy = artefact.with_suffix(".copy")
    with copy.open("wb", buffering=0) as file:
        for begin in range(0, len(contents), HUGE_PAGE):
            file.write(contents[begin : begin + HUGE_PAGE])
    copy.chmod(artefact.stat().st_mode)
    copy.replace(artefact)
