# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A cluster of Dask for tests: a scheduler here, workers in processes."""

import os
import subprocess
import sys
from pathlib import Path

import dask
import distributed

PACKAGE = Path(__file__).resolve().parents[2]


class Cluster:
    """A scheduler and worker processes, by the resources that they have."""

    def __init__(self, protocol="tcp://"):
        self.scheduler = distributed.LocalCluster(
            n_workers=0, processes=False, dashboard_address=None, protocol=protocol
        )
        self.address = self.scheduler.scheduler_address
        self.workers = []

    def add(self, *resources, path=str(PACKAGE)):
        environment = {**os.environ, "PYTHONPATH": path}
        common = ["--no-nanny", "--no-dashboard", "--nthreads=1"]
        tls = dask.config.get("distributed.comm.tls")
        if tls["ca-file"]:
            common += [f"--tls-ca-file={tls['ca-file']}", f"--tls-cert={tls['worker']['cert']}"]
        for resource in resources:
            command = [sys.executable, "-m", "distributed.cli.dask_worker", self.address]
            self.workers.append(
                subprocess.Popen(
                    [*command, *common, f"--resources={resource}=1"],
                    env=environment,
                    stderr=subprocess.DEVNULL,
                )
            )
        with distributed.Client(self.address) as client:
            client.wait_for_workers(len(self.workers), timeout=60)

    def close(self):
        for worker in self.workers:
            worker.kill()
            worker.wait()
        self.scheduler.close()
