# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the loops' instructions, and a run if the machine has them."""

import re
import subprocess
from pathlib import Path

import pytest
from benchmarks import machine
from benchmarks.rates.register_tiles import AVX2, AVX512, Loop, Vectors, loops, measure, widest, write

BOTH = [AVX512, AVX2]


@pytest.mark.parametrize(
    "loop", [*loops(AVX512), *loops(AVX2)], ids=lambda loop: f"{loop.vectors.name}_{loop.name}"
)
def test_a_step_multiplies_once_per_accumulator(loop: Loop) -> None:
    products = [line for line in loop.step(1) if line.startswith("vfmadd")]
    targets = [line.rsplit(" ", 1)[1] for line in products]
    assert sorted(targets) == sorted({loop.register(i) for i in range(loop.rows * loop.columns)})
    named = re.findall(rf"%{loop.vectors.register}(\d+)", loop.assembly())
    assert max(map(int, named)) < loop.vectors.registers
    loads = [line for line in loop.step(0) if not line.startswith("vfmadd")]
    assert len(loads) == (loop.rows + loop.columns if loop.loads else 0)


@pytest.mark.parametrize("vectors", BOTH, ids=lambda vectors: vectors.name)
def test_the_table_assembles(vectors: Vectors, tmp_path: Path) -> None:
    write(tmp_path / "kernels.s", vectors)
    command = ["clang-22", "--target=x86_64-linux-gnu", "-c", "kernels.s"]
    subprocess.run(command, cwd=tmp_path, check=True)
    names = subprocess.run(
        ["llvm-nm-22", "kernels.o"], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout
    assert all(f" t {loop.name}\n" in names for loop in loops(vectors))


def test_the_widest_vectors_are_chosen() -> None:
    assert widest({"avx2", "fma", "avx512f"}) == AVX512
    assert widest({"avx2", "fma"}) == AVX2
    with pytest.raises(ValueError, match="expected a CPU with AVX2 and FMA, or AVX-512"):
        widest({"avx2"})


@pytest.mark.parametrize("vectors", BOTH, ids=lambda vectors: vectors.name)
def test_all_are_measured(vectors: Vectors) -> None:
    if not machine.flags().issuperset(vectors.flags):
        pytest.skip(f"this CPU lacks {vectors.name}")
    rates = measure(vectors)
    table = loops(vectors)
    assert rates.keys() == {loop.name for loop in table}
    assert all(0 < rate < 2 * rates[table[0].name] for rate in rates.values())
