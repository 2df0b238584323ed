# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention as one kernel, against ONNX Runtime."""

import subprocess
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from benchmarks.compiler import tvmc
from benchmarks.models.builder import Builder

# Minimum size in bytes of scores for which attention becomes one kernel.
SCORES = 600_000

# queries, keys, heads, head size, scale, mask
CASES = [
    *((n, n, 12, 15, True, True) for n in (1, 3, 17, 31, 128, 200)),
    *((n, n, 1, 64, True, False) for n in (1, 3, 17, 31, 128, 200)),
    *((17, 31, heads, size, False, True) for heads in (1, 12) for size in (1, 15, 64)),
    (31, 17, 12, 64, False, False),
    (1, 200, 12, 64, True, True),
    (200, 1, 12, 64, True, True),
    (128, 128, 12, 1, False, False),
]


def build(case: tuple) -> onnx.ModelProto:
    queries, keys, heads, size, scale, mask = case
    batches = -(-SCORES // (4 * heads * queries * keys))
    b = Builder("attention", opset=17)
    q = b.input("q", [batches, heads, queries, size])
    k = b.input("k", [batches, heads, size, keys])
    v = b.input("v", [batches, heads, keys, size])
    scores = b.op("MatMul", q, k)
    if scale:
        scores = b.op("Div", scores, b.constant(np.sqrt(size), np.float32))
    if mask:
        scores = b.op("Add", scores, b.input("mask", [batches, 1, 1, keys]))
    y = b.op("MatMul", b.op("Softmax", scores, axis=-1), v)
    b.output("y", y, [batches, heads, queries, size])
    return b.build()


def make_inputs(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    """Random ones; a mask takes keys away, never all of them."""
    random = np.random.default_rng(1)
    inputs = {}
    for value in model.graph.input:
        shape = [dim.dim_value for dim in value.type.tensor_type.shape.dim]
        x = random.normal(size=shape)
        if value.name == "mask":
            x = np.where(x > 1, -10000.0, 0)
            x[..., 0] = 0
        inputs[value.name] = x.astype(np.float32)
    return inputs


def check(
    model: onnx.ModelProto, kernels: int, directory: Path, cache: int = 2 << 20
) -> None:
    """Checks the number of kernels, and values against ONNX Runtime."""
    inputs = make_inputs(model)
    onnx.save(model, directory / "net.onnx")
    np.savez(directory / "in.npz", **inputs)
    subprocess.run(
        [tvmc(), "compile", directory / "net.onnx", "-o", directory / "net.so",
         f"--target=host,l2-cache={cache}",
         f"--dump-schedules={directory / 'schedules'}"],
        check=True, capture_output=True,
    )  # fmt: skip
    # A schedule before and after, of each kernel.
    assert len(list((directory / "schedules").iterdir())) == 2 * kernels
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    (expected,) = session.run(None, inputs)
    for threads in (1, 2):
        subprocess.run(
            [tvmc(), "run", directory / "net.so", f"--threads={threads}",
             f"--inputs={directory / 'in.npz'}",
             f"--outputs={directory / 'out.npz'}"],
            check=True, capture_output=True,
        )  # fmt: skip
        with np.load(directory / "out.npz") as outputs:
            np.testing.assert_allclose(outputs["y"], expected, rtol=1e-4, atol=1e-5)


def has_tiles(keys: int, size: int) -> bool:
    """Whether both products have columns for register tiles, so that the rule for
    attention takes one kernel of them."""
    return keys > 1 and size > 1


@pytest.mark.parametrize("case", CASES, ids=str)
def test_values(case: tuple, tmp_path: Path) -> None:
    _, keys, _, size, *_ = case
    check(build(case), 1 if has_tiles(keys, size) else 3, tmp_path)


# length, heads, head size
LAYERS = [(n, heads, size) for n in (1, 17, 128) for heads in (3, 12) for size in (1, 15, 64)]


def build_layer(length: int, heads: int, size: int) -> onnx.ModelProto:
    """A transformer's attention as PyTorch exports it, a product before and after."""
    batch = -(-SCORES // (4 * heads * length * length))
    width = heads * size
    random = np.random.default_rng(2)
    b = Builder("layer", opset=17)
    x = b.input("x", [batch, length, width])

    def project(value: str) -> str:
        weight = b.constant(random.normal(size=(width, width)) / np.sqrt(width), np.float32)
        bias = b.constant(random.normal(size=width), np.float32)
        return b.op("Add", b.op("MatMul", value, weight), bias)

    def split(value: str, perm: list[int]) -> str:
        shape = b.constant([batch, length, heads, size], np.int64)
        return b.op("Transpose", b.op("Reshape", value, shape), perm=perm)

    q, k, v = (project(x) for _ in range(3))
    scores = b.op("MatMul", split(q, [0, 2, 1, 3]), split(k, [0, 2, 3, 1]))
    scores = b.op("Div", scores, b.constant(np.sqrt(size), np.float32))
    y = b.op("MatMul", b.op("Softmax", scores, axis=-1), split(v, [0, 2, 1, 3]))
    y = b.op("Transpose", y, perm=[0, 2, 1, 3])
    y = b.op("Reshape", y, b.constant([batch, length, width], np.int64))
    b.output("y", project(y), [batch, length, width])
    return b.build()


@pytest.mark.parametrize("case", LAYERS, ids=str)
def test_layer(case: tuple, tmp_path: Path) -> None:
    """Queries, keys and values are one kernel, attention is the second one. Without
    tiles it is three; of single numbers, two of these have one function."""
    length, _, size = case
    kernels = 3 if has_tiles(length, size) else 4 if length == size == 1 else 5
    check(build_layer(*case), kernels, tmp_path)


# queries, keys, size, shape of the mask: a cache so small that there are blocks.
BLOCKS = [
    (64, 64, 16, None),
    (37, 40, 15, (37, 40)),
    (100, 33, 16, (3, 100, 33)),
    (97, 97, 8, (1, 1, 97)),
    (48, 128, 64, (3, 1, 128)),
    (31, 17, 4, None),
]


def build_blocks(case: tuple) -> onnx.ModelProto:
    queries, keys, size, mask = case
    b = Builder("blocks", opset=17)
    q = b.input("q", [3, queries, size])
    k = b.input("k", [3, keys, size])
    v = b.input("v", [3, keys, size])
    scores = b.op("MatMul", q, b.op("Transpose", k, perm=[0, 2, 1]))
    scores = b.op("Mul", scores, b.constant(1 / np.sqrt(size), np.float32))
    if mask:
        scores = b.op("Add", b.input("mask", list(mask)), scores)
    b.output("y", b.op("MatMul", b.op("Softmax", scores, axis=-1), v), [3, queries, size])
    return b.build()


@pytest.mark.parametrize("case", BLOCKS, ids=str)
def test_blocks_of_queries(case: tuple, tmp_path: Path) -> None:
    keys = case[1]
    check(build_blocks(case), 1, tmp_path, cache=8 * 4 * 16 * keys)
    scripts = [path.read_text() for path in tmp_path.glob("schedules/*")]
    assert sum(text.count("schedule.compact_buffer") for text in scripts) >= 2


@pytest.mark.parametrize("length", [50, 100])
def test_layer_of_blocks(length: int, tmp_path: Path) -> None:
    """Heads beside each other, in blocks."""
    check(build_layer(length, 3, 15), 3, tmp_path, cache=8 * 4 * 20 * length)
