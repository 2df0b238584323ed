# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The measurement of one model, compiled, checked and timed in all systems."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from benchmarks import machine
from benchmarks.compare import error_in_tolerances
from benchmarks.compiler import Compiled, CompileError, compile_model, renew
from benchmarks.exact import exact_outputs, relative_error
from benchmarks.facts import facts_of
from benchmarks.pinned import MeasureError, Peer
from benchmarks.rounds import PAUSE_ALONE, PAUSE_POOL, Times, take_turns
from benchmarks.timers import Arrays

OTHER_PEERS = {"openvino": "OpenVINO", "openblas": "OpenBLAS"}
PEERS = ("ort", *OTHER_PEERS)
DIRECT = "direct"  # our artefact without Winograd's algorithm


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
    # max|Δ| / max|exact| of each system, to results in f64
    errors: dict[str, float] = field(default_factory=dict)

    @property
    def ours(self) -> float:
        return self.times["tvm"].median

    @property
    def direct(self) -> float:
        """Returns our time without Winograd's algorithm."""
        return self.times.get(DIRECT, self.times["tvm"]).median

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


def direct_time(digits: int) -> Callable[[Measured], str]:
    """Returns the text of a column: our milliseconds without Winograd's algorithm,
    where these are others."""

    def text(row: Measured) -> str:
        measured = row.measured
        return measured.milliseconds(DIRECT, digits) if DIRECT in measured.times else "="

    return text


def errors(row: Measured) -> str:
    """Returns the text of a column: errors to results in f64."""
    found = row.measured.errors
    systems = (system for system in ("tvm", "ort", "openvino") if system in found)
    return " ".join(f"{found[system]:.0e}" for system in systems) or "–"


def least_of(system: str, digits: int) -> Callable[[Measured], str]:
    """Returns the text of a column: milliseconds of a system in its best round."""
    return lambda row: row.measured.milliseconds(system, digits, "best")


class _Systems:
    """The systems that take turns with a model; all of them have the same results."""

    def __init__(
        self, model: Path, scratch: Path, threads: int, running: ExitStack
    ) -> None:
        self._model, self._scratch, self._threads = model, scratch, threads
        self._running = running
        self.peers: dict[str, Peer] = {}
        self.errors: dict[str, float] = {}  # relative ones, to the results in f64
        self._exact = exact_outputs(model)
        self._reference: Arrays = {}

    def add_reference(self, system: str) -> None:
        """Starts the system whose results are those that others have to have."""
        self.peers[system] = self.start(system, self._model)
        self._reference = self._outputs(system)

    def add(self, name: str, system: str, file: Path) -> float:
        """Starts a system; returns its error in units of the tolerance. Raises, and
        leaves it out, where the results are wrong."""
        self.peers[name] = self.start(system, file)
        error = error_in_tolerances(
            self._outputs(name), self._reference, facts_of(self._model).probabilities
        )
        if error > 1:
            del self.peers[name]
            self.errors.pop(name, None)
            raise MeasureError(f"wrong result: {error:.2g} times the tolerance")
        return error

    def start(self, system: str, file: Path, beside: Path | None = None) -> Peer:
        """`beside`: the model whose inputs it gets."""
        inputs = (beside or self._model).with_suffix(".npz")
        return self._running.enter_context(Peer(system, file, inputs, self._threads))

    def _outputs(self, name: str) -> Arrays:
        outputs = self.peers[name].outputs(self._scratch)
        if self._exact is not None:
            self.errors[name] = relative_error(outputs, self._exact)
        return outputs


def measure(
    model: Path,
    scratch: Path,
    settings: Settings,
    others: Mapping[str, Other] = MappingProxyType({}),
    before: Callable[[], object] = lambda: None,
    options: tuple[str, ...] = (),
    direct: bool = False,
) -> Measurement:
    """Measures `model`, whose inputs are in a file beside it. ONNX Runtime's outputs
    are the reference. If our outputs differ, there is no measurement; if another
    peer's differ, the peer is left out.

    `others` are timed in the same rounds; those of the same model have to have the
    same results. `before` is called before each round. The model is compiled with
    `options`. With `direct`, an artefact without Winograd's algorithm takes part if it
    differs from the usual one.
    """
    compiled = compile_for(model, scratch / f"{model.stem}.so", *options)
    others = dict(others)
    if direct and (other := _compile_direct(model, scratch, compiled, options)):
        others[DIRECT] = Other(other, model)
    for artefact in (compiled.artefact, *(each.artefact for each in others.values())):
        renew(artefact)
    notes = busy_notes(settings.patience)
    if machine.share_cores(machine.cores(settings.threads)):
        notes.append("two threads share a physical core")
    with ExitStack() as running:
        systems = _Systems(model, scratch, settings.threads, running)
        systems.add_reference("ort")
        error = systems.add("tvm", "tvm", compiled.artefact)
        for peer, title in OTHER_PEERS.items():
            if peer == "openblas" and not facts_of(model).is_product:
                continue
            try:
                systems.add(peer, peer, model)
            except MeasureError as failure:
                notes.append(f"no times of {title}: {failure}")
        for name, other in others.items():
            if other.model == model:
                systems.add(name, "tvm", other.artefact)
            else:
                started = systems.start("tvm", other.artefact, other.model)
                systems.peers[name] = started
        times = take_turns(
            systems.peers,
            settings.rounds,
            settings.time_budget,
            PAUSE_POOL if settings.threads > 1 else PAUSE_ALONE,
            before,
        )
        starts = {name: peer.start for name, peer in systems.peers.items()}
    return Measurement(compiled, times, starts, error, notes, systems.errors)


def _compile_direct(
    model: Path, scratch: Path, compiled: Compiled, options: tuple[str, ...]
) -> Path | None:
    """Returns the artefact without Winograd's algorithm; None if it is the same, or
    `options` decide that already."""
    if any(option.startswith("--winograd") for option in options):
        return None
    path = scratch / f"{model.stem}.direct.so"
    direct = compile_for(model, path, *options, "--winograd=never").artefact
    if direct.read_bytes() != compiled.artefact.read_bytes():
        return direct
    direct.unlink()
    return None


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
