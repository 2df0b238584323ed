"""Attention as one kernel, against ONNX Runtime."""

import subprocess
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from benchmarks.compiler import tvmc
from benchmarks.models.builder import Builder

# Scores of so many bytes, at least, are worth one kernel.
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


@pytest.mark.parametrize("case", CASES, ids=str)
def test_values(case: tuple, tmp_path: Path) -> None:
    model = build(case)
    inputs = make_inputs(model)
    onnx.save(model, tmp_path / "net.onnx")
    np.savez(tmp_path / "in.npz", **inputs)
    subprocess.run(
        [tvmc(), "compile", tmp_path / "net.onnx", "-o", tmp_path / "net.so",
         "--target=host,l2-cache=2097152",
         f"--dump-schedules={tmp_path / 'schedules'}"],
        check=True, capture_output=True,
    )  # fmt: skip
    # A schedule before and after, of one kernel.
    assert len(list((tmp_path / "schedules").iterdir())) == 2
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    (expected,) = session.run(None, inputs)
    for threads in (1, 2):
        subprocess.run(
            [tvmc(), "run", tmp_path / "net.so", f"--threads={threads}",
             f"--inputs={tmp_path / 'in.npz'}", f"--outputs={tmp_path / 'out.npz'}"],
            check=True, capture_output=True,
        )  # fmt: skip
        with np.load(tmp_path / "out.npz") as outputs:
            np.testing.assert_allclose(outputs["y"], expected, rtol=1e-4, atol=1e-5)
