# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that read between the elements of images, against peers."""

import itertools

import numpy as np
import pytest
from peers import check, run, run_reference

RANDOM = np.random.default_rng(1)


def normal(*shape: int) -> np.ndarray:
    return RANDOM.normal(size=shape).astype(np.float32)


GRID = """<ir_version: 10, opset_import: ["" : {opset}]>
grid ({x}, {grid}) => (float[{dims}] y) {{
  y = GridSample <mode = "{mode}", padding_mode = "{padding}", align_corners = {align}> (x, g)
}}"""


@pytest.mark.parametrize(
    ("mode", "padding", "align"),
    [
        *itertools.product(
            ("bilinear", "nearest", "bicubic"),
            ("zeros", "border", "reflection"),
            (0, 1),
        )
    ],
)
def test_grid_sample(mode, padding, align):
    text = GRID.format(
        opset=16, x="float[N,C,H,W] x", grid="float[N,P,Q,2] g", dims="N,C,P,Q",
        mode=mode, padding=padding, align=align,
    )  # fmt: skip
    grid = RANDOM.uniform(-2.5, 2.5, (2, 3, 5, 2)).astype(np.float32)
    check(text, {"x": normal(2, 3, 4, 6), "g": grid})


@pytest.mark.parametrize(
    ("mode", "padding"),
    [*itertools.product(("linear", "nearest"), ("zeros", "border", "reflection"))],
)
def test_grid_sample_of_volumes(mode, padding):
    text = GRID.format(
        opset=20, x="float[1,2,3,4,5] x", grid="float[1,2,3,2,3] g",
        dims="1,2,2,3,2", mode=mode, padding=padding, align=0,
    )  # fmt: skip
    grid = RANDOM.uniform(-1.5, 1.5, (1, 2, 3, 2, 3)).astype(np.float32)
    check(text, {"x": normal(1, 2, 3, 4, 5), "g": grid})


def test_grid_sample_cubic_volume():
    text = GRID.format(
        opset=22, x="float[1,1,3,4,5] x", grid="float[1,2,1,2,3] g",
        dims="1,1,2,1,2", mode="cubic", padding="zeros", align=1,
    )  # fmt: skip
    grid = RANDOM.uniform(-1.5, 1.5, (1, 2, 1, 2, 3)).astype(np.float32)
    inputs = {"x": normal(1, 1, 3, 4, 5), "g": grid}
    check(text, inputs, run_reference)


def test_grid_sample_outside_of_numbers():
    """Positions that are none read nothing."""
    text = GRID.format(
        opset=16, x="float[1,1,2,2] x", grid="float[1,1,2,2] g", dims="1,1,1,2",
        mode="nearest", padding="zeros", align=0,
    )  # fmt: skip
    grid = np.array([[[[np.inf, 0], [-3e38, 3e38]]]], np.float32)
    (y,) = run(text, {"x": normal(1, 1, 2, 2), "g": grid})
    np.testing.assert_array_equal(y, np.zeros((1, 1, 1, 2)))


@pytest.mark.parametrize(
    ("size", "align"),
    [([2, 1, 3, 4], 0), ([2, 1, 3, 1, 4], 0), ([2, 1, 3, 4], 1), ([2, 1, 3, 2, 4], 1)],
)
def test_affine_grid(size, align):
    rank = len(size) - 2
    dims = ",".join("?" * (rank + 1))
    text = f"""<ir_version: 10, opset_import: ["" : 20]>
    affine (float[N,{rank},{rank + 1}] t, int64[{rank + 2}] s) => (float[{dims},{rank}] y) {{
      y = AffineGrid <align_corners = {align}> (t, s)
    }}"""
    inputs = {"t": normal(2, rank, rank + 1), "s": np.array(size)}
    check(text, inputs)


REGIONS = """<ir_version: 10, opset_import: ["" : {opset}]>
regions (float[N,C,H,W] x, float[R,4] rois, int64[R] images) => (float[R,C,2,3] y) {{
  y = RoiAlign <{attributes} output_height = 2, output_width = 3, spatial_scale = 0.5> (x, rois, images)
}}"""
ROIS = np.array(
    [[0, 0, 7, 9], [3.3, 2.1, 9.6, 17], [-8, -6, 2, 2], [4, 4, 4.1, 4.1]],
    np.float32,
)


