"""Lengths of sequences that data say wrong: taken as the nearest that can be."""

import numpy as np
import onnx.parser
import pytest
import tvm_mlir

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
