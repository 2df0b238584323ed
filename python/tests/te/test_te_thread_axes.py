# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Axes of threads, with and without an extent of their own."""

import numpy as np
import pytest

from tvm_mlir import TvmError, te

from te_stages import X, check, n, random


def bound(size, factor, axis):
    Y = te.compute((size,), lambda i: X[i] * 2, name="Y")
    s = te.create_schedule(Y.op)
    xo, xi = s[Y].split(Y.op.axis[0], factor)
    s[Y].bind(xo, te.thread_axis("blockIdx.x"))
    s[Y].bind(xi, axis)
    return s, [X, Y]


@pytest.mark.parametrize("dom", [(0, 32), [0, np.int64(32)]])
def test_extent_of_a_thread_axis(dom):
    axis = te.thread_axis(dom, "threadIdx.x", name="tx")
    assert repr(axis) == "thread_axis((0, 32), 'threadIdx.x')"
    s, args = bound(n, 32, axis)
    assert 'to "threadIdx.x" extent 32' in str(s)
    assert 'te.kind = "threadIdx.x"' in te.lower(s, args)
    assert ".maxntid 32" in te.ptx(s, args)[0]


def test_extent_of_no_thread_axis():
    s, args = bound(n, 64, te.thread_axis((0, 32), "threadIdx.x"))
    text = "cannot bind to 'threadIdx.x': expected 32 iterations, got 64"
    with pytest.raises(TvmError, match=text) as error:
        te.lower(s, args)
    assert "test_te_thread_axes.py" in str(error.value)
    Y = te.compute((n,), lambda i: X[i] * 2, name="Y")
    s = te.create_schedule(Y.op)
    s[Y].bind(Y.op.axis[0], te.thread_axis((0, 32), "blockIdx.x"))
    with pytest.raises(TvmError, match="32 iterations, got a number that is known at"):
        te.lower(s, [X, Y])


def test_extent_of_virtual_threads():
    for extent, text in [(2, None), (4, "make virtual threads: expected 4 .* got 2")]:
        Y = te.compute((16,), lambda i: X[i] * 2, name="Y")
        s = te.create_schedule(Y.op)
        xo, xi = s[Y].split(Y.op.axis[0], nparts=2)
        s[Y].bind(xo, te.thread_axis((0, extent), "vthread"))
        if text is None:
            assert f"extent {extent}" in str(s)
            check(s, [X, Y], random(16) * 2, random(16))
            continue
        with pytest.raises(TvmError, match=text):
            te.lower(s, [X, Y])


@pytest.mark.parametrize(
    "dom, error, text",
    [
        ((1, 8), ValueError, "thread axis 'threadIdx.x' to begin at 0, got 1"),
        ((n, 8), TypeError, "an integer as begin of thread axis 'threadIdx.x', got V"),
        ((0, 0), ValueError, "extent of thread axis 'threadIdx.x' from 1 on, got 0"),
        ((0, n), TypeError, "an integer as extent of thread axis 'threadIdx.x', got V"),
        ((0, 1.5), TypeError, "got float"),
        ((0, 1, 2), TypeError, r"\(0, extent\) .* 'threadIdx.x', got \(0, 1, 2\)"),
        (32, TypeError, r"\(0, extent\) of thread axis 'threadIdx.x', got 32"),
    ],
)
def test_extents_that_are_none(dom, error, text):
    with pytest.raises(error, match=text):
        te.thread_axis(dom, "threadIdx.x")


def test_no_name_of_a_thread_axis():
    with pytest.raises(TypeError, match=r"a name of a thread axis, got \(0, 4\)"):
        te.thread_axis((0, 4))
