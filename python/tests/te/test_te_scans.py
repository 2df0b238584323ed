# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules of the steps of a scan: copies of values that change at each step, the
loop over steps as a place, and refused changes of that loop."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pytest

from tvm_mlir import TvmError, te

N = 8


class Program:
    """A scan of two stages, `mean` and `update`, which reads a tensor that is computed
    before it."""

    def __init__(self, size: Any = N) -> None:
        m = te.var("m")
        self.size = size
        self.x = x = te.placeholder((m, size), name="x")
        self.state = state = te.placeholder((m, size), name="state")
        self.before = before = te.compute((m, size), lambda t, i: x[t, i] * 3, name="before")
        self.init = te.compute((1, size), lambda _, i: x[0, i], name="init")
        self.mean = mean = te.compute(
            (m, size), lambda t, i: (state[t - 1, i] + state[t - 1, size - 1 - i]) / 2,
            name="mean",
        )
        self.update = te.compute(
            (m, size), lambda t, i: mean[t, i] + before[t, i] - state[t - 1, i] / 4,
            name="update",
        )
        self.y = te.scan(self.init, self.update, state, inputs=[x], name="y")
        self.s = te.create_schedule(self.y.op)

    def check(self) -> None:
        f = te.build(self.s, [self.x, self.y])
        for m in (1, 2, 6):
            x = np.random.default_rng(m).random((m, N), np.float32)
            steps = [x[0]]
            for t in range(1, m):
                last = steps[-1]
                steps.append((last + last[::-1]) / 2 + 3 * x[t] - last / 4)
            np.testing.assert_allclose(f(x), steps, rtol=1e-5, atol=1e-6)


# --- copies -------------------------------------------------------------------


@pytest.mark.parametrize("size", [N, None])
def test_a_copy_of_the_state(size: int | None) -> None:
    p = Program(size or te.var("n"))
    copy = p.s.cache_read(p.state, "local", [p.mean, p.update])
    outer, inner = p.s[copy].split(copy.op.axis[1], 4)
    p.s[copy].vectorize(inner)
    if size:
        p.s[copy].unroll(outer)
    text = te.lower(p.s, [p.x, p.y])
    shape = f"{N}xf32" if size else "?xf32"
    assert text.count(f'memref<{shape}, "local">') > 2
    p.check()


def test_a_copy_of_the_state_at_a_loop() -> None:
    p = Program()
    outer, _ = p.s[p.update].split(p.update.op.axis[1], 2)
    copy = p.s.cache_read(p.state, "shared", [p.update])
    p.s[copy].compute_at(p.s[p.update], outer)
    assert 'memref<2xf32, "shared">' in te.lower(p.s, [p.x, p.y])
    p.check()


@pytest.mark.parametrize("is_cached", [False, True])
def test_a_copy_of_a_stage_of_a_step(is_cached: bool) -> None:
    p = Program()
    cache = p.s.cache_write(p.mean, "global") if is_cached else p.mean
    reader = p.mean if is_cached else p.update
    copy = p.s.cache_read(cache, "shared", [reader])
    p.s[copy].compute_at(p.s[reader], reader.op.axis[1])
    assert 'memref<1xf32, "shared">' in te.lower(p.s, [p.x, p.y])
    p.check()


def test_what_does_not_change_is_copied_before() -> None:
    p = Program()
    p.s.cache_read(p.before, "shared", [p.update])
    text = te.lower(p.s, [p.x, p.y])
    assert text.count("x8xf32, \"shared\">") > 0
    p.check()


def fibonacci() -> tuple[Any, te.Tensor, te.Tensor, te.Tensor, te.Tensor]:
    m = te.var("m")
    x = te.placeholder((m, N), name="x")
    state = te.placeholder((m, N), name="state")
    init = te.compute((2, N), lambda t, i: x[t, i], name="init")
    update = te.compute(
        (m, N), lambda t, i: state[t - 1, i] + x[t, i] * state[t - 2, N - 1 - i],
        name="update",
    )
    y = te.scan(init, update, state, inputs=[x], name="y")
    return te.create_schedule(y.op), x, state, update, y


def test_a_copy_beside_two_steps_of_a_state() -> None:
    """The two steps are buffers of their own, of which `x` is the second."""
    s, x, _, update, y = fibonacci()
    copy = s.cache_read(x, "shared", [update])
    s[copy].compute_at(s[update], update.op.axis[1])
    assert "schedule.cache_read %update, 1 " in str(s)
    data = np.random.default_rng(0).random((6, N), np.float32)
    steps = [data[0], data[1]]
    for t in range(2, 6):
        steps.append(steps[-1] + data[t] * steps[-2][::-1])
    np.testing.assert_allclose(te.build(s, [x, y])(data), steps, rtol=1e-5)


def test_a_copy_holds_one_step() -> None:
    s, _, state, update, _ = fibonacci()
    text = "expected 'update' to read 'state' at one step, which a copy holds, got 2"
    with pytest.raises(ValueError, match=text):
        s.cache_read(state, "local", [update])


