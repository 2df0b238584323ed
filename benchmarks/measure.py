"""The measurement of one model, compiled, checked and timed in all systems."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from benchmarks import machine
from benchmarks.compare import error_in_tolerances, probabilities_of_file
from benchmarks.compiler import Compiled, CompileError, compile_model, renew
from benchmarks.pinned import MeasureError, Peer
from benchmarks.rounds import PAUSE_ALONE, PAUSE_POOL, Times, take_turns

PEERS = ("ort", "openvino")


@dataclass(frozen=True)
class Settings:
    threads: int
    rounds: int
    time_budget: float  # seconds for all rounds of one model
    patience: float  # seconds to wait for an idle machine


@dataclass(frozen=True)
class Other:
    """Another artefact of ours, which is timed in the same rounds."""

    artefact: Path
    model: Path  # its inputs are in a file beside it


@dataclass(frozen=True)
class Measurement:
    compiled: Compiled
    times: dict[str, Times]  # by "tvm", the peers that work, other artefacts
    starts: dict[str, dict[str, float]]  # ms of loading and of the first run
    error: float  # our error in units of the tolerance
    notes: list[str]

    @property
    def ours(self) -> float:
        return self.times["tvm"].median

    @property
    def peers(self) -> dict[str, float]:
        return {
            peer: self.times[peer].median for peer in PEERS if peer in self.times
        }

    def milliseconds(self, system: str, digits: int, part: str = "median") -> str:
        if system not in self.times:
            return "–"
        return f"{getattr(self.times[system], part):.{digits}f}"

    def as_json(self) -> dict[str, Any]:
        result = asdict(self)
        result["compiled"].pop("artefact")
        return result


class Measured(Protocol):
    """A row of a table with a measurement."""

    @property
    def measured(self) -> Measurement: ...


def time_of(system: str, digits: int) -> Callable[[Measured], str]:
    """Returns the text of a column: milliseconds of a system."""
    return lambda row: row.measured.milliseconds(system, digits)


def least_of(system: str, digits: int) -> Callable[[Measured], str]:
    """Returns the text of a column: milliseconds of a system in its best round."""
    return lambda row: row.measured.milliseconds(system, digits, "best")


def measure(
    model: Path,
    scratch: Path,
    settings: Settings,
    others: Mapping[str, Other] = MappingProxyType({}),
    before: Callable[[], object] = lambda: None,
    options: tuple[str, ...] = (),
) -> Measurement:
    """Measures `model`, whose inputs are in a file beside it. ONNX Runtime's outputs
    are the reference. If our outputs differ, there is no measurement; if OpenVINO's
    differ, OpenVINO is left out.

    `others` are timed in the same rounds; those of the same model have to have the
    same results. `before` is called before each round. The model is compiled with
    `options`.
    """
    compiled = compile_for(model, scratch / f"{model.stem}.so", *options)
    for artefact in (compiled.artefact, *(each.artefact for each in others.values())):
        renew(artefact)
    notes = busy_notes(settings.patience)
    if machine.share_cores(machine.cores(settings.threads)):
        notes.append("two threads share a physical core")
    with ExitStack() as running:

        def start(system: str, file: Path, beside: Path = model) -> Peer:
            inputs = beside.with_suffix(".npz")
            peer = Peer(system, file, inputs, settings.threads)
            return running.enter_context(peer)

        peers = {"tvm": start("tvm", compiled.artefact)}
        peers["ort"] = start("ort", model)
        reference = peers["ort"].outputs(scratch)

        def check(system: Peer) -> float:
            error = error_in_tolerances(
                system.outputs(scratch), reference, probabilities_of_file(model)
            )
            if error > 1:
                raise MeasureError(f"wrong result: {error:.2g} times the tolerance")
            return error

        error = check(peers["tvm"])
        try:
            openvino = start("openvino", model)
            check(openvino)
            peers["openvino"] = openvino
        except MeasureError as failure:
            notes.append(f"no times of OpenVINO: {failure}")
        for name, other in others.items():
            peers[name] = start("tvm", other.artefact, other.model)
            if other.model == model:
                check(peers[name])
        times = take_turns(
            peers,
            settings.rounds,
            settings.time_budget,
            PAUSE_POOL if settings.threads > 1 else PAUSE_ALONE,
            before,
        )
    starts = {name: peer.start for name, peer in peers.items()}
    return Measurement(compiled, times, starts, error, notes)


def compile_for(model: Path, artefact: Path, *options: str) -> Compiled:
    """Compiles a model that will be measured; refusals are MeasureErrors."""
    try:
        return compile_model(model, artefact, *options)
    except (CompileError, FileNotFoundError) as refusal:
        text = str(refusal).splitlines()[0]
        raise MeasureError(f"compile: {text}") from refusal


def busy_notes(patience: float) -> list[str]:
    """Waits for other programs to finish; says so if they do not."""
    busy = machine.wait_until_idle(patience)
    return [f"{busy:.0%} of the machine is busy"] if busy > 0.1 else []
