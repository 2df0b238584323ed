"""What inner loops of register tiles reach on one core, in assembly (AVX-512).

    .venv/bin/python -m benchmarks.register_tiles

prints, per size of the tile and place of its operands, the share of what the
same multiplications reach on registers alone. A tile of r × c accumulators, of
16 floats each, adds, step by step of a sum, r scalars times c vectors: r loads
to all lanes, c loads and r · c multiplications, nothing else. So it is what a
schedule can hope for, and which size to choose.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import machine

SOURCE = Path(__file__).with_suffix(".c")
CLANG = ("clang-22", "-O2", "-Wl,-z,noexecstack")
REGISTERS = 32
LANES = 16
FLOAT = 4  # bytes
UNROLLED = 4  # steps
TILES = ((14, 2), (9, 3), (8, 3), (6, 4))
NEAR, FAR = 120, 1024  # steps of a sum whose columns fit the L1 cache, the L2


@dataclass(frozen=True)
class Loop:
    """Steps of a sum, UNROLLED at a time, for one tile after another. Scalars
    of a step are neighbours where they are `packed`, FAR elements apart otherwise."""

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
        return 2 * LANES * self.rows * self.columns * self.steps

    @property
    def scalar_bytes(self) -> int:
        """Between scalars of two steps."""
        return FLOAT * (self.rows if self.packed else 1)

    def step(self, number: int) -> Iterator[str]:
        """Loads and multiplications of one of the unrolled steps."""
        sums = self.rows * self.columns
        row = FLOAT if self.packed else FLOAT * FAR
        free = min(REGISTERS - sums - self.columns, 2)
        for c in range(self.columns if self.loads else 0):
            offset = 64 * (number * self.columns + c)
            yield f"vmovups {offset}(%r8), %zmm{sums + c}"
        for r in range(self.rows):
            factor = f"%zmm{sums + self.columns + r % free}"
            if self.loads:
                offset = r * row + number * self.scalar_bytes
                yield f"vbroadcastss {offset}(%rax), {factor}"
            for c in range(self.columns):
                target = f"%zmm{self.columns * r + c}"
                yield f"vfmadd231ps {factor}, %zmm{sums + c}, {target}"

    def assembly(self) -> str:
        """A function of rows, columns and a number of tiles."""
        lines = [".p2align 6", f"{self.name}:"]
        lines += [f"vpxord %zmm{i}, %zmm{i}, %zmm{i}" for i in range(REGISTERS)]
        lines += ["1: mov %rdi, %rax", "mov %rsi, %r8"]
        lines += [f"lea {self.steps * self.scalar_bytes}(%rdi), %r9", ".p2align 6", "2:"]
        for number in range(UNROLLED):
            lines += self.step(number)
        lines += [f"add ${64 * UNROLLED * self.columns}, %r8"]
        lines += [f"add ${UNROLLED * self.scalar_bytes}, %rax"]
        lines += ["cmp %r9, %rax", "jb 2b", "dec %rdx", "jnz 1b"]
        return "\n".join([*lines, "vzeroupper", "ret"])


LOOPS = [Loop(14, 2, NEAR, loads=False)] + [
    Loop(*tile, steps, packed)
    for tile in TILES
    for steps in (NEAR, FAR)
    for packed in (False, True)
]


def write(path: Path) -> None:
    """The loops, and a table of them for register_tiles.c."""
    lines = [".text", *(loop.assembly() for loop in LOOPS), ".section .data.rel.ro"]
    lines += [".globl kernels, numKernels", f"numKernels: .quad {len(LOOPS)}", "kernels:"]
    lines += [f".quad name_{loop.name}, {loop.name}, {loop.flops}" for loop in LOOPS]
    lines += [f'name_{loop.name}: .asciz "{loop.name}"' for loop in LOOPS]
    path.write_text("\n".join(lines) + "\n")


def measure() -> dict[str, float]:
    """GFLOP/s by name of the loop, on one core."""
    with tempfile.TemporaryDirectory() as folder:
        kernels, program = Path(folder, "kernels.s"), Path(folder, "register_tiles")
        write(kernels)
        subprocess.run([*CLANG, SOURCE, kernels, "-o", program], check=True)
        core = machine.cores(1)
        answer = subprocess.run(
            [program], check=True, capture_output=True, text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, core),
        )  # fmt: skip
    rates = (line.split() for line in answer.stdout.splitlines())
    return {name: float(rate) for name, rate in rates}


def main() -> None:
    rates = measure()
    peak = rates[LOOPS[0].name]
    print(f"registers alone: {peak:.1f} GFLOP/s\n")
    print("tile      L1 apart  packed   L2 apart  packed")
    for rows, columns in TILES:
        shares = [
            rates[Loop(rows, columns, steps, packed).name] / peak
            for steps in (NEAR, FAR)
            for packed in (False, True)
        ]
        cells = "   ".join(f"{share:6.1%}" for share in shares)
        print(f"{rows:2} × {columns}     {cells}")


if __name__ == "__main__":
    main()
