# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fusion and schedule rules answer alike: graph-fuse makes one kernel of a random
chain, or attention, exactly where the rule for such kernels takes it."""

import random
import re
import subprocess
from dataclasses import dataclass
from typing import Callable

import pytest

MACHINES = {
    "avx512": "max_vector_op_width=512,vector_registers=32",
    "avx2": "max_vector_op_width=256",
    "neon": "max_vector_op_width=128,vector_registers=32,memory_operands=none",
}
CACHE = 128 << 10  # bytes of the second-level cache


@dataclass
class Case:
    """A function: its arguments, and the operators up to the returned value."""

    arguments: dict[str, str]
    body: list[str]
    result: str

    def text(self, name: str, weights: str) -> str:
        parameters = [
            f"%{key}: {kind}{weights if key in ('w', 'v') else ''}"
            for key, kind in self.arguments.items()
        ]
        head = f"func.func @{name}({', '.join(parameters)}) -> {self.result} {{"
        return "\n".join([head, *self.body, f"return %y : {self.result}", "}"])


def tensor(*sizes: int) -> str:
    return f"tensor<{''.join(f'{size}x' for size in sizes)}f32>"


def between(choice: str, kind: str, channels: int) -> tuple[list[str], dict[str, str]]:
    """What is between both convolutions: %d becomes %e."""
    vector = tensor(channels)
    both = f"({kind}, {kind}) -> {kind}"
    if choice == "relu":
        return [f"%e = graph.relu %d : ({kind}) -> {kind}"], {}
    if choice == "bias":
        return [
            f"%b0 = graph.add %d, %b : ({kind}, {vector}) -> {kind}",
            f"%e = graph.relu %b0 : ({kind}) -> {kind}",
        ], {"b": vector}
    if choice == "silu":
        return [
            f"%s = graph.sigmoid %d : ({kind}) -> {kind}",
            f"%e = graph.mul %d, %s : {both}",
        ], {}
    if choice == "twice":  # two computations: an expensive one is read twice
        return [
            f"%s = graph.exp %d : ({kind}) -> {kind}",
            f"%t = graph.relu %s : ({kind}) -> {kind}",
            f"%e = graph.mul %s, %t : {both}",
        ], {}
    return [f"%e = graph.add %d, %r : {both}"], {"r": kind}


def make_chain(generator: random.Random) -> Case | None:
    """A depthwise and a pointwise convolution, or nothing where one kernel of both
    would gain nothing in the cache."""
    images = generator.choice([1, 1, 2])
    rows, points = (
        generator.choice([1, 7, 12, 14, 16, 28, generator.randint(2, 40)])
        for _ in range(2)
    )
    channels = generator.choice([1, 16, 32, 48, 96, 144, generator.randint(2, 160)])
    outputs = generator.choice([1, 8, 24, 32, 64, generator.randint(2, 96)])
    window, stride = generator.choice([3, 3, 5, 7]), generator.choice([1, 1, 2])
    kind, result = tensor(images, rows, points, channels), tensor(
        images, rows, points, outputs
    )
    row, weights = points * channels * 4, channels * outputs * 4
    if images * rows * row <= CACHE // 2 or row + weights > CACHE // 2:
        return None
    pad = window // 2
    x = tensor(
        images,
        *((size - 1) * stride + window - 2 * pad for size in (rows, points)),
        channels,
    )
    w, v = tensor(window, window, 1, channels), tensor(1, 1, channels, outputs)
    layout = 'layout = "NHWC", kernel_layout = "HWIO"'
    ones = "dilations = array<i64: 1, 1>"
    choice = generator.choice(["relu", "bias", "silu", "twice", "residual", "none"])
    body, arguments = ([], {}) if choice == "none" else between(choice, kind, channels)
    data = "d" if choice == "none" else "e"
    bias, of_bias = "", ""
    if generator.random() < 0.3:  # the convolution's own
        bias, of_bias = ", %c", f", {tensor(channels)}"
        arguments["c"] = tensor(channels)
    return Case(
        {"x": x, "w": w, "v": v, **arguments},
        [
            f"%d = graph.conv %x, %w{bias} {{strides = array<i64: {stride}, {stride}>, {ones}, "
            f"pads = array<i64: {pad}, {pad}, {pad}, {pad}>, group = {channels} : i64, "
            f"{layout}}} : ({x}, {w}{of_bias}) -> {kind}",
            *body,
            f"%y = graph.conv %{data}, %v {{strides = array<i64: 1, 1>, {ones}, "
            f"pads = array<i64: 0, 0, 0, 0>, {layout}}} : ({kind}, {v}) -> {result}",
        ],
        result,
    )


def make_attention(generator: random.Random) -> Case | None:
    """Two products with a softmax of rows between them."""
    heads = generator.choice([1, 2, 4, 8])
    queries = generator.choice([16, 32, 48, generator.randint(12, 64)])
    keys = generator.choice([1, 16, 32, 64, generator.randint(2, 64)])
    size = generator.choice([1, 8, 16, 32, generator.randint(2, 40)])
    if heads * queries * keys * 4 <= CACHE // 4 or queries * keys * 8 > CACHE // 4:
        return None
    q, k, v = (
        tensor(heads, queries, 8),
        tensor(heads, 8, keys),
        tensor(heads, keys, size),
    )
    scores, result = tensor(heads, queries, keys), tensor(heads, queries, size)
    return Case(
        {"x": q, "k": k, "u": v},
        [
            f"%s = graph.matmul %x, %k : ({q}, {k}) -> {scores}",
            f"%p = graph.softmax %s [2] : ({scores}) -> {scores}",
            f"%y = graph.matmul %p, %u : ({scores}, {v}) -> {result}",
        ],
        result,
    )


def generate(make: Callable[[random.Random], Case | None], count: int) -> list[Case]:
    generator = random.Random(1)
    cases: list[Case] = []
    while len(cases) < count:
        case = make(generator)
        if case:
            cases.append(case)
    return cases


def run(text: str, *passes: str) -> str:
    done = subprocess.run(
        ["tvm-opt", f"--pass-pipeline=builtin.module({','.join(passes)})"],
        input=text,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[:1000]
    return done.stdout


def ask_fusion(cases: list[Case], target: str) -> list[bool]:
    """Whether graph-fuse makes one kernel of each function."""
    text = "\n".join(case.text(f"f{i}", "") for i, case in enumerate(cases))
    functions = re.split(r"func\.func @f\d+\(", run(text, target, "graph-fuse"))[1:]
    assert len(functions) == len(cases)
    return [function.count("graph.launch") == 1 for function in functions]


def ask_rules(cases: list[Case], target: str, strategy: str) -> list[bool]:
    """Whether a rule chooses `strategy` for each function as one kernel."""
    text = "\n".join(
        f"module @k{i} {{\n{case.text('kernel', ' {graph.constant}')}\n}}"
        for i, case in enumerate(cases)
    )
    kernels = run(
        text,
        target,
        "builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,"
        "cse,convert-te-to-loops,schedule-generate{only-strategies})",
    )
    modules = re.split(r"module @k\d+", kernels)[1:]
    assert len(modules) == len(cases)
    return [f"#schedule.{strategy}<" in module for module in modules]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("make", "strategy", "count"),
    [(make_chain, "depthwise_chain", 200), (make_attention, "attention", 40)],
    ids=["chains", "attentions"],
)
def test_agreement(
    make: Callable[[random.Random], Case | None],
    strategy: str,
    count: int,
    machine: str,
) -> None:
    cases = generate(make, count)
    target = (
        f"target-set{{entries={MACHINES[machine]},L2_cache_size_in_bytes={CACHE}}}"
    )
    fused = ask_fusion(cases, target)
    taken = ask_rules(cases, target, strategy)
    assert any(fused) and not all(fused)
    different = [
        f"fused: {one}, taken: {other}\n{case.text('f', '')}"
        for case, one, other in zip(cases, fused, taken)
        if one != other
    ]
    assert not different, "\n".join(different[:3]) + f"\n{len(different)} differ"
