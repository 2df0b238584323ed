# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A strategy leads to the same schedule on every machine: schedules of the rules'
test kernels, made from strategies that were chosen for another machine."""

import subprocess
from pathlib import Path

import pytest

KERNELS = sorted(
    (Path(__file__).parents[1] / "Rules").glob("default-*.mlir"),
)
MACHINES = {
    "avx512": "max_vector_op_width=512,vector_registers=32",
    "avx2": "max_vector_op_width=256",
    "amx": "max_vector_op_width=512,vector_registers=32,matrix_unit=true,"
    "dot_product=vnni,prefetch_epilogues=true",
}
OTHER = (
    "max_vector_op_width=128,vector_registers=8,cores=64,masks=none,"
    "L1_cache_size_in_bytes=8192,L2_cache_size_in_bytes=65536,"
    "L3_cache_size_in_bytes=1048576"
)


def run(kernels: Path, *passes: str) -> str:
    pipeline = f"builtin.module({','.join(passes)})"
    done = subprocess.run(
        ["tvm-opt", kernels, f"--pass-pipeline={pipeline}", "-split-input-file"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[:1000]
    return done.stdout


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("kernels", KERNELS, ids=lambda path: path.stem)
def test_kernels(kernels: Path, machine: str) -> None:
    chosen = f"target-set{{entries={MACHINES[machine]}}}"
    other = f"target-set{{entries={OTHER}}}"
    direct = run(kernels, chosen, "schedule-generate", other)
    replayed = run(
        kernels, chosen, "schedule-generate{only-strategies}", other, "schedule-generate"
    )
    assert "schedule.strategy" in direct
    assert replayed == direct
