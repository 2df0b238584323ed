# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies of copies: cache_write of a tensor that cache_write made."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tvm_mlir import TvmError, te


def random(*shape: int) -> Any:
    return np.random.default_rng(0).random(shape, np.float32)


def sums(size: Any) -> tuple[te.Tensor, te.Tensor]:
    a = te.placeholder((size, 16), name="a")
    k = te.reduce_axis((0, 16), name="k")
    return a, te.compute((size,), lambda i: te.sum(a[i, k], axis=k), name="c")


@pytest.mark.parametrize("size", [24, None])
def test_a_cache_of_a_cache(size: int | None) -> None:
    a, c = sums(size or te.var("n"))
    s = te.create_schedule(c.op)
    local = s.cache_write(c, "local")
    shared = s.cache_write(local, "shared")
    assert s[shared].op.reduce_axis and not s[local].op.reduce_axis
    s[shared].split(s[shared].op.reduce_axis[0], 4)
    data = random(24, 16)
    got = te.build(s, [a, c])(data)
    np.testing.assert_allclose(got, data.sum(1), rtol=1e-5)
    text = te.lower(s, [a, c])
    assert text.count('"local"') and text.count('"shared"')


def test_caches_at_loops_of_each_other() -> None:
    a, c = sums(24)
    s = te.create_schedule(c.op)
    local = s.cache_write(c, "local")
    shared = s.cache_write(local, "shared")
    outer, inner = s[c].split(c.op.axis[0], 8)
    s[local].compute_at(s[c], outer)
    s[shared].compute_at(s[local], local.op.axis[0])
    s[c].vectorize(inner)
    text = te.lower(s, [a, c])
    assert 'memref<8xf32, "local">' in text
    assert 'memref<1xf32, "shared">' in text
    data = random(24, 16)
    np.testing.assert_allclose(te.build(s, [a, c])(data), data.sum(1), rtol=1e-5)


def test_a_cache_of_what_has_a_scope() -> None:
    """A copied tensor stays in the cache."""
    x = te.placeholder((8,), name="x")
    y = te.compute((8,), lambda i: x[i] * 2, name="y")
    z = te.compute((8,), lambda i: y[i] + 1, name="z")
    s = te.create_schedule(z.op)
    s[y].set_scope("shared")
    s.cache_write(y, "local")
    text = te.lower(s, [x, z])
    for scope in ("local", "shared"):
        assert text.count(f'memref.alloc() : memref<8xf32, "{scope}">') == 1
    data = random(8)
    np.testing.assert_allclose(te.build(s, [x, z])(data), data * 2 + 1, rtol=1e-6)


def test_a_cache_of_several_results_twice() -> None:
    a = te.placeholder((5, 9), name="a")
    k = te.reduce_axis((0, 9), name="k")
    best, index = te.compute((5,), lambda i: te.argmax(a[i, k], axis=k), name="best")
    s = te.create_schedule(index.op)
    local = s.cache_write([best, index], "local")
    s.cache_write(local, "shared")
    data = random(5, 9)
    for got, expected in zip(
        te.build(s, [a, best, index])(data), (data.max(1), data.argmax(1))
    ):
        np.testing.assert_array_equal(got, expected)


def test_a_cache_of_what_is_scheduled() -> None:
    a, c = sums(24)
    s = te.create_schedule(c.op)
    local = s.cache_write(c, "local")
    s[local].split(local.op.axis[0], 4)
    with pytest.raises(ValueError, match=r"cache_write before other steps of 'c.local'"):
        s.cache_write(local, "shared")


def test_results_have_no_scope() -> None:
    a, c = sums(24)
    s = te.create_schedule(c.op)
    s[c].set_scope("local")
    s.cache_write(c, "shared")
    with pytest.raises(TvmError, match="expected a buffer that the kernel allocates"):
        te.build(s, [a, c])
