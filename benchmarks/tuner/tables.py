# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables with the times of all strategies of parts of kernels' spaces.

    .venv/bin/python -m benchmarks.tuner.tables compile FOLDER [--filter=REGEX]
    .venv/bin/python -m benchmarks.tuner.tables time FOLDER [--filter=REGEX]

`compile` writes the programs of a random part of the space of each kernel to
FOLDER, and compiles them. `time` runs them, in turns with the default strategy of
the kernel, and writes `benchmarks/results/tables/KERNEL.txt`
(RecordedTable.h describes the file). Only `time` needs a machine on which nothing
else runs. Both continue where they were interrupted.
"""

import argparse
import datetime
import multiprocessing
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import onnx
import tvm_mlir
from tvm_mlir import Module, TvmError

from benchmarks.compiler import ROOT
from benchmarks.kernels import KERNELS
from benchmarks.machine import processor
from benchmarks.modules import feeds_of, has_results
from benchmarks.pinned import MeasureError
from benchmarks.tuner.plan import TABLES

PROGRAM = ROOT / "bazel-bin/benchmarks/tuner/table_points"
POINTS = 1500
SEED = 1
TARGET = "host,cores=1"
ROUNDS = 5
CHUNK = 50  # artefacts that are loaded at a time


def names() -> list[str]:
    """Returns the kernels of the tables: convolutions of ResNet-18 and depthwise
    ones of MobileNet."""
    return [f"C{n}" for n in range(1, 13)] + [f"D{n}" for n in range(1, 10)]


def options(name: str, target: str = TARGET) -> list[str]:
    """Returns the options of the kernel: no Winograd, whose products are another
    kernel for some shapes only."""
    return [f"--target={target}", "--winograd=never", *KERNELS[name].options]


def target_of(program: str) -> str:
    """Returns the target that a program was written for, in full, so that other
    machines have the same space."""

    def find(pattern: str) -> str:
        found = re.search(pattern, program)
        if not found:
            raise ValueError(f"expected a program with a target, got none for {pattern}")
        return found.group(1)

    def number(entry: str) -> str:
        return find(rf'"{entry}" = (\d+)')

    caches = [f"l{n}-cache={number(f'L{n}_cache_size_in_bytes')}" for n in (1, 2, 3)]
    triple, chip = find(r'triple = "([^"]+)"'), find(r'chip = "([^"]+)"')
    return ",".join([triple, f"mcpu={chip}", f"cores={number('cores')}", *caches])


def recorded_target(table: Path) -> str:
    """Returns the target of a table, which its first line names between the processor
    and the date."""
    with table.open() as file:
        found = re.fullmatch(r"# .+?, (.+), [\d-]+\n", file.readline())
    if not found:
        raise MeasureError(f"{table}: expected '# PROCESSOR, TARGET, DATE' at first")
    return found.group(1)


def write_programs(name: str, folder: Path, points: int = POINTS) -> None:
    """Writes the programs of at most `points` points of a kernel, unless they are
    there."""
    if (folder / "complete").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(KERNELS[name].build(), folder / "model.onnx")
    command = [PROGRAM, folder / "model.onnx", folder, points, SEED, *options(name)]
    printed = subprocess.run(
        list(map(str, command)), check=True, capture_output=True, text=True
    ).stdout
    (folder / "complete").write_text(printed)
    print(f"{name}: {printed.strip()}", flush=True)


def compile_one(program: Path) -> bool:
    """Compiles a program, unless that was done. Returns False if it fails."""
    artefact = program.with_suffix(".so")
    if artefact.exists():
        return True
    try:
        tvm_mlir.compile(program, output=artefact, no_cache=True)
    except TvmError as error:
        print(f"{program}: {error}", file=sys.stderr)
        return False
    return True


def programs(folder: Path) -> list[Path]:
    """Returns the programs of the points, by their numbers."""
    return sorted(folder.glob("point*.mlir"), key=lambda path: int(path.stem[5:]))


def compile_all(chosen: list[str], folder: Path, processes: int) -> None:
    for name in chosen:
        write_programs(name, folder / name)
        work = [folder / name / "default.mlir", *programs(folder / name)]
        with multiprocessing.Pool(processes, maxtasksperchild=200) as pool:
            done = sum(pool.imap_unordered(compile_one, work, chunksize=8))
        print(f"{name}: compiled {done} of {len(work)}", flush=True)


def time_chunk(
    folder: Path, chunk: list[Path], references: list[float]
) -> Iterator[float | None]:
    """Yields the time of each artefact as a share of the default's in the same turn;
    None for one that is missing or has another result. Adds the seconds of the default
    to `references`."""
    default = Module(folder / "default.so", num_threads=1)
    feeds = feeds_of(default)
    expected = default.run(feeds)
    modules = [
        Module(path.with_suffix(".so"), num_threads=1)
        if path.with_suffix(".so").exists()
        else None
        for path in chunk
    ]
    shares: list[list[float]] = [[] for _ in chunk]
    for _ in range(ROUNDS):
        for module, found in zip(modules, shares, strict=True):
            if not module:
                continue
            reference = min(default.time(feeds, repeat=2, warmup=1).times)
            references.append(reference)
            found.append(min(module.time(feeds, repeat=2, warmup=1).times) / reference)
    for module, found in zip(modules, shares, strict=True):
        is_right = module and has_results(module, feeds, expected)
        yield statistics.median(found) if is_right else None


def time_all(name: str, folder: Path) -> None:
    """Writes the table of a kernel, unless it is there."""
    table = TABLES / f"{name}.txt"
    if table.exists():
        return
    lines = (folder / "points").read_text().splitlines()
    target = target_of((folder / "default.mlir").read_text())
    parameters = [line for line in lines if line.startswith("parameter ")]
    points = [line for line in lines if not line.startswith("parameter ")]
    work = programs(folder)
    shares: list[float | None] = []
    references: list[float] = []
    for begin in range(0, len(work), CHUNK):
        shares += time_chunk(folder, work[begin : begin + CHUNK], references)
    default = statistics.median(references)
    words = [f"{share * default:.4g}" if share else "failed" for share in shares]
    header = [
        f"# {processor()}, {target}, {datetime.date.today()}",
        *(f"# {line}" for line in (folder / "complete").read_text().splitlines()),
        f"default {default:.4g}",
        *parameters,
    ]
    results = [f"{point} {words[int(point.split()[-1])]}" for point in points]
    TABLES.mkdir(parents=True, exist_ok=True)
    table.write_text("\n".join([*header, *results]) + "\n")
    print(f"{name}: {len(results)} points, {len(words)} programs", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=("compile", "time"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--filter", default="")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    chosen = [name for name in names() if re.search(arguments.filter, name)]
    if arguments.step == "compile":
        compile_all(chosen, arguments.folder, arguments.processes)
    else:
        for name in chosen:
            time_all(name, arguments.folder / name)


if __name__ == "__main__":
    main()
