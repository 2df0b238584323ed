# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The default schedules' innermost loops, in the instructions of each target.

No accumulator leaves its register, and about every second instruction is a
multiplication with addition: a tile of rows x vectors takes rows x vectors of
these, `vectors` loads of columns, and a load for each row where the processor
does not multiply by an element in memory.
"""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.kernels import KERNELS
from benchmarks.models.builder import Builder

from levels_test import run_tvmc

TARGETS = {
    "avx512": "x86_64-unknown-linux-gnu,mcpu=x86-64-v4",
    "avx2": "x86_64-unknown-linux-gnu,mcpu=x86-64-v3",
    "neon": "aarch64-unknown-linux-gnu,mcpu=neoverse-n1",
}

FMA = re.compile(r"vfn?m(add|sub)\d+ps$|fml[as]$")
BRANCH = re.compile(r"j(?!mp)|b\.|t?cbn?z|tbn?z")
STACK = re.compile(r"%rsp|\bsp\b")
SPILL = re.compile(r"%[xyz]mm.*%rsp|%rsp.*%[xyz]mm|\b[qv]\d.*\bsp\b")


@dataclass
class Instruction:
    address: int
    name: str
    operands: str


def disassemble(artefact: Path) -> list[Instruction]:
    command = ["llvm-objdump-22", "-d", "--no-show-raw-insn", artefact]
    text = subprocess.run(command, capture_output=True, check=True, text=True)
    lines = re.findall(r"^\s*([0-9a-f]+):\s+(\S+)(.*)", text.stdout, re.M)
    return [Instruction(int(a, 16), name, rest) for a, name, rest in lines]


def innermost_loops(code: list[Instruction]) -> list[list[Instruction]]:
    """Returns innermost loops: the code between a backward branch and its target."""
    position = {one.address: i for i, one in enumerate(code)}
    loops = []
    for end, one in enumerate(code):
        target = re.search(r"0x([0-9a-f]+) <", one.operands)
        if not BRANCH.match(one.name) or not target:
            continue
        begin = position.get(int(target[1], 16), end + 1)
        if begin <= end and not any(begin <= b for b, _ in loops):
            loops.append((begin, end))
    return [code[begin : end + 1] for begin, end in loops]


def count_fma(loop: list[Instruction]) -> int:
    return sum(bool(FMA.match(one.name)) for one in loop)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["C2", "C3", "C9", "gemm_128x768x3072"])
def test_accumulators_stay_in_registers(
    name: str, target: str, tmp_path: Path
) -> None:
    path, artefact = tmp_path / "kernel.onnx", tmp_path / "kernel.so"
    onnx.save(KERNELS[name].build(), path)
    options = [f"--target={TARGETS[target]}", "--winograd=never"]
    run_tvmc("compile", path, "-o", artefact, "-q", *options)
    loops = innermost_loops(disassemble(artefact))
    # A loop may leave by a branch to what stands in front of it: the shorter
    # stretch of code is the loop.
    hot = max(loops, key=lambda loop: (count_fma(loop), -len(loop)))
    assert count_fma(hot) >= 8
    assert count_fma(hot) >= 0.44 * len(hot)
    spilled = [one for one in hot if STACK.search(one.operands)]
    assert not spilled


def build_depthwise() -> onnx.ModelProto:
    """Channels last: a convolution with a stride is no product of planes."""
    b = Builder("depthwise", opset=17)
    x, strides = b.input("x", [1, 3, 114, 112]), [2, 2]
    x = b.op("Conv", x, b.weight("v", 128, 3, 1, 1), strides=strides)
    w, bias = b.weight("w", 128, 1, 3, 3), b.weight("b", 128)
    y = b.op("Relu", b.op("Conv", x, w, bias, pads=[1] * 4, group=128))
    b.output("y", b.op("Relu", b.op("GlobalAveragePool", y)), [1, 128, 1, 1])
    return b.build()


def build_groups() -> onnx.ModelProto:
    """Vectors that have columns of four groups, or two, of a small image in NHWC."""
    b = Builder("groups", opset=17)
    x = b.op("Conv", b.input("x", [1, 64, 11, 11]), b.weight("v", 128, 64, 1, 1))
    y = b.op("Conv", x, b.weight("w", 128, 4, 3, 3), pads=[1] * 4, group=32)
    b.output("y", b.op("Relu", b.op("GlobalAveragePool", y)), [1, 128, 1, 1])
    return b.build()


IN_REGISTERS = [
    *((build_depthwise, target) for target in TARGETS),
    (build_groups, "avx512"),
    (build_groups, "avx2"),
    (KERNELS["D2"].build, "neon"),  # planes, in steps of 2
    (KERNELS["D3"].build, "avx512"),  # planes
    (KERNELS["D5"].build, "avx512"),  # in steps of 2
]


@pytest.mark.parametrize("build, target", IN_REGISTERS)
def test_window_stays_in_registers(build, target: str, tmp_path: Path) -> None:
    path, artefact = tmp_path / "net.onnx", tmp_path / "net.so"
    onnx.save(build(), path)
    run_tvmc("compile", path, "-o", artefact, "-q", f"--target={TARGETS[target]}")
    loops = innermost_loops(disassemble(artefact))
    hot = max(loops, key=lambda loop: (count_fma(loop), -len(loop)))
    assert count_fma(hot) >= 9
    assert not [one for one in hot if SPILL.search(one.operands)]


def build_pool() -> onnx.ModelProto:
    b = Builder("pool", opset=17)
    x = b.input("x", [1, 64, 56, 56])
    y = b.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    b.output("y", y, [1, 64, 28, 28])
    return b.build()


PLANES = {"D3": KERNELS["D3"].build, "D5": KERNELS["D5"].build, "pool": build_pool}
STEP = re.compile(r"vfn?m(add|sub)\d+ps$|vmaxps$|fml[as]$|fmax$")
BY_LANE = re.compile(r"vinsertps$|vpinsrd$|ld1$|ins$|vgather")


@pytest.mark.parametrize("target", ["avx2", "neon"])
@pytest.mark.parametrize("name", PLANES)
def test_window_inside_of_a_plane_has_no_border(
    name: str, target: str, tmp_path: Path
) -> None:
    """Channels first: the hot loop asks nothing about the border.

    Nine weights and sixteen registers: a few weights come from the stack.
    """
    path, artefact = tmp_path / "kernel.onnx", tmp_path / "kernel.so"
    onnx.save(PLANES[name](), path)
    run_tvmc("compile", path, "-o", artefact, "-q", f"--target={TARGETS[target]}")

    def count(loop: list[Instruction]) -> int:
        return sum(bool(STEP.match(one.name)) for one in loop)

    loops = innermost_loops(disassemble(artefact))
    hot = max(loops, key=lambda loop: (count(loop), -len(loop)))
    assert count(hot) >= 32
    assert sum(bool(BRANCH.match(one.name)) for one in hot) == 1
    assert not [one for one in hot if BY_LANE.match(one.name)]
    spilled = [one for one in hot if SPILL.search(one.operands)]
    assert len(spilled) <= count(hot) / 8


@pytest.mark.parametrize("target", [t for t in TARGETS if t != "neon"])
def test_maximum_of_softmax_is_one_instruction(target: str, tmp_path: Path) -> None:
    path, artefact = tmp_path / "kernel.onnx", tmp_path / "kernel.so"
    onnx.save(KERNELS["softmax_128x768"].build(), path)
    run_tvmc("compile", path, "-o", artefact, "-q", f"--target={TARGETS[target]}")
    names = [one.name for one in disassemble(artefact)]
    assert names.count("vmaxps") >= 8
    assert not [n for n in names if n.startswith(("vcmp", "vblend"))]


@pytest.mark.parametrize("target", [t for t in TARGETS if t != "neon"])
def test_products_of_bytes_stay_in_registers(target: str, tmp_path: Path) -> None:
    """Without VNNI: four rows of two vectors, two products each, or more."""
    path, artefact = tmp_path / "product.onnx", tmp_path / "product.so"
    b = Builder("product", opset=17)
    w = np.random.default_rng(1).integers(-128, 128, (256, 256))
    x = b.input("x", [128, 256], onnx.TensorProto.UINT8)
    y = b.op("MatMulInteger", x, b.constant(w, np.int8))
    b.output("y", y, [128, 256], onnx.TensorProto.INT32)
    onnx.save(b.build(), path)
    run_tvmc("compile", path, "-o", artefact, "-q", f"--target={TARGETS[target]}")

    def count(loop: list[Instruction]) -> int:
        return sum(one.name == "vpmaddwd" for one in loop)

    loops = innermost_loops(disassemble(artefact))
    hot = max(loops, key=lambda loop: (count(loop), -len(loop)))
    assert count(hot) >= 16
    assert not [one for one in hot if SPILL.search(one.operands)]


def test_products_of_bf16_stay_in_matrix_registers(tmp_path: Path) -> None:
    """Two tiles of rows by two of columns: four products of four loads."""
    path, artefact = tmp_path / "kernel.onnx", tmp_path / "kernel.so"
    onnx.save(KERNELS["gemm_128x768x3072"].build(), path)
    target = "--target=x86_64-unknown-linux-gnu,mcpu=sapphirerapids"
    run_tvmc("compile", path, "-o", artefact, "-q", target, "--mixed-precision=bf16")

    def count(loop: list[Instruction], name: str) -> int:
        return sum(one.name == name for one in loop)

    loops = innermost_loops(disassemble(artefact))
    hot = max(loops, key=lambda loop: (count(loop, "tdpbf16ps"), -len(loop)))
    assert count(hot, "tdpbf16ps") >= 4
    assert count(hot, "tileloadd") == count(hot, "tdpbf16ps")
    assert not count(hot, "tilestored")
