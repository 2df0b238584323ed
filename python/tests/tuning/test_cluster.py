# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tuning on a cluster of Dask."""

import os
import subprocess
import sys
import time
import warnings

import dask
import distributed
import pytest
from clusters import Cluster

import tvm_mlir
from tvm_mlir import TvmError, tuning
from tvm_mlir.tuning import Failure, Times


def test_a_worker_is_killed(cluster, model, database):
    """Others take over its jobs; no trial is lost, and none fails."""
    cluster.add("compile", "compile", "measure", "measure")
    seen = []

    def hear(progress):
        seen.append(progress)
        if len(seen) == 2:
            cluster.workers[3].kill()
        if len(seen) == 4:
            cluster.workers[0].kill()

    given = dict(database=database, trials=8, search="random", milliseconds=1, max_spread=100)
    found = tvm_mlir.tune(model, cluster=cluster.address, callback=hear, **given)
    assert found.progress.trial == 8 and found.progress.failures == 0
    assert found.comparison is None or isinstance(found.comparison, Times)
    session = tuning.Session(model, database, trials=8, search="random")
    assert session.ask(1) == () and session.state.replayed == 8


def test_failures_come_back(cluster):
    """What fails on a worker is a result."""
    cluster.add("compile", "zen4")
    with distributed.Client(cluster.address) as client:
        workers = tuning.ClusterWorkers(client, "zen4", tuning.Measuring(milliseconds=1))
        workers.start(b"")
        workers.submit(tuning.Job(1, "k", b"module {", b"module {"))
        while not (ended := workers.wait(1)):
            pass
        ((id, failure),) = ended
        assert id == 1 and isinstance(failure, Failure)
        assert failure.cause.startswith("compile error: ")
        workers.close()
        assert client.status == "running"  # it is the caller's


def test_noise_comes_back(cluster, model, database):
    """No worker keeps this limit: the search ends without a record."""
    cluster.add("compile", "measure")
    given = dict(database=database, trials=1, milliseconds=1, max_spread=1e-12)
    found = tvm_mlir.tune(model, cluster=cluster.address, **given)
    assert found.progress.noisy == 3 and found.kernels[0].default_seconds == 0


def test_tls(proto, database, tmp_path):
    """Dask's configuration has the certificates; the model has weights."""
    pem = tmp_path / "dask.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=test"]
    files = ["-keyout", pem, "-out", tmp_path / "cert.pem"]
    subprocess.run([*command, *files], check=True, capture_output=True)
    pem.write_text(pem.read_text() + (tmp_path / "cert.pem").read_text())
    roles = ("client.cert", "scheduler.cert", "worker.cert")
    tls = {f"distributed.comm.tls.{role}": str(pem) for role in roles}
    tls["distributed.comm.tls.ca-file"] = str(tmp_path / "cert.pem")
    with dask.config.set(tls):
        cluster = Cluster("tls://")
        try:
            cluster.add("compile", "measure")
            assert cluster.address.startswith("tls://")
            given = dict(database=database, trials=1, milliseconds=1, max_spread=100)
            found = tvm_mlir.tune(proto, cluster=cluster.address, **given)
            assert found.progress.trial == 1 and found.kernels[0].default_seconds > 0
        finally:
            cluster.close()


def test_all_workers_are_gone(cluster, model, database, monkeypatch):
    monkeypatch.setattr("tvm_mlir.tuning.cluster._GONE_SECONDS", 0.5)
    cluster.add("compile", "measure")
    given = dict(database=database, trials=9, cluster=cluster.address)
    with pytest.raises(TvmError, match="has had no worker with the resource 'measure'"):
        tvm_mlir.tune(model, callback=lambda _: cluster.workers[1].kill(), **given)


def test_the_scheduler_is_gone(cluster):
    """Results of jobs will never arrive."""
    cluster.add("compile", "measure")
    workers = tuning.ClusterWorkers(cluster.address, "measure", tuning.Measuring())
    future = workers._on("measure", time.sleep, 60)
    cluster.scheduler.close()
    with pytest.raises(TvmError, match="the connection to the scheduler .* was lost"):
        workers._finish(future)
    workers.close()


def test_workers_leave_before_the_comparison(cluster, tmp_path, monkeypatch):
    """It does not wait for ever."""
    monkeypatch.setattr("tvm_mlir.tuning.cluster._GONE_SECONDS", 0.5)
    cluster.add("compile", "measure")
    workers = tuning.ClusterWorkers(cluster.address, "measure", tuning.Measuring())
    cluster.workers[1].kill()
    artefact = tmp_path / "a.so"
    artefact.write_bytes(b"")
    with pytest.raises(TvmError, match="has had no worker with the resource 'measure'"):
        workers.compare(artefact, artefact, tuning.Measuring())
    workers.close()


def test_jobs_that_kill_workers(cluster):
    """A job of the device that ends its workers is an error, not Dask's exception."""
    cluster.add("compile", "measure")
    cluster.scheduler.scheduler.allowed_failures = 0
    workers = tuning.ClusterWorkers(cluster.address, "measure", tuning.Measuring())
    with pytest.raises(TvmError, match="a job was lost with its workers: "):
        workers._finish(workers._on("measure", os._exit, 1))
    workers.close()


def test_weights_are_large(cluster):
    """Dask's advice against large graphs is not for users of tune."""
    cluster.add("compile", "measure")
    workers = tuning.ClusterWorkers(cluster.address, "measure", tuning.Measuring())
    workers.start(bytes(20_000_000))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        workers.submit(tuning.Job(1, "k", b"module {", b"module {"))
    workers.close()


def test_resources_are_needed(cluster, model, database):
    given = dict(database=database, trials=1, cluster=cluster.address)
    with pytest.raises(TvmError, match="no worker .* has the resource 'compile': start"):
        tvm_mlir.tune(model, **given)
    cluster.add("compile")
    with pytest.raises(TvmError, match="no worker .* has the resource 'a64fx': start"):
        tvm_mlir.tune(model, device="a64fx", **given)


def test_workers_need_the_package(cluster, model, database):
    cluster.add("compile")
    cluster.add("measure", path="")
    message = "the scheduler and the workers need the package tvm_mlir: No module named"
    with pytest.raises(TvmError, match=message):
        tvm_mlir.tune(model, database=database, trials=1, cluster=cluster.address)


def test_the_scheduler_needs_the_package(cluster, monkeypatch):
    def refuse(*_):
        raise ImportError("No module named 'tvm_mlir'")

    cluster.add("compile", "measure")
    monkeypatch.setattr(distributed.Client, "run_on_scheduler", refuse)
    with pytest.raises(TvmError, match="the scheduler and the workers need the package"):
        tuning.ClusterWorkers(cluster.address, "measure", tuning.Measuring())


def test_clusters_that_do_not_answer(model, database, monkeypatch):
    monkeypatch.setattr("tvm_mlir.tuning.cluster._CONNECT_SECONDS", 1)
    given = dict(database=database, trials=1)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(TvmError, match=f"cannot connect to the cluster {address}: "):
            tvm_mlir.tune(model, cluster=address, **given)


def test_the_package_is_needed(model, database, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(TvmError, match="needs the package distributed .*: pip install"):
        tvm_mlir.tune(model, database=database, cluster="tcp://127.0.0.1:1")