@pytest.mark.parametrize("ratio", (0, 1, 3))
@pytest.mark.parametrize("mode", ("avg", "max"))
@pytest.mark.parametrize("opset", (10, 16))
def test_roi_align(opset, mode, ratio):
    text = REGIONS.format(
        opset=opset, attributes=f'mode = "{mode}", sampling_ratio = {ratio},'
    )
    images = np.array([0, 1, 1, 0])
    inputs = {"x": normal(2, 3, 8, 10), "rois": ROIS, "images": images}
    check(text, inputs)


def test_max_roi_pool():
    text = """<ir_version: 10, opset_import: ["" : 1]>
    regions (float[N,C,H,W] x, float[R,5] rois) => (float[R,C,2,3] y) {
      y = MaxRoiPool <pooled_shape = [2, 3], spatial_scale = 0.5> (x, rois)
    }"""
    images = np.array([[0], [1], [1], [0]], np.float32)
    rois = np.concatenate([images, ROIS + np.diag([0, 0, 0, 40])], 1)
    inputs = {"x": normal(2, 3, 8, 10), "rois": rois.astype(np.float32)}
    check(text, inputs)


@pytest.mark.parametrize("group", (1, 2))
@pytest.mark.parametrize("offset_group", (1, 2))
def test_deform_conv(group, offset_group):
    text = f"""<ir_version: 10, opset_import: ["" : 22]>
    deform (float[N,4,H,W] x, float[6,{4 // group},2,3] w,
            float[N,{offset_group * 12},P,Q] o, float[6] b,
            float[N,{offset_group * 6},P,Q] m) => (float[N,6,P,Q] y) {{
      y = DeformConv <group = {group}, offset_group = {offset_group},
          strides = [2, 1], dilations = [1, 2], pads = [1, 0, 0, 2]> (x, w, o, b, m)
    }}"""
    inputs = {
        "x": normal(2, 4, 6, 7),
        "w": normal(6, 4 // group, 2, 3),
        "o": normal(2, offset_group * 12, 3, 5),
        "b": normal(6),
        "m": normal(2, offset_group * 6, 3, 5),
    }
    check(text, inputs, run_reference)


def test_deform_conv_of_volumes():
    """Without offsets it is a convolution."""
    dims = "float[1,2,4,4,4] x, float[3,2,2,2,2] w"
    text = """<ir_version: 10, opset_import: ["" : 22]>
    deform ({}) => (float[1,3,3,3,3] y) {{ {} }}"""
    offset = "o = ConstantOfShape(s) y = DeformConv(x, w, o)"
    shape = "s = Constant<value = int64[5] {1, 24, 3, 3, 3}>()"
    inputs = {"x": normal(1, 2, 4, 4, 4), "w": normal(3, 2, 2, 2, 2)}
    (ours,) = run(text.format(dims, f"{shape} {offset}"), inputs)
    (conv,) = run(text.format(dims, "y = Conv(x, w)"), inputs)
    np.testing.assert_allclose(ours, conv, 1e-5, 1e-5)


def test_col2im():
    text = """<ir_version: 10, opset_import: ["" : 18]>
    blocks (float[N,L,K] x, int64[2] image, int64[2] block) => (float[N,C,H,W] y) {
      y = Col2Im <strides = [2, 1], dilations = [1, 2], pads = [1, 0, 1, 2]> (x, image, block)
    }"""
    inputs = {
        "x": normal(2, 12, 15),
        "image": np.array([5, 7]),
        "block": np.array([2, 3]),
    }
    check(text, inputs)


@pytest.mark.parametrize("n", (1, 2, 5, 24))
def test_det(n):
    text = """<ir_version: 10, opset_import: ["" : 22]>
    det (float[B,N,N] x) => (float[B] y) { y = Det(x) }"""
    x = normal(3, n, n)
    x[1, 0] = 0  # singular
    x[2, 0, 0] = 0  # needs another pivot
    check(text, {"x": x}, rtol=1e-3)
