# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The slides' `fusion_kernel(x0*x1+x2)`: one kernel of one loop, from a graph and from
tensor expressions, on the CPU and on a GPU."""

import re

import fake_gpu
import numpy as np
import onnx
import onnx.parser
import ptx
import pytest
from conftest import BIN

import tvm_mlir
from tvm_mlir import te

GRAPH = """<ir_version: 8, opset_import: ["" : 17]>
graph (float[100] x0, float[100] x1, float[100] x2) => (float[100] y) {
  product = Mul(x0, x1)
  y = Add(product, x2)
}"""
INPUTS = [np.random.default_rng(i).random(100, np.float32) for i in range(3)]
EXPECTED = INPUTS[0] * INPUTS[1] + INPUTS[2]


def expression():
    """Returns the schedule with the product in the sum, the tensors, and the sum."""
    n = te.var("n")
    tensors = [te.placeholder((n,), name=f"x{i}") for i in range(3)]
    x0, x1, x2 = tensors
    product = te.compute((n,), lambda i: x0[i] * x1[i], name="product")
    y = te.compute((n,), lambda i: product[i] + x2[i], name="y")
    schedule = te.create_schedule(y.op)
    schedule[product].compute_inline()
    return schedule, [*tensors, y], y


def check(function):
    result = np.empty_like(EXPECTED)
    function(*INPUTS, result)
    np.testing.assert_allclose(result, EXPECTED, rtol=1e-6)


def test_graph(tmp_path):
    model = onnx.parser.parse_model(GRAPH)
    module = tvm_mlir.compile(model, dump_strategies=tmp_path)
    (kernel,) = tmp_path.glob("fused_*.mlir")
    text = kernel.read_text()
    assert [text.count(op) for op in ("affine.for", "affine.store")] == [1, 1]
    feeds = {f"x{i}": array for i, array in enumerate(INPUTS)}
    np.testing.assert_allclose(module.run(feeds)["y"], EXPECTED, rtol=1e-6)


def test_loop_on_the_cpu():
    schedule, tensors, _ = expression()
    text = te.lower(schedule, tensors)
    operations = ("affine.for", "arith.mulf", "arith.addf", "affine.store")
    assert [text.count(op) for op in operations] == [1, 1, 1, 1]
    check(te.build(schedule, tensors))


@pytest.fixture
def gpu():
    library = fake_gpu.load(BIN)
    library.reset()
    yield library
    library.reset()


def test_kernel_on_a_gpu(gpu, monkeypatch):
    texts = []
    run = ptx.run

    def run_and_note(text, *rest):
        texts.append(text)
        return run(text, *rest)

    monkeypatch.setattr(ptx, "run", run_and_note)
    schedule, tensors, y = expression()
    block, thread = schedule[y].split(y.op.axis[0], factor=32)
    schedule[y].bind(block, te.thread_axis("blockIdx.x"))
    schedule[y].bind(thread, te.thread_axis("threadIdx.x"))
    check(te.build(schedule, tensors, target="nvptx64"))
    (text,) = texts  # of the only launch
    assert not gpu.errors
    assert len(re.findall(r"\.entry\b", text)) == 1
    assert len(re.findall(r"\bst\.global", text)) == 1
    assert len(re.findall(r"\bld\.global", text)) == 3
