# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Facts about the machine that a measurement needs."""

import contextlib
import fcntl
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path


TOPOLOGY = Path("/sys/devices/system/cpu")


def physical_core(processor: int, topology: Path = TOPOLOGY) -> str:
    """Returns the processors that share a core with this one, as Linux writes them."""
    siblings = topology / f"cpu{processor}" / "topology" / "thread_siblings_list"
    return siblings.read_text().strip() if siblings.exists() else str(processor)


def cores(count: int, topology: Path = TOPOLOGY) -> list[int]:
    """Returns the last `count` processors that this process may use: of physical cores
    of their own, as far as there are so many, since two on one core share its units."""
    available = sorted(os.sched_getaffinity(0))
    if count > len(available):
        raise ValueError(f"expected {count} cores, got {len(available)}")
    firsts = {physical_core(each, topology): each for each in available}.values()
    others = [each for each in available if each not in firsts]
    return sorted([*others, *sorted(firsts)][-count:])


def share_cores(processors: list[int], topology: Path = TOPOLOGY) -> bool:
    return len({physical_core(each, topology) for each in processors}) < len(processors)


def processor() -> str:
    """Returns the name of the processor, as records of the tuner have it."""
    from tvm_mlir.tuning.measuring import machine_name  # few measurements need it

    return machine_name()


def cpu() -> str:
    """Returns LLVM's name of the CPU, like znver4."""
    text = subprocess.run(
        ["llc-22", "--version"], capture_output=True, text=True, check=True
    ).stdout
    return text.split("Host CPU:", 1)[1].split()[0]


def flags() -> frozenset[str]:
    """Returns the CPU's instruction sets by Linux's names."""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("flags"):
            return frozenset(line.split(":", 1)[1].split())
    return frozenset()


def busy_share(seconds: float = 0.5) -> float:
    """Returns the share of all cores' time that is used while this process sleeps."""

    def sample() -> tuple[int, int]:
        fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
        times = [int(field) for field in fields]
        return sum(times), times[3] + times[4]  # idle, iowait

    total, idle = sample()
    time.sleep(seconds)
    total_after, idle_after = sample()
    elapsed = max(1, total_after - total)
    return 1.0 - (idle_after - idle) / elapsed


def wait_until_idle(patience: float = 10.0, limit: float = 0.1) -> float:
    """Waits for other programs to finish; returns the remaining load."""
    end = time.monotonic() + patience
    while (share := busy_share()) > limit and time.monotonic() < end:
        pass
    return share


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Holds a lock that excludes other measurements."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
