# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes that are known only at run time."""

import numpy as np
import pytest
from peers import check


@pytest.mark.parametrize("shape", ([0, 3, 4], [0, -1, 2], [-1, 12, 1], [4, 6, 1]))
def test_reshape(shape):
    """0 copies a dimension and -1 is inferred, in a kernel with more behind."""
    text = """<ir_version: 10, opset_import: ["" : 22]>
    reshape (float[A,B] x, int64[3] s) => (float[C,D,E] y) {
      z = Reshape(x, s)
      y = Relu(z)
    }"""
    x = np.arange(-12, 12, dtype=np.float32).reshape(2, 12)
    check(text, {"x": x, "s": np.array(shape)})


def test_reshape_to_dimensions_of_another():
    text = """<ir_version: 10, opset_import: ["" : 22]>
    reshape (float[N,6,K] x, float[M,P,Q] like) => (float[N,6,P,Q] y) {
      copied = Constant <value_ints = [0, 6]> ()
      sizes = Shape <start = 1> (like)
      shape = Concat <axis = 0> (copied, sizes)
      z = Reshape(x, shape)
      y = Relu(z)
    }"""
    x = np.arange(-90, 90, dtype=np.float32).reshape(2, 6, 15)
    check(text, {"x": x, "like": np.zeros((1, 3, 5), np.float32)})
