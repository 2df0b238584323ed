# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measuring a program: it is compiled and run by tvmc, in processes of their own.

A program runs in turns with the same kernel by default. Before, its results are compared
with that kernel's for each Sample. So a candidate that crashes, hangs or computes
something else is a Failure, and does no harm. Times that vary too much are Noise.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence, Union

from .._library import find_program
from ..errors import TvmError


@dataclass(frozen=True)
class Times:
    """The times of one measurement, in seconds."""

    median: float
    lower: float
    upper: float
    reference: float
    """The median of the default, which ran in turns."""
    share: float
    """The time divided by the default's, of the least disturbed runs of both."""
    runs: int


@dataclass(frozen=True)
class Failure:
    """Why there are no times."""

    cause: str
    """Its kind as in the compiler's records, and what happened: "hang: time limit of 20 s"."""


@dataclass(frozen=True)
class Noise:
    """The machine was too noisy: the times varied so much that they say nothing."""


Result = Union[Times, Failure, Noise]
Artefact = Union[bytes, Failure]

_LONGEST = 7
"""What `tvmc compare --max-spread` takes at most, in multiples of --time: it measures up
to three times, each twice as long as the time before."""


@dataclass(frozen=True)
class Limits:
    """Limits of a process; 0: none."""

    seconds: float = 60
    megabytes: int = 0


COMPILING, RUNNING = Limits(60, 4096), Limits(20)
"""Of a candidate."""


@dataclass(frozen=True)
class Measuring:
    """How programs are measured."""

    num_threads: int = 0
    """Threads of a run; 0: all."""
    milliseconds: int = 100
    """For both programs together. Noise is measured again, for twice as long, and then for
    four times as long."""
    max_spread: float | None = 0.25
    """The largest distance of the quartiles of a program's times, as a share of their
    median, that is no noise; None: any."""
    compiling: Limits = COMPILING
    running: Limits = RUNNING
    compile_options: tuple[str, ...] = ()
    """Options of `tvmc compile`, such as plug-ins."""
    run_options: tuple[str, ...] = ()
    """Options of commands that run artefacts: libraries."""


@dataclass(frozen=True)
class Sample:
    """Inputs with which results are compared, in files as of `tvmc run`."""

    inputs: Path | None = None
    """None: random ones."""
    exact: Path | None = None
    """Results in f64; None: there are none."""


RANDOM = (Sample(),)
"""Only random inputs, without exact results."""


def machine_name() -> str:
    """The name of this machine's processor, as the compiler calls it in records."""
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _cause(errors: str, status: int) -> str:
    if status < 0:
        return f"signal: {signal.strsignal(-status) or -status}"
    message = errors.partition("error: ")[2] or errors
    return message.strip().partition("\n")[0] or f"exit status {status}"


@dataclass(frozen=True)
class _End:
    """How a process ended that failed."""

    cause: str
    output: str = ""
    is_signal: bool = False
    is_time: bool = False
    is_memory: bool = False


