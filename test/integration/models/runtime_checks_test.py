# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes that do not fit, known when the model runs: each names node and sizes."""

import re

import numpy as np
import onnx.parser
import pytest

import tvm_mlir

HEADER = '<ir_version: 8, opset_import: ["" : 17]>'


def f(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.float32)


def i(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


# name: model, inputs, message
CASES = {
    "reshape": (
        """g (float[n] x) => (float[2, 3] y) <int64[2] s = {2, 3}>
        { y = Reshape(x, s) }""",
        {"x": f(7)},
        "cannot reshape 7 elements to 6",
    ),
    "reshape_rest": (
        """g (float[n] x) => (float[m, 3] y) <int64[2] s = {-1, 3}>
        { y = Reshape(x, s) }""",
        {"x": f(7)},
        "cannot reshape 7 elements to 6",
    ),
    "squeeze": (
        """g (float[n, 3] x) => (float[3] y) <int64[1] a = {0}>
        { y = Squeeze(x, a) }""",
        {"x": f(2, 3)},
        "cannot reshape 6 elements to 3",
    ),
    "det": (
        """g (float[n, m] x) => (float y) { y = Det(x) }""",
        {"x": f(2, 3)},
        "expected equal sizes of a matrix, got 2 and 3",
    ),
    "expand": (
        """g (float[n] x) => (float[4, 5] y) <int64[2] s = {4, 5}>
        { y = Expand(x, s) }""",
        {"x": f(3)},
        "cannot broadcast a dimension of 3 and one of 5",
    ),
    "einsum": (
        """g (float[n, m] x, float[k, l] w) => (float[n, l] y)
        { y = Einsum<equation = "ij,jk->ik">(x, w) }""",
        {"x": f(2, 7), "w": f(4, 3)},
        "cannot broadcast a dimension of 7 and one of 4",
    ),
    "conv_window": (
        """g (float[1, 2, h, 8] x, float[4, 2, 3, 3] w) => (float[1, 4, p, 4] y)
        { y = Conv<dilations = [2, 2]>(x, w) }""",
        {"x": f(1, 2, 4, 8), "w": f(4, 2, 3, 3)},
        "(conv): expected window size of at most 4, got 5",
    ),
    "conv_transpose_size": (
        """g (float[1, 2, h, 8] x, float[2, 4, 3, 3] w) => (float[1, 4, p, 8] y)
        { y = ConvTranspose<pads = [2, 1, 2, 1]>(x, w) }""",
        {"x": f(1, 2, 1, 8), "w": f(2, 4, 3, 3)},
        "(conv_transpose): expected dimensions of at least 0, got -1",
    ),
    "max_pool": (
        """g (float[1, 2, h, w] x) => (float[1, 2, p, q] y)
        { y = MaxPool<kernel_shape = [3, 3], pads = [0, 1, 0, 1]>(x) }""",
        {"x": f(1, 2, 2, 1)},
        "(max_pool): expected window size of at most 2, got 3",
    ),
    "max_pool_with_indices": (
        """g (float[1, 2, h, 4] x) => (float[1, 2, p, 2] y, int64[1, 2, p, 2] i)
        { y, i = MaxPool<kernel_shape = [3, 3]>(x) }""",
        {"x": f(1, 2, 2, 4)},
        "(max_pool_with_indices): expected window size of at most 2, got 3",
    ),
    "average_pool": (
        """g (float[1, 2, h, w] x) => (float[1, 2, p, q] y)
        { y = AveragePool<kernel_shape = [9, 9], ceil_mode = 1>(x) }""",
        {"x": f(1, 2, 9, 8)},
        "(average_pool): expected window size of at most 8, got 9",
    ),
    "lp_pool": (
        """g (float[1, 2, n] x) => (float[1, 2, p] y)
        { y = LpPool<kernel_shape = [3], p = 2>(x) }""",
        {"x": f(1, 2, 2)},
        "(lp_pool): expected window size of at most 2, got 3",
    ),
    "conv": (
        """g (float[1, c, 8, 8] x, float[4, 3, 3, 3] w) => (float[1, 4, 6, 6] y)
        { y = Conv(x, w) }""",
        {"x": f(1, 2, 8, 8), "w": f(4, 3, 3, 3)},
        "expected equal channels, got 2 and 3",
    ),
    "conv_transpose": (
        """g (float[1, c, 8, 8] x, float[3, 4, 3, 3] w) => (float[1, 4, 10, 10] y)
        { y = ConvTranspose(x, w) }""",
        {"x": f(1, 2, 8, 8), "w": f(3, 4, 3, 3)},
        "expected equal channels, got 2 and 3",
    ),
    "layer_norm": (
        """g (float[2, c] x, float[5] s, float[5] b) => (float[2, c] y)
        { y = LayerNormalization(x, s, b) }""",
        {"x": f(2, 8), "s": f(5), "b": f(5)},
        "cannot broadcast a dimension of 5 to 8",
    ),
    "batch_norm": (
        """g (float[2, c, 3] x, float[5] s) => (float[2, c, 3] y)
        { y = BatchNormalization(x, s, s, s, s) }""",
        {"x": f(2, 8, 3), "s": f(5)},
        "expected equal channels, got 5 and 8",
    ),
    "gather_elements": (
        """g (float[n, 3] x, int64[m, 2] i) => (float[m, 2] y)
        { y = GatherElements<axis = 1>(x, i) }""",
        {"x": f(2, 3), "i": np.zeros((5, 2), np.int64)},
        "expected a dimension of indices of at most 2, got 5",
    ),
    "scatter_elements": (
        """g (float[n, 3] x, int64[m, 2] i, float[k, 2] u) => (float[n, 3] y)
        { y = ScatterElements<axis = 1>(x, i, u) }""",
        {"x": f(2, 3), "i": np.zeros((2, 2), np.int64), "u": f(1, 2)},
        "expected equal dimensions of indices and updates, got 2 and 1",
    ),
    "gather_nd": (
        """g (float[n, 3] x, int64[m, 1] i) => (float[m] y)
        { y = GatherND<batch_dims = 1>(x, i) }""",
        {"x": f(2, 3), "i": np.zeros((5, 1), np.int64)},
        "expected equal batch dimensions, got 2 and 5",
    ),
    "scatter_nd": (
        """g (float[n, 3] x, int64[m, 1] i, float[k, l] u) => (float[n, 3] y)
        { y = ScatterND(x, i, u) }""",
        {"x": f(2, 3), "i": np.zeros((2, 1), np.int64), "u": f(1, 3)},
        "expected equal dimensions of updates, got 1 and 2",
    ),
    "lstm": (
        """g (float[s, b, i] x, float[1, 16, 3] w, float[1, 16, 4] r)
        => (float[s, 1, b, 4] y) { y = LSTM<hidden_size = 4>(x, w, r) }""",
        {"x": f(2, 1, 5), "w": f(1, 16, 3), "r": f(1, 16, 4)},
        "expected equal sizes of w, got 3 and 5",
    ),
    "lstm_state": (
        """g (float[s, b, 3] x, float[1, 16, 3] w, float[1, 16, 4] r,
           float[1, c, 4] h) => (float[s, 1, b, 4] y)
        { y = LSTM<hidden_size = 4>(x, w, r, "", "", h) }""",
        {"x": f(2, 3, 3), "w": f(1, 16, 3), "r": f(1, 16, 4), "h": f(1, 1, 4)},
        "expected equal sizes of states, got 1 and 3",
    ),
    "grid_sample": (
        """g (float[n, 1, 4, 4] x, float[m, 2, 2, 2] g) => (float[n, 1, 2, 2] y)
        { y = GridSample(x, g) }""",
        {"x": f(3, 1, 4, 4), "g": f(1, 2, 2, 2)},
        "expected equal batches, got 3 and 1",
    ),
    "reverse_sequence": (
        """g (float[4, n] x, int64[m] l) => (float[4, n] y)
        { y = ReverseSequence<time_axis = 0, batch_axis = 1>(x, l) }""",
        {"x": f(4, 5), "l": i(1, 1)},
        "expected equal numbers of sequences, got 2 and 5",
    ),
    "labels": (
        """g (float[n, c, d] x, int64[m, e] l) => (float y)
        { y = NegativeLogLikelihoodLoss(x, l) }""",
        {"x": f(2, 3, 4), "l": np.zeros((2, 7), np.int64)},
        "of at most 4, got 7",
    ),
    "tile": (
        """g (float[n, 2] x, int64[2] r) => (float[m, k] y) { y = Tile(x, r) }""",
        {"x": f(3, 2), "r": i(2, -1)},
        "expected dimensions of at least 0, got -2",
    ),
    "pad": (
        """g (float[n, 2] x, int64[4] p) => (float[m, k] y) { y = Pad(x, p) }""",
        {"x": f(3, 2), "p": i(-2, 0, -2, 0)},
        "expected dimensions of at least 0, got -1",
    ),
    "constant_of_shape": (
        """g (int64[2] s) => (float[m, k] y) { y = ConstantOfShape(s) }""",
        {"s": i(2, -3)},
        "expected dimensions of at least 0, got -3",
    ),
    "range": (
        """g (int64 a, int64 b, int64 c) => (int64[m] y) { y = Range(a, b, c) }""",
        {"a": np.array(0), "b": np.array(5), "c": np.array(0)},
        "expected a step other than 0",
    ),
    "space_to_depth": (
        """g (float[1, 1, h, w] x) => (float[1, 4, a, b] y)
        { y = SpaceToDepth<blocksize = 2>(x) }""",
        {"x": f(1, 1, 5, 4)},
        "expected equal multiples of the block size, got 5 and 4",
    ),
    "boxes": (
        """g (float[b, n, 4] x, float[c, k, m] s) => (int64[r, 3] y)
        { y = NonMaxSuppression(x, s) }""",
        {"x": f(1, 5, 4), "s": f(1, 1, 6)},
        "expected equal numbers of boxes, got 5 and 6",
    ),
}

# Models that read from an empty dimension: text, inputs, axis. The last size of
# each input is also a size of the result: where it is 0, the result is empty.
EMPTY = {
    "gather": (
        """g (float[n, 7] x, int64[k] i) => (float[k, 7] y)
        { y = Gather(x, i) }""",
        {"x": f(0, 7), "i": i(0, 5, -3)},
        0,
    ),
    "gather_inner": (
        """g (float[3, n] x, int64[2, k] i) => (float[3, 2, k] y)
        { y = Gather<axis = -1>(x, i) }""",
        {"x": f(3, 0), "i": np.zeros((2, 3), np.int64)},
        1,
    ),
    "gather_elements": (
        """g (float[n, 7] x, int64[m, k] i) => (float[m, k] y)
        { y = GatherElements(x, i) }""",
        {"x": f(0, 7), "i": np.zeros((2, 3), np.int64)},
        0,
    ),
    "gather_nd": (
        """g (float[b, n, 7] x, int64[b, k, 1] i) => (float[b, k, 7] y)
        { y = GatherND<batch_dims = 1>(x, i) }""",
        {"x": f(2, 0, 7), "i": np.zeros((2, 4, 1), np.int64)},
        1,
    ),
    "gather_nd_second": (
        """g (float[m, n] x, int64[k, 2] i) => (float[k] y)
        { y = GatherND(x, i) }""",
        {"x": f(3, 0), "i": np.zeros((4, 2), np.int64)},
        1,
    ),
    **{
        f"pad_{mode}": (
            f"""g (float[n, k] x) => (float[m, k] y) <int64[4] p = {{1, 0, 2, 0}}>
            {{ y = Pad<mode = "{mode}">(x, p) }}""",
            {"x": f(0, 3)},
            0,
        )
        for mode in ("edge", "reflect")
    },
    **{
        f"pad_{mode}_dynamic": (
            f"""g (float[n, k] x, int64[4] p) => (float[m, l] y)
            {{ y = Pad<mode = "{mode}">(x, p) }}""",
            {"x": f(0, 3), "p": i(1, 0, 2, 0)},
            0,
        )
        for mode in ("edge", "reflect")
    },
    "resize": (
        """g (float[1, 2, n, k] x) => (float[1, 2, 4, m] y)
        <float[0] r = {}, float[0] s = {}, int64[4] z = {1, 2, 4, 6}>
        { y = Resize<mode = "nearest">(x, r, s, z) }""",
        {"x": f(1, 2, 0, 3)},
        2,
    ),
    "resize_linear": (
        """g (float[1, 2, n, k] x, int64[4] z) => (float[1, 2, a, b] y)
        { y = Resize<mode = "linear">(x, "", "", z) }""",
        {"x": f(1, 2, 0, 3), "z": i(1, 2, 4, 6)},
        2,
    ),
    "grid_sample": (
        """g (float[1, 2, n, m] x, float[1, 3, k, 2] g) => (float[1, 2, 3, k] y)
        { y = GridSample<padding_mode = "border">(x, g) }""",
        {"x": f(1, 2, 4, 0), "g": f(1, 3, 5, 2)},
        3,
    ),
    "roi_align": (
        """g (float[n, 2, h, w] x, float[r, 4] b, int64[r] i) => (float[r, 2, 3, 3] y)
        { y = RoiAlign<output_height = 3, output_width = 3, sampling_ratio = 2>(x, b, i) }""",
        {"x": f(1, 2, 0, 4), "b": f(2, 4), "i": i(0, 0)},
        2,
    ),
    **{
        f"{name.lower()}{suffix}": (
            f"""g (float[{sizes}, k] x) => (int64[1, k] y)
            {{ y = {name}<axis = 0>(x) }}""",
            {"x": f(0, 3)},
            0,
        )
        for name in ("ArgMax", "ArgMin")
        for suffix, sizes in (("", "n"), ("_static", "0"))
    },
    "max_roi_pool": (
        """g (float[n, 2, h, w] x, float[r, 5] b) => (float[r, 2, 3, 3] y)
        { y = MaxRoiPool<pooled_shape = [3, 3]>(x, b) }""",
        {"x": f(0, 2, 4, 4), "b": f(2, 5)},
        0,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_message(name: str) -> None:
    text, feeds, message = CASES[name]
    module = tvm_mlir.compile(onnx.parser.parse_model(HEADER + text))
    with pytest.raises(tvm_mlir.TvmError, match=re.escape(message)) as error:
        module.run(feeds)
    assert str(error.value).startswith("node '")


@pytest.mark.parametrize("name", EMPTY)
def test_empty(name: str) -> None:
    text, feeds, axis = EMPTY[name]
    module = tvm_mlir.compile(onnx.parser.parse_model(HEADER + text))
    message = f"expected at least 1 element to read along axis {axis}, got 0"
    with pytest.raises(tvm_mlir.TvmError, match=message) as error:
        module.run(feeds)
    assert str(error.value).startswith("node 'y' (")


# An index into a size that is not known becomes a slice.
def test_row_of_none() -> None:
    text = """g (float[n, 7] x) => (float[7] y) <int64 i = {0}>
    { y = Gather(x, i) }"""
    module = tvm_mlir.compile(onnx.parser.parse_model(HEADER + text))
    message = r"node 'y' \(slice\): expected equal sizes, got 0 and 1"
    with pytest.raises(tvm_mlir.TvmError, match=message):
        module.run({"x": f(0, 7)})
    assert module.run({"x": f(1, 7)})["y"].shape == (7,)


# Nothing is read for a result without elements.
NOTHING = {
    "gather": (EMPTY["gather"][0], {"x": f(0, 7), "i": i()}, (0, 7)),
    "gather_elements": (
        EMPTY["gather_elements"][0],
        {"x": f(0, 7), "i": np.zeros((2, 0), np.int64)},
        (2, 0),
    ),
    "gather_nd": (
        EMPTY["gather_nd"][0],
        {"x": f(0, 0, 7), "i": np.zeros((0, 4, 1), np.int64)},
        (0, 4, 7),
    ),
    "pad": (EMPTY["pad_edge"][0], {"x": f(0, 0)}, (3, 0)),
    "arg_max": (EMPTY["argmax"][0], {"x": f(0, 0)}, (1, 0)),
    "roi_align": (
        EMPTY["roi_align"][0],
        {"x": f(0, 2, 4, 4), "b": f(0, 4), "i": i()},
        (0, 2, 3, 3),
    ),
}


@pytest.mark.parametrize("name", NOTHING)
def test_empty_results(name: str) -> None:
    text, feeds, shape = NOTHING[name]
    module = tvm_mlir.compile(onnx.parser.parse_model(HEADER + text))
    assert module.run(feeds)["y"].shape == shape
