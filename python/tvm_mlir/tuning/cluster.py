# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measuring on a cluster of Dask (the package `distributed`).

Workers with the resource "compile" compile, those with the resource of the device
run artefacts:

    dask scheduler
    dask worker tcp://host:8786 --nthreads 8 --resources compile=8
    dask worker tcp://host:8786 --nthreads 1 --resources measure=1

A job whose worker dies runs on another one. TLS is Dask's: an address "tls://..."
takes the certificates of Dask's configuration (distributed.comm.tls), and a Client
has its own.
"""

from __future__ import annotations

import importlib
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from ..errors import TvmError
from .measuring import (
    Artefact,
    Failure,
    Measuring,
    Noise,
    Result,
    Sample,
    Times,
    compare_artefacts,
    compile_program,
    machine_name,
)
from .shipping import Missing, Shipment, measure_shipped, pack
from .workers import Job

if TYPE_CHECKING:
    from distributed import Client

COMPILE = "compile"
"""The resource of workers that compile."""
_CONNECT_SECONDS = 10
_GONE_SECONDS = 60
"""How long a cluster may be without a worker of a resource."""
_SLOTS_PER_DEVICE = 2
"""Candidates per measuring worker: one runs while the next is compiled."""


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise TvmError(
            f"a cluster needs the package distributed ({error}): pip install distributed"
        ) from None
    return distributed


def _connect(cluster: Union[str, Client]) -> tuple[Any, bool]:
    """The client, and whether this call opened it."""
    if not isinstance(cluster, str):
        return cluster, False
    try:
        return _distributed().Client(cluster, timeout=_CONNECT_SECONDS), True
    except (OSError, ValueError, TypeError) as error:
        raise TvmError(f"cannot connect to the cluster {cluster}: {error}") from None


@dataclass(frozen=True)
class _Running:
    """A job on the cluster: futures of its artefacts, and its samples."""

    job: Job
    reference: Any
    artefact: Any
    shipment: Shipment


class ClusterWorkers:
    """The workers of a cluster."""

    def __init__(
        self, cluster: Union[str, Client], device: str, measuring: Measuring
    ) -> None:
        self._dask = _distributed()
        self._client, self._owns_client = _connect(cluster)
        self._device = device
        self._measuring = measuring
        self._weights = b""
        self._sent: Any = None  # the weights on the cluster
        self._complete = time.monotonic()  # when all resources were there
        self._references: dict[str, Any] = {}
        self._shipments: dict[tuple[Sample, ...], Shipment] = {}
        self._files: dict[tuple[Sample, ...], Any] = {}  # on the cluster
        self._jobs: dict[Any, _Running] = {}
        try:
            for resource in (COMPILE, device):
                self._require(resource)
            self._check_package()
            self._machine: str = self._finish(self._on(device, machine_name))
        except BaseException:
            self.close()
            raise

    def _find(self, resource: str) -> dict[str, float]:
        """How many jobs of a resource each worker runs at a time, by its address."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"].items()
        found = {address: known["resources"].get(resource, 0) for address, known in workers}
        return {address: count for address, count in found.items() if count > 0}

    def _count(self, resource: str) -> int:
        return int(sum(self._find(resource).values()))

    def _check_package(self) -> None:
        """Fails where jobs cannot be read: such a worker would end, without an answer."""
        workers = [*self._find(COMPILE), *self._find(self._device)]
        try:
            self._client.run_on_scheduler(importlib.import_module, "tvm_mlir")
            self._client.run(importlib.import_module, "tvm_mlir", workers=workers)
        except ImportError as error:
            raise TvmError(
                f"the scheduler and the workers need the package tvm_mlir: {error}"
            ) from None

    def _require(self, resource: str) -> None:
        if self._count(resource) == 0:
            raise TvmError(
                f"no worker of the cluster has the resource {resource!r}: start one with "
                f"`dask worker ADDRESS --resources {resource}=1`"
            )

    def _on(self, resource: str, function: Any, *arguments: Any, **more: Any) -> Any:
        with warnings.catch_warnings():
            # Weights and artefacts are large, and are sent once.
            warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
            return self._client.submit(
                function, *arguments, resources={resource: 1}, pure=False, **more
            )

    def _finish(self, future: Any) -> Any:
        """The result of a job of the device."""
        self._complete = time.monotonic()
        while not self._await([future]):
            self._check_presence(self._device)
        try:
            return future.result()
        except (self._dask.KilledWorker, self._dask.CancelledError) as error:
            raise TvmError(f"a job was lost with its workers: {error}") from None

    def _await(self, futures: list[Any], seconds: float = 1) -> list[Any]:
        """Futures that ended, after so many seconds at most."""
        try:
            self._dask.wait(futures, seconds, return_when="FIRST_COMPLETED")
        except self._dask.TimeoutError:
            pass
        except self._dask.CancelledError:
            self._check_connection()
        return [future for future in futures if future.done()]

    @property
    def machine(self) -> str:
        return self._machine

    @property
    def slots(self) -> int:
        return max(1, self._count(self._device) * _SLOTS_PER_DEVICE)

    def start(self, weights: bytes) -> None:
        self._weights = weights

    def _compile(self, program: bytes) -> Any:
        # The weights are a job's result, which is computed again if its worker dies.
        if self._sent is None:
            self._sent = self._on(COMPILE, bytes, self._weights)
        return self._on(COMPILE, compile_program, program, self._sent, self._measuring)

    def submit(self, job: Job) -> None:
        if job.task not in self._references:
            self._references[job.task] = self._compile(job.reference)
        if job.samples not in self._shipments:
            self._shipments[job.samples] = pack(job.samples)
        running = _Running(
            job,
            self._references[job.task],
            self._compile(job.program),
            self._shipments[job.samples],
        )
        self._measure(running, files={})

    def _measure(self, running: _Running, files: Any) -> None:
        future = self._on(
            self._device,
            measure_shipped,
            running.reference,
            running.artefact,
            self._measuring,
            running.shipment.samples,
            files,
        )
        self._jobs[future] = running

    def _send_files(self, running: _Running) -> Any:
        """The files of a job's samples, as the result of a job."""
        samples = running.job.samples
        if samples not in self._files:
            paths = running.shipment.files
            contents = {name: path.read_bytes() for name, path in paths.items()}
            self._files[samples] = self._on(COMPILE, dict, contents)
        return self._files[samples]

    def wait(self, seconds: float) -> list[tuple[int, Result | None]]:
        ended = self._await(list(self._jobs), seconds)
        if not ended:
            self._check_presence(COMPILE, self._device)
        results: list[tuple[int, Result | None]] = []
        for future in ended:
            running, result = self._jobs.pop(future), self._result(future)
            if isinstance(result, Missing):
                self._measure(running, self._send_files(running))
            else:
                results.append((running.job.id, result))
        return results

    def _check_connection(self) -> None:
        if self._client.status != "running":
            raise TvmError("the connection to the scheduler of the cluster was lost")

    def _check_presence(self, *resources: str) -> None:
        """Fails if nobody with one of these has been there who could go on."""
        gone = [name for name in resources if self._count(name) == 0]
        now = time.monotonic()
        if not gone:
            self._complete = now
        elif now - self._complete > _GONE_SECONDS:
            raise TvmError(
                f"the cluster has had no worker with the resource {gone[0]!r} for "
                f"{_GONE_SECONDS} s"
            )

    def _result(self, future: Any) -> Result | Missing | None:
        """The result of a job that ended; None if it was lost with its workers."""
        try:
            result = future.result()
        except (self._dask.KilledWorker, self._dask.CancelledError):
            self._check_connection()
            self._forget()
            return None
        assert isinstance(result, (Times, Failure, Noise, Missing))
        return result

    def compare(self, reference: Path, artefact: Path, measuring: Measuring) -> Result:
        given: list[Artefact] = [reference.read_bytes(), artefact.read_bytes()]
        result: Result = self._finish(
            self._on(self._device, compare_artefacts, *given, measuring)
        )
        return result

    def _forget(self) -> None:
        """Drops results that may be lost; they are made again when they are needed."""
        self._references.clear()
        self._files.clear()
        self._sent = None

    def close(self) -> None:
        for future in self._jobs:
            future.cancel()
        self._jobs.clear()
        self._forget()
        if self._owns_client:
            self._client.close()
