"""The loops are what they say, and run where the machine has them."""

import re
import subprocess
from pathlib import Path

import pytest
from benchmarks.register_tiles import LOOPS, REGISTERS, Loop, measure, write


@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.name)
def test_a_step_multiplies_once_per_accumulator(loop: Loop) -> None:
    products = [line for line in loop.step(1) if line.startswith("vfmadd")]
    targets = [line.rsplit(" ", 1)[1] for line in products]
    assert sorted(targets) == sorted({f"%zmm{i}" for i in range(loop.rows * loop.columns)})
    named = re.findall(r"%zmm(\d+)", loop.assembly())
    assert max(map(int, named)) < REGISTERS
    loads = [line for line in loop.step(0) if not line.startswith("vfmadd")]
    assert len(loads) == (loop.rows + loop.columns if loop.loads else 0)


def test_the_table_assembles(tmp_path: Path) -> None:
    write(tmp_path / "kernels.s")
    command = ["clang-22", "--target=x86_64-linux-gnu", "-c", "kernels.s"]
    subprocess.run(command, cwd=tmp_path, check=True)
    names = subprocess.run(
        ["llvm-nm-22", "kernels.o"], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout
    assert all(f" t {loop.name}\n" in names for loop in LOOPS)


@pytest.mark.skipif(
    "avx512f" not in Path("/proc/cpuinfo").read_text(), reason="needs AVX-512"
)
def test_all_are_measured() -> None:
    rates = measure()
    assert rates.keys() == {loop.name for loop in LOOPS}
    assert all(0 < rate < 2 * rates[LOOPS[0].name] for rate in rates.values())
