# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A schedule of two stages, and its results against numpy's."""

import numpy as np

from tvm_mlir import te

n = te.var("n")
X = te.placeholder((n,), name="X")


def random(*shape):
    return np.random.default_rng(sum(shape)).random(shape, np.float32) - 0.5


def stages():
    """Returns Z = f(Y(X)), and its schedule."""
    Y = te.compute((n,), lambda i: X[i] * 2, name="Y")
    Z = te.compute((n,), lambda i: Y[i] + 1, name="Z")
    return Y, Z, te.create_schedule(Z.op)


def check(s, args, expected, *inputs):
    """Compares with a tolerance: sums of 32 products below 1 may be wrong by 1e-6, and
    be near 0."""
    result = te.build(s, args, target="llvm")(*inputs)
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)
