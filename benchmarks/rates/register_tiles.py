# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Speed of inner loops of register tiles on one core, written in assembly.

    .venv/bin/python -m benchmarks.rates.register_tiles

The program prints, for each size of the tile and place of its operands, the rate as
a share of the rate of the same multiplications on registers alone, with the widest
vectors of the CPU (AVX-512 or AVX2). A tile has r × c accumulators, each a vector.
Each step of a sum adds r scalars times c vectors: r loads to all lanes, c loads and
r · c multiplications, and nothing else. The shares are therefore upper bounds for
schedules, and show which size of tile to choose.
"""

import os
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import machine

SOURCE = Path(__file__).with_suffix(".c")
CLANG = ("clang-22", "-O2", "-Wl,-z,noexecstack")
FLOAT = 4  # bytes
UNROLLED = 4  # steps of a sum in the body of a loop
NEAR, FAR = 120, 1024  # steps of a sum whose columns fit the L1 or the L2 cache


@dataclass(frozen=True)
class Vectors:
    """The vectors of an instruction set, and tiles that fit its registers."""

    name: str
    flags: tuple[str, ...]  # of /proc/cpuinfo
    register: str
    registers: int
    bytes: int
    clear: str
    tiles: tuple[tuple[int, int], ...]

    @property
    def lanes(self) -> int:
        return self.bytes // FLOAT


AVX512 = Vectors(
    "AVX-512", ("avx512f",), "zmm", 32, 64, "vpxord", ((14, 2), (9, 3), (8, 3), (6, 4))
)
AVX2 = Vectors(
    "AVX2", ("avx2", "fma"), "ymm", 16, 32, "vxorps", ((6, 2), (5, 2), (4, 2), (4, 3))
)


def widest(flags: Collection[str]) -> Vectors:
    """Returns the widest vectors of a CPU with these `flags`. Raises ValueError if it
    has none."""
    for vectors in (AVX512, AVX2):
        if all(flag in flags for flag in vectors.flags):
            return vectors
    raise ValueError("expected a CPU with AVX2 and FMA, or AVX-512")


@dataclass(frozen=True)
class Loop:
    """A loop over steps of a sum, UNROLLED at a time, for one tile after another.
    Scalars of a step are neighbours if they are `packed`, otherwise FAR elements
    apart."""

    vectors: Vectors
    rows: int
    columns: int
    steps: int
    packed: bool = False
    loads: bool = True

    @property
    def name(self) -> str:
        place = f"{self.steps}_{'packed' if self.packed else 'apart'}"
        return f"tile_{self.rows}x{self.columns}_{place if self.loads else 'none'}"

    @property
    def flops(self) -> int:
        return 2 * self.vectors.lanes * self.rows * self.columns * self.steps

    @property
    def scalar_bytes(self) -> int:
        """Returns the distance in bytes between scalars of two steps."""
        return FLOAT * (self.rows if self.packed else 1)

    def register(self, number: int) -> str:
        return f"%{self.vectors.register}{number}"

    def step(self, number: int) -> Iterator[str]:
        """Yields the loads and multiplications of one of the unrolled steps."""
        sums = self.rows * self.columns
        row = FLOAT if self.packed else FLOAT * FAR
        free = min(self.vectors.registers - sums - self.columns, 2)
        for c in range(self.columns if self.loads else 0):
            offset = self.vectors.bytes * (number * self.columns + c)
            yield f"vmovups {offset}(%r8), {self.register(sums + c)}"
        for r in range(self.rows):
            factor = self.register(sums + self.columns + r % free)
            if self.loads:
                offset = r * row + number * self.scalar_bytes
                yield f"vbroadcastss {offset}(%rax), {factor}"
            for c in range(self.columns):
                target = self.register(self.columns * r + c)
                yield f"vfmadd231ps {factor}, {self.register(sums + c)}, {target}"

    def assembly(self) -> str:
        """Returns a function of rows, columns and a number of tiles."""
        lines = [".p2align 6", f"{self.name}:"]
        every = [self.register(i) for i in range(self.vectors.registers)]
        lines += [f"{self.vectors.clear} {name}, {name}, {name}" for name in every]
        lines += ["1: mov %rdi, %rax", "mov %rsi, %r8"]
        lines += [f"lea {self.steps * self.scalar_bytes}(%rdi), %r9", ".p2align 6", "2:"]
        for number in range(UNROLLED):
            lines += self.step(number)
        lines += [f"add ${self.vectors.bytes * UNROLLED * self.columns}, %r8"]
        lines += [f"add ${UNROLLED * self.scalar_bytes}, %rax"]
        lines += ["cmp %r9, %rax", "jb 2b", "dec %rdx", "jnz 1b"]
        return "\n".join([*lines, "vzeroupper", "ret"])


def loops(vectors: Vectors) -> list[Loop]:
    """Returns the loop on registers alone, followed by all printed loops."""
    return [Loop(vectors, *vectors.tiles[0], NEAR, loads=False)] + [
        Loop(vectors, *tile, steps, packed)
        for tile in vectors.tiles
        for steps in (NEAR, FAR)
        for packed in (False, True)
    ]


def write(path: Path, vectors: Vectors) -> None:
    """Writes the loops, and their table for register_tiles.c."""
    table = loops(vectors)
    lines = [".text", *(loop.assembly() for loop in table), ".section .data.rel.ro"]
    lines += [".globl kernels, numKernels", f"numKernels: .quad {len(table)}", "kernels:"]
    lines += [f".quad name_{loop.name}, {loop.name}, {loop.flops}" for loop in table]
    lines += [f'name_{loop.name}: .asciz "{loop.name}"' for loop in table]
    path.write_text("\n".join(lines) + "\n")


def measure(vectors: Vectors) -> dict[str, float]:
    """Returns GFLOP/s on one core, by name of the loop."""
    with tempfile.TemporaryDirectory() as folder:
        kernels, program = Path(folder, "kernels.s"), Path(folder, "register_tiles")
        write(kernels, vectors)
        subprocess.run([*CLANG, SOURCE, kernels, "-o", program], check=True)
        core = machine.cores(1)
        answer = subprocess.run(
            [program], check=True, capture_output=True, text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, core),
        )  # fmt: skip
    rates = (line.split() for line in answer.stdout.splitlines())
    return {name: float(rate) for name, rate in rates}


def main() -> None:
    vectors = widest(machine.flags())
    rates = measure(vectors)
    alone, *_ = loops(vectors)
    print(f"{vectors.name}, registers alone: {rates[alone.name]:.1f} GFLOP/s\n")
    print("tile      L1 apart  packed   L2 apart  packed")
    for rows, columns in vectors.tiles:
        shares = [
            rates[Loop(vectors, rows, columns, steps, packed).name] / rates[alone.name]
            for steps in (NEAR, FAR)
            for packed in (False, True)
        ]
        cells = "   ".join(f"{share:6.1%}" for share in shares)
        print(f"{rows:2} × {columns}     {cells}")


if __name__ == "__main__":
    main()
