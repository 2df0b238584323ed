# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sequences without steps, and lengths that are negative or exceed the steps."""

import numpy as np
import onnx.parser
import pytest
import tvm_mlir
from peers import run_onnxruntime

STEPS, BATCH, INPUTS, HIDDEN = 5, 4, 3, 2
GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
LENGTHS = [-(2**31), 2, 6, 2**31 - 1]


def normal(*shape: int) -> np.ndarray:
    return np.random.default_rng(len(shape)).normal(size=shape).astype(np.float32)


def model(kind: str, direction: str) -> onnx.ModelProto:
    count = 2 if direction == "bidirectional" else 1
    rows = GATES[kind] * HIDDEN
    return onnx.parser.parse_model(
        f"""<ir_version: 10, opset_import: ["" : 22]>
        net (float[{STEPS},{BATCH},{INPUTS}] x, float[{count},{rows},{INPUTS}] w,
             float[{count},{rows},{HIDDEN}] r, int32[{BATCH}] lengths)
            => (float[{STEPS},{count},{BATCH},{HIDDEN}] y, float[{count},{BATCH},{HIDDEN}] h) {{
          y, h = {kind} <hidden_size = {HIDDEN}, direction = "{direction}"> (x, w, r, , lengths)
        }}"""
    )


@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("kind", GATES)
def test_lengths_out_of_range(kind: str, direction: str) -> None:
    module = tvm_mlir.compile(model(kind, direction))
    count, rows = 1 + (direction == "bidirectional"), GATES[kind] * HIDDEN
    feeds = {"x": normal(STEPS, BATCH, INPUTS), "w": normal(count, rows, INPUTS)}
    feeds["r"] = normal(count, rows, HIDDEN)
    lengths = np.array(LENGTHS, np.int32)
    results = module.run(feeds | {"lengths": lengths})
    expected = module.run(feeds | {"lengths": lengths.clip(0, STEPS)})
    for name, result in results.items():
        np.testing.assert_array_equal(result, expected[name])
    assert np.all(results["y"][:, :, 0] == 0) and np.all(results["y"][2:, :, 1] == 0)
    assert np.all(results["y"][:, :, 2:] != 0)


def with_initial_states(
    kind: str, direction: str, steps: int | str, has_lengths: bool
) -> onnx.ModelProto:
    count, rows = 1 + (direction == "bidirectional"), GATES[kind] * HIDDEN
    state = f"float[{count},{BATCH},{HIDDEN}]"
    names = ["h0", "c0"] if kind == "LSTM" else ["h0"]
    inputs = "".join(f", {state} {name}" for name in names)
    results = "".join(f", {state} {name[0]}" for name in names)
    lengths = f", int32[{BATCH}] lengths" if has_lengths else ""
    return onnx.parser.parse_model(
        f"""<ir_version: 10, opset_import: ["" : 22]>
        net (float[{steps},{BATCH},{INPUTS}] x, float[{count},{rows},{INPUTS}] w,
             float[{count},{rows},{HIDDEN}] r{lengths}{inputs})
            => (float[{steps},{count},{BATCH},{HIDDEN}] y{results}) {{
          y, {", ".join(name[0] for name in names)}
              = {kind} <hidden_size = {HIDDEN}, direction = "{direction}">
                (x, w, r, , {"lengths" if has_lengths else ""}, {", ".join(names)})
        }}"""
    )


def feeds_of(model: onnx.ModelProto, steps: int) -> dict[str, np.ndarray]:
    """Random numbers for all inputs but `lengths`."""
    feeds = {}
    for info in model.graph.input:
        sizes = [d.dim_value for d in info.type.tensor_type.shape.dim]
        feeds[info.name] = normal(*sizes)
    feeds["x"] = normal(steps, BATCH, INPUTS)
    feeds.pop("lengths", None)
    return feeds


@pytest.mark.parametrize("opt_level", [0, 3])
@pytest.mark.parametrize("steps", ["s", 0], ids=["dynamic", "static"])
@pytest.mark.parametrize("has_lengths", [False, True], ids=["all", "lengths"])
@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("kind", GATES)
def test_no_steps(
    kind: str, direction: str, has_lengths: bool, steps: int | str, opt_level: int
) -> None:
    """The last states are 0. ONNX Runtime is no peer here: it may abort."""
    net = with_initial_states(kind, direction, steps, has_lengths)
    module = tvm_mlir.compile(net, opt_level=opt_level)
    feeds = feeds_of(net, 0)
    if has_lengths:
        feeds["lengths"] = np.zeros(BATCH, np.int32)
    results = module.run(feeds)
    assert results.pop("y").shape[0] == 0
    for state in results.values():
        np.testing.assert_array_equal(state, np.zeros_like(feeds["h0"]))


@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("kind", GATES)
def test_steps_of_unknown_number(kind: str, direction: str) -> None:
    """The last states are also right where there are steps."""
    net = with_initial_states(kind, direction, "s", has_lengths=False)
    feeds = feeds_of(net, STEPS)
    results = tvm_mlir.compile(net).run(feeds)
    for result, expected in zip(
        results.values(), run_onnxruntime(net, feeds), strict=True
    ):
        np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("steps", ["s", STEPS], ids=["dynamic", "static"])
@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("kind", GATES)
def test_some_sequences_without_steps(
    kind: str, direction: str, steps: int | str
) -> None:
    """A sequence without steps has last states of 0, others are unaffected."""
    net = with_initial_states(kind, direction, steps, has_lengths=True)
    feeds = feeds_of(net, STEPS)
    feeds["lengths"] = np.array([0, 2, 0, STEPS], np.int32)
    results = tvm_mlir.compile(net).run(feeds)
    expected = run_onnxruntime(net, feeds)
    assert np.all(results["y"][:, :, [0, 2]] == 0)
    for name in results.keys() - {"y"}:
        assert np.all(results[name][:, [0, 2]] == 0)
    for result, peer in zip(results.values(), expected, strict=True):
        compared = [1, 3] if kind == "RNN" else [0, 1, 2, 3]
        np.testing.assert_allclose(
            np.take(result, compared, -2), np.take(peer, compared, -2), 1e-4, 1e-5
        )