# --- the loop over steps ------------------------------------------------------


def test_what_is_before_a_scan_is_computed_at_its_steps() -> None:
    p = Program()
    p.s[p.before].compute_at(p.s[p.y], p.y.op.scan_axis)
    p.s[p.before].vectorize(p.before.op.axis[1])
    assert "memref.alloca() : memref<1x8xf32>" in te.lower(p.s, [p.x, p.y])
    p.check()


def test_what_init_reads_too_is_computed_twice() -> None:
    m = te.var("m")
    x, state = te.placeholder((m, N), name="x"), te.placeholder((m, N), name="state")
    twice = te.compute((m, N), lambda t, i: x[t, i] * 2, name="twice")
    init = te.compute((1, N), lambda t, i: twice[t, i])
    update = te.compute((m, N), lambda t, i: state[t - 1, i] + twice[t, i])
    y = te.scan(init, update, state)
    s = te.create_schedule(y.op)
    s[twice].compute_at(s[y], y.op.scan_axis)
    data = np.random.default_rng(0).random((5, N), np.float32)
    expected = (data * 2).cumsum(0)
    np.testing.assert_allclose(te.build(s, [x, y])(data), expected, rtol=1e-5)


def test_what_no_step_reads() -> None:
    p = Program()
    p.s[p.init].compute_at(p.s[p.y], p.y.op.scan_axis)
    with pytest.raises(TvmError, match="expected a loop that reads what the block writes"):
        te.build(p.s, [p.x, p.y])


@pytest.mark.parametrize("name", ["mean", "update"])
def test_stages_of_a_step_are_there_anyway(name: str) -> None:
    p = Program()
    stage = p.s[getattr(p, name)]
    text = f"'{name}' is computed at each step of scan 'y' anyway: compute_at takes a loop"
    with pytest.raises(ValueError, match=text):
        stage.compute_at(p.s[p.y], p.y.op.scan_axis)


def test_stages_of_a_step_share_its_loop() -> None:
    """In TVM each stage has a loop of a single iteration."""
    p = Program()
    p.s[p.mean].compute_at(p.s[p.update], p.update.op.axis[0])
    p.s[p.mean].vectorize(p.mean.op.axis[1])
    copy = p.s.cache_read(p.state, "local", [p.mean])
    p.s[copy].compute_at(p.s[p.mean], p.mean.op.axis[0])
    assert "compute_at" not in str(p.s)
    p.check()


CHANGES: list[Callable[[Program], Any]] = [
    lambda p: p.s[p.update].split(p.update.op.axis[0], 2),
    lambda p: p.s[p.update].split(p.update.op.axis[0], nparts=2),
    lambda p: p.s[p.update].fuse(*p.update.op.axis),
]


@pytest.mark.parametrize("change", CHANGES)
def test_several_stages_share_the_loop_over_steps(change: Callable[[Program], Any]) -> None:
    p = Program()
    change(p)
    text = (
        "expected no split and no fuse of 't' of 'update': it is the loop over steps, "
        "which 'mean' is in as well; change other loops of 'update', or compute 'mean' "
        "inline"
    )
    with pytest.raises(ValueError, match=text):
        te.build(p.s, [p.x, p.y])


def test_a_copy_shares_it_too() -> None:
    p = Program()
    p.s[p.mean].compute_inline()
    p.s[p.update].split(p.update.op.axis[0], 2)
    p.check()
    copy = p.s.cache_read(p.state, "local", [p.update])
    with pytest.raises(ValueError, match=f"which '{copy.op.name}' is in as well"):
        str(p.s)


@pytest.mark.parametrize("how", ["unroll", "split", "refused"])
def test_the_loop_over_steps_is_one_of_the_scan(how: str) -> None:
    X = te.placeholder((8, 6), name="X")
    state = te.placeholder((8, 6), name="state")
    init = te.compute((1, 6), lambda _, i: X[0, i], name="init")
    update = te.compute((8, 6), lambda t, i: state[t - 1, i] + X[t, i], name="update")
    Y = te.scan(init, update, state, inputs=[X], name="Y")
    s = te.create_schedule(Y.op)
    steps = Y.op.scan_axis
    if how == "unroll":
        s[Y].unroll(steps)
    elif how == "split":
        outer, inner = s[Y].split(parent=steps, factor=4)
        s[Y].unroll(inner)
    else:
        with pytest.raises(ValueError, match="'t' is the loop over steps of scan 'Y'"):
            s[update].unroll(steps)
        with pytest.raises(ValueError, match="'t' is no loop of 'Y'"):
            s[Y].unroll(te.scan(init, update, state, name="Z").op.scan_axis)
    x = np.arange(48, dtype=np.float32).reshape(8, 6)
    np.testing.assert_array_equal(te.build(s, [X, Y])(x), x.cumsum(0))
