# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Noise is what an ill-conditioned model makes of rounding."""

import numpy as np
import onnx.parser
from conditioning import MARGIN, RELATIVE, find_noise


def noise_of(body: str) -> float:
    model = onnx.parser.parse_model(
        f"""<ir_version: 10, opset_import: ["" : 21]>
        agraph (float[3] x) => (float[3] y) <float c = {{100000}}> {{ {body} }}"""
    )
    x = np.array([0.25, 0.5, 1], np.float32)
    return find_noise(model, {"x": x})["y"]


def test_linear() -> None:
    assert np.isclose(noise_of("y = Mul (x, c)"), 1e5 * RELATIVE * MARGIN, 0.2)


def test_amplified() -> None:
    assert noise_of("z = Mul (x, c) y = Sin (z)") > 1e4 * RELATIVE


def test_constant() -> None:
    assert noise_of("z = Mul (x, c) y = Sign (z)") == 0
