# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Samples on the workers of a cluster, which keep files by their contents.

A job names the files of its samples. A worker that does not have them answers Missing,
and gets the job again, with the files. So each worker receives the files of a kernel
once, however many candidates it measures.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Sequence

from .measuring import Artefact, Measuring, Result, Sample, compare_artefacts


@dataclass(frozen=True)
class Shipment:
    """Samples on their way to workers."""

    samples: tuple[Sample, ...]
    """With names of files that follow from their contents."""
    files: Mapping[str, Path]
    """The files of this machine, by these names."""


@dataclass(frozen=True)
class Missing:
    """The answer of a worker that does not have the files of a job."""


def pack(samples: Sequence[Sample]) -> Shipment:
    """Names the files of samples."""
    files: dict[str, Path] = {}

    def name(path: Path | None) -> Path | None:
        if path is None:
            return None
        named = hashlib.sha256(path.read_bytes()).hexdigest() + ".npz"
        files[named] = path
        return Path(named)

    named = tuple(Sample(name(each.inputs), name(each.exact)) for each in samples)
    return Shipment(named, files)


def unpack(
    samples: Sequence[Sample], files: Mapping[str, bytes], folder: Path
) -> tuple[Sample, ...] | Missing:
    """Samples whose files are in `folder`, to which `files` are added."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, contents in files.items():
        _write(folder / name, contents)

    def place(name: Path | None) -> Path | None:
        return None if name is None else folder / name

    placed = tuple(Sample(place(each.inputs), place(each.exact)) for each in samples)
    paths = [path for each in placed for path in (each.inputs, each.exact)]
    if not all(path is None or path.exists() for path in paths):
        return Missing()
    return placed


def _write(path: Path, contents: bytes) -> None:
    """Writes a file as a whole: other threads may read or write it, too."""
    descriptor, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(contents)
    os.replace(name, path)


def measure_shipped(
    reference: Artefact,
    artefact: Artefact,
    measuring: Measuring,
    samples: Sequence[Sample],
    files: Mapping[str, bytes],
) -> Result | Missing:
    """What compare_artefacts returns, on a worker, whose folder keeps `files` until it
    ends."""
    from distributed import get_worker

    folder = Path(get_worker().local_directory) / "tvm_mlir"
    placed = unpack(samples, files, folder)
    if isinstance(placed, Missing):
        return placed
    return compare_artefacts(reference, artefact, measuring, placed)
