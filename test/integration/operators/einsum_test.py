# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums of products of two tensors, as products of matrices and as they are."""

import numpy as np
import onnx.parser
import pytest
import tvm_mlir

SIZES = dict(zip("abcdefgh", (2, 3, 4, 5, 6, 7, 17, 33)))

EQUATIONS = [
    "ab,bc->ac",
    "ab,cb->ca",
    "abc,acd->adb",
    "abcd,aecd->abde",
    "gbha,fbha->agf",
    "abcd,cde->abe",
    "cdab,edc->bea",
    "ab,abc->ac",
    "bac,ab->ca",
    "abc,dc->dab",
    "ab,cd->ac",
    "abc,abc->b",
    "aa,ab->b",
    "abc,bd->d",
]


@pytest.mark.parametrize("equation", EQUATIONS)
def test_values(equation: str) -> None:
    left, right = equation.partition("->")[0].split(",")
    rng = np.random.default_rng(3)
    feeds = {
        name: rng.standard_normal([SIZES[c] for c in letters], np.float32)
        for name, letters in (("x", left), ("y", right))
    }
    types = [f"float{list(value.shape)} {name}" for name, value in feeds.items()]
    expected = np.einsum(equation, *(v.astype(np.float64) for v in feeds.values()))
    model = onnx.parser.parse_model(
        f"""<ir_version: 10, opset_import: ["" : 22]>
        net ({", ".join(types)}) => (float{list(expected.shape)} z) {{
          z = Einsum <equation = "{equation}"> (x, y)
        }}"""
    )
    result = tvm_mlir.compile(model).run(feeds)["z"]
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)