def _run_tvmc(arguments: Sequence[str], limits: Limits) -> str | _End:
    """Returns the output of `tvmc ARGUMENTS`."""
    process = subprocess.Popen(
        [find_program("tvmc"), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    if limits.megabytes:
        size = limits.megabytes << 20
        resource.prlimit(process.pid, resource.RLIMIT_DATA, (size, size))
    try:
        output, errors = process.communicate(timeout=limits.seconds or None)
    except subprocess.TimeoutExpired:
        return _End(f"time limit of {limits.seconds:g} s", is_time=True)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    if not process.returncode:
        return output
    cause = _cause(errors, process.returncode)
    if limits.megabytes and cause == "out of memory":
        return _End(f"memory limit of {limits.megabytes} MB", is_memory=True)
    return _End(cause, output, is_signal=process.returncode < 0)


def _describe_compilation(end: _End) -> Failure:
    is_limit = end.is_time or end.is_memory
    return Failure(f"compile {'limit' if is_limit else 'error'}: {end.cause}")


def _describe_run(end: _End) -> Failure:
    if end.is_signal or end.is_time:
        return Failure(f"{'crash' if end.is_signal else 'hang'}: {end.cause}")
    try:
        fault = json.loads(end.output)  # of tvmc compare
        return Failure(f"{fault['cause']}: {fault['fault']}")
    except (ValueError, KeyError, TypeError):
        return Failure(f"run error: {end.cause}")


def compile_program(program: bytes, weights: bytes, measuring: Measuring) -> Artefact:
    """The artefact of a program, whose constants are in `weights`."""
    with tempfile.TemporaryDirectory(prefix="tvm_mlir-") as name:
        folder = Path(name)
        (folder / "program.mlir").write_bytes(program)
        (folder / "weights.bin").write_bytes(weights)
        failure = compile_file(folder / "program.mlir", folder / "program.so", measuring)
        return failure or (folder / "program.so").read_bytes()


def compile_file(
    program: Path, artefact: Path, measuring: Measuring, *options: str
) -> Failure | None:
    """Compiles a program whose constants are beside it."""
    arguments = ["compile", str(program), "-q", "--no-cache", "-o", str(artefact)]
    arguments += [*measuring.compile_options, *options]
    result = _run_tvmc(arguments, measuring.compiling)
    return _describe_compilation(result) if isinstance(result, _End) else None


def run_file(
    artefact: Path, inputs: Path | None, outputs: Path, measuring: Measuring
) -> Failure | None:
    """Runs an artefact once. Inputs that are not in the file are random."""
    arguments = ["run", str(artefact), "--fill=random", f"--outputs={outputs}"]
    arguments += [f"--threads={measuring.num_threads}", *measuring.run_options]
    if inputs is not None:
        arguments.append(f"--inputs={inputs}")
    result = _run_tvmc(arguments, measuring.running)
    return _describe_run(result) if isinstance(result, _End) else None


def compare_artefacts(
    reference: Artefact,
    artefact: Artefact,
    measuring: Measuring,
    samples: Sequence[Sample] = RANDOM,
) -> Result:
    """The times of an artefact in turns with those of `reference`, with the last sample.
    A Failure if their results differ for one of the samples."""
    for given in (reference, artefact):
        if isinstance(given, Failure):
            return given
    assert isinstance(reference, bytes) and isinstance(artefact, bytes)
    with tempfile.TemporaryDirectory(prefix="tvm_mlir-") as name:
        paths = [Path(name) / "reference.so", Path(name) / "candidate.so"]
        paths[0].write_bytes(reference)
        paths[1].write_bytes(artefact)
        return compare_files(paths[0], paths[1], measuring, samples)


def compare_files(
    reference: Path,
    artefact: Path,
    measuring: Measuring,
    samples: Sequence[Sample] = RANDOM,
) -> Result:
    """The same for files."""
    running = measuring.running
    limits = Limits(
        running.seconds + _LONGEST * measuring.milliseconds / 1000, running.megabytes
    )
    arguments = ["compare", str(reference), str(artefact), "--guard", "--json"]
    arguments += [f"--threads={measuring.num_threads}", *measuring.run_options]
    for sample in samples[:-1]:
        only_results = [*arguments, *_sample_options(sample), "--only-results"]
        result = _run_tvmc(only_results, limits)
        if isinstance(result, _End):
            return _describe_run(result)
    arguments += [*_sample_options(samples[-1]), f"--time={measuring.milliseconds}"]
    if measuring.max_spread is not None:
        arguments.append(f"--max-spread={measuring.max_spread}")
    result = _run_tvmc(arguments, limits)
    if isinstance(result, _End):
        return _describe_run(result)
    return _parse_result(result)


def _sample_options(sample: Sample) -> list[str]:
    given = {"inputs": sample.inputs, "exact": sample.exact}
    return [f"--{name}={path}" for name, path in given.items() if path is not None]


def _parse_result(text: str) -> Times | Noise:
    try:
        found = json.loads(text)
        first, second = found["first"], found["second"]
        if found.get("is_noisy"):
            return Noise()
        return Times(
            second["median"],
            second["lower"],
            second["upper"],
            first["median"],
            found["share"],
            found["rounds"],
        )
    except (ValueError, KeyError, TypeError):
        raise TvmError(f"expected times of tvmc compare, got {text!r}") from None
