# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rfactor of user-defined reductions, which may combine values in any order
(`te.comm_reducer`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tvm_mlir import te


def first_of_largest(old: Any, new: Any) -> tuple[te.Expr, te.Expr]:
    """Combines pairs of a position and a value."""
    is_better = te.any(old[1] > new[1], te.all(old[1] == new[1], old[0] < new[0]))
    return te.select(is_better, old[0], new[0]), te.select(is_better, old[1], new[1])


argmax = te.comm_reducer(
    first_of_largest, lambda s, t: (te.const(2**31 - 1, s), te.min_value(t))
)
log_sum_exp = te.comm_reducer(
    lambda x, y: (
        te.max(x[0], y[0]),
        x[1] * te.exp(x[0] - te.max(x[0], y[0]))
        + y[1] * te.exp(y[0] - te.max(x[0], y[0])),
    ),
    lambda s, t: (te.const(-1e30, s), te.const(0, t)),
)


class Program:
    def __init__(self, kind: str, m: Any, n: Any) -> None:
        self.kind = kind
        self.a = te.placeholder((m, n), name="a")
        k = te.reduce_axis((0, n), name="k")
        if kind == "argmax":
            reduced = lambda i: argmax((k.astype("int32"), self.a[i, k]), axis=k)
        else:
            reduced = lambda i: log_sum_exp((self.a[i, k], te.const(1.0)), axis=k)
        self.results = te.compute((m,), reduced, name="best")
        self.s = te.create_schedule(self.results[0].op)
        self.outer, self.inner = self.s[self.results[0]].split(k, 4)

    def check(self, size: int) -> None:
        a = np.random.default_rng(size).integers(-3, 4, (5, size)).astype(np.float32)
        first, second = te.build(self.s, [self.a, *self.results])(a)
        if self.kind == "argmax":
            np.testing.assert_array_equal(first, a.argmax(1))
            np.testing.assert_array_equal(second, a.max(1))
        else:
            expected = np.log(np.exp(a).sum(1))
            np.testing.assert_allclose(first + np.log(second), expected, rtol=1e-5)


kinds = pytest.mark.parametrize("kind", ["argmax", "log_sum_exp"])


@kinds
@pytest.mark.parametrize("size", [16, 13, 3])
@pytest.mark.parametrize("axis", [0, -1])
def test_rfactor(kind: str, size: int, axis: int) -> None:
    p = Program(kind, 5, size)
    partial = p.s.rfactor(p.results[0], p.inner, axis)
    assert len(partial) == 2
    p.check(size)


@kinds
def test_rfactor_at_symbolic_sizes(kind: str) -> None:
    p = Program(kind, te.var("m"), te.var("n"))
    partial, _ = p.s.rfactor(p.results[0], p.inner)
    factor, i = partial.op.axis
    p.s[partial].reorder(i, partial.op.reduce_axis[0], factor)
    p.s[partial].vectorize(factor)
    for size in (1, 4, 13):
        p.check(size)


@kinds
def test_rfactor_twice(kind: str) -> None:
    p = Program(kind, 5, 24)
    partial, _ = p.s.rfactor(p.results[0], p.inner)
    again, _ = p.s.rfactor(partial, partial.op.reduce_axis[0])
    assert not again.op.reduce_axis
    assert str(p.s).count("schedule.rfactor") == 2
    p.check(24)


def test_least_unsigned_values() -> None:
    a = te.placeholder((5, 12), "uint8", name="a")
    k = te.reduce_axis((0, 12), name="k")
    least = te.compute((5,), lambda i: te.min(a[i, k], axis=k), name="least")
    s = te.create_schedule(least.op)
    s.rfactor(least, s[least].split(k, 3)[1])
    data = np.random.default_rng(0).integers(100, 250, (5, 12)).astype(np.uint8)
    np.testing.assert_array_equal(te.build(s, [a, least])(data), data.min(1))


# --- places of partial results ------------------------------------------------


def sums(m: Any, n: Any) -> tuple[te.Tensor, te.Tensor, te.Schedule]:
    a = te.placeholder((m, n), name="a")
    k = te.reduce_axis((0, n), name="k")
    b = te.compute((m,), lambda i: te.sum(a[i, k], axis=k), name="b")
    return a, b, te.create_schedule(b.op)


@pytest.mark.parametrize("is_symbolic", [False, True])
@pytest.mark.parametrize("at", [0, 1])
def test_parts_that_do_not_divide(is_symbolic: bool, at: int) -> None:
    """The remainder of the reduction has a predicate of its own."""
    a, b, s = sums(*((te.var("m"), te.var("n")) if is_symbolic else (7, 13)))
    outer, inner = s[b].split(b.op.reduce_axis[0], 4)
    s[b].split(outer, 3)
    partial = s.rfactor(b, inner)
    s[partial].compute_at(s[b], s[b].leaf_iter_vars[at])
    assert len(s[partial].op.reduce_axis) == 2
    s[partial].reorder(*reversed(partial.op.reduce_axis))
    f = te.build(s, [a, b])
    assert "memref.alloca()" in te.lower(s, [a, b])
    for m, n in [(7, 13), (1, 1), (3, 48), (2, 0)] if is_symbolic else [(7, 13)]:
        data = np.random.default_rng(n).integers(-4, 5, (m, n)).astype(np.float32)
        np.testing.assert_array_equal(f(data), data.sum(1))


def planes() -> tuple[te.Tensor, te.Tensor, te.Tensor, te.Schedule]:
    a = te.placeholder((3, 5, 12), name="a")
    k = te.reduce_axis((0, 12), name="k")
    b = te.compute((3, 5), lambda i, j: te.sum(a[i, j, k], axis=k), name="b")
    c = te.compute((3, 5), lambda i, j: b[i, j] + 1, name="c")
    return a, b, c, te.create_schedule(c.op)


def check_planes(a: te.Tensor, c: te.Tensor, s: te.Schedule) -> None:
    data = np.random.default_rng(0).integers(-4, 5, (3, 5, 12)).astype(np.float32)
    np.testing.assert_array_equal(te.build(s, [a, c])(data), data.sum(2) + 1)


@pytest.mark.parametrize("is_split", [False, True])
def test_other_loops_than_axes_before_rfactor(is_split: bool) -> None:
    a, b, c, s = planes()
    i, j = b.op.axis
    if is_split:
        s[b].split(j, 2)
    else:
        s[b].reorder(j, i)
    partial = s.rfactor(b, s[b].split(b.op.reduce_axis[0], 4)[1])
    text = "expected the axes of '{}' as loops, in their order: change those that are"
    with pytest.raises(ValueError, match=text.format("b.rf")):
        s[partial].compute_at(s[b], s[b].leaf_iter_vars[0])
    with pytest.raises(ValueError, match=text.format("b")):
        s[b].compute_at(s[c], c.op.axis[0])
    check_planes(a, c, s)


def test_other_loops_behind_rfactor() -> None:
    a, b, c, s = planes()
    partial = s.rfactor(b, s[b].split(b.op.reduce_axis[0], 4)[1])
    i, j = s[b].op.axis
    s[b].compute_at(s[c], c.op.axis[0])
    outer, inner = s[b].split(j, 2)
    s[b].reorder(outer, i, inner)
    s[partial].compute_at(s[b], outer)
    s[partial].unroll(partial.op.axis[0])
    check_planes(a, c, s)


def scaled_sums() -> tuple[te.Tensor, te.Tensor, te.Tensor, te.Tensor, te.Schedule]:
    a = te.placeholder((3, 5, 24), name="a")
    p = te.compute((3, 5, 24), lambda i, j, k: a[i, j, k] * 2, name="p")
    k = te.reduce_axis((0, 24), name="k")
    b = te.compute((3, 5), lambda i, j: te.sum(p[i, j, k], axis=k), name="b")
    c = te.compute((3, 5), lambda i, j: b[i, j] + 1, name="c")
    return a, p, b, c, te.create_schedule(c.op)


@pytest.mark.parametrize("at", [None, 0, 1])
@pytest.mark.parametrize("factor_axis", [0, 1, 2, -1, -3])
@pytest.mark.parametrize("is_inside", [False, True])
def test_loops_of_partial_results(
    factor_axis: int, at: int | None, is_inside: bool
) -> None:
    """The loops of the partial results are their axes and reduction loops, in this
    order, wherever they are computed. Another stage is computed at each of these
    loops."""
    for place in range(5):
        a, p, b, c, s = scaled_sums()
        outer, inner = s[b].split(b.op.reduce_axis[0], 6)
        middle, inner = s[b].split(inner, 2)
        if is_inside:  # reduction loops outside of the others
            s[b].reorder(outer, *b.op.axis, middle, inner)
        partial = s.rfactor(b, middle, factor_axis)
        loops = s[partial].leaf_iter_vars
        assert loops == [*s[partial].op.axis, *s[partial].op.reduce_axis]
        if at is not None:
            s[partial].compute_at(s[b], s[b].leaf_iter_vars[at])
        s[p].compute_at(s[partial], loops[place])
        data = np.random.default_rng(0).integers(-4, 5, (3, 5, 24)).astype(np.float32)
        expected = 2 * data.sum(2) + 1
        np.testing.assert_array_equal(te.build(s, [a, c])(data), expected)


def test_copy_of_partial_results() -> None:
    """The copy is written in the loops of the partial results."""
    a, _, b, c, s = scaled_sums()
    partial = s.rfactor(b, s[b].split(b.op.reduce_axis[0], 4)[1])
    cache = s.cache_write(partial, "local")
    factor, i, _ = s[partial].op.axis
    s[cache].compute_at(s[partial], i)
    s[cache].unroll(s[cache].op.axis[0])
    s[partial].unroll(factor)
    data = np.random.default_rng(0).integers(-4, 5, (3, 5, 24)).astype(np.float32)
    np.testing.assert_array_equal(te.build(s, [a, c])(data), 2 * data.sum(2) + 1)
