# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules for an accelerator whose memories are described."""

import numpy as np
import pytest

from tvm_mlir import TvmError, te


def product(is_tiled: bool):
    """Returns rows of a product, whose operands are in memories of an accelerator."""
    A, B = te.placeholder((64, 64), name="A"), te.placeholder((64, 64), name="B")
    k = te.reduce_axis((0, 64), name="k")
    C = te.compute((64, 64), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    s = te.create_schedule(C.op)
    AL, BL = s.cache_read(A, "vdla.inp", C), s.cache_read(B, "vdla.wgt", C)
    if is_tiled:
        io, jo, ii, ji = s[C].tile(*C.op.axis, 8, 8)
        ko, ki = s[C].split(k, factor=8)
        s[C].reorder(io, jo, ko, ii, ji, ki)
        for copy in (AL, BL):
            s[copy].compute_at(s[C], ko)
    return s, [A, B, C]


TILE = 8 * 8 * 4
MEMORIES = {"vdla.inp": TILE, "vdla.wgt": TILE}


def test_what_fits_is_built():
    s, args = product(is_tiled=True)
    text = te.lower(s, args, memories=MEMORIES)
    assert (
        'dlti.target_system_spec = #dlti.target_system_spec<"vdla" = '
        '#dlti.target_device_spec<"inp_size_in_bytes" = 256 : i64, '
        '"wgt_size_in_bytes" = 256 : i64>>' in text
    )
    f = te.build(s, args, memories=MEMORIES)
    a, b = np.random.default_rng(0).random((2, 64, 64), np.float32)
    np.testing.assert_allclose(f(a, b), a @ b, rtol=1e-5)


@pytest.mark.parametrize("make", [te.lower, te.build])
def test_what_does_not_fit_is_an_error(make):
    s, args = product(is_tiled=False)
    make(s, args)  # nothing is said of the memories
    with pytest.raises(TvmError) as error:
        make(s, args, memories={"vdla.inp": TILE})
    text = "expected at most 256 bytes in use in scope 'vdla.inp', got 16384"
    assert text in str(error.value)
    assert "test_te_memories.py" in "\n".join(map(str, error.value.diagnostics))


@pytest.mark.parametrize("is_tiled", [False, True])
def test_one_byte_less(is_tiled):
    s, args = product(is_tiled)
    size = TILE if is_tiled else 64 * TILE
    te.lower(s, args, memories={"vdla.wgt": size})
    with pytest.raises(TvmError, match=f"at most {size - 1} bytes .* 'vdla.wgt'"):
        te.lower(s, args, memories={"vdla.wgt": size - 1})


@pytest.mark.parametrize(
    "memories, error, text",
    [
        (["a.b"], TypeError, "expected memories and their bytes, got ['a.b']"),
        ({"shared": 8}, ValueError, "expected DEVICE.MEMORY as a memory, got 'shared'"),
        ({".inp": 8}, ValueError, "expected DEVICE.MEMORY as a memory, got '.inp'"),
        ({3: 8}, TypeError, "expected a name of a memory, got 3"),
        ({"a.b": 1.5}, TypeError, "expected an integer as size of 'a.b', got float"),
        ({"a.b": -1}, ValueError, "expected a size of 'a.b' from 0 on, got -1"),
    ],
    ids=str,
)
def test_wrong_memories(memories, error, text):
    s, args = product(is_tiled=True)
    with pytest.raises(error) as raised:
        te.lower(s, args, memories=memories)
    assert str(raised.value) == text
