# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The text that Python writes, and the compiler's output for it, word by word, for
the schedules of the slides."""

import numpy as np
import pytest

from tvm_mlir import te

LINES = {
    "none": """\
  transform.yield
""",
    "split": """\
  %C = schedule.get_block "C" in %root
  %i = schedule.get_loops of %C
  %i.outer, %i.inner = schedule.split %i by [0, 32]
  transform.yield
""",
    "reorder": """\
  %C = schedule.get_block "C" in %root
  %i = schedule.get_loops of %C
  %i.outer, %i.inner = schedule.split %i by [0, 32]
  schedule.reorder %i.inner, %i.outer
  transform.yield
""",
}

LOOPS = {
    "none": """\
    affine.for %arg3 = 0 to %dim {
      %0 = affine.load %arg0[%arg3] : memref<?xf32>
      %1 = affine.load %arg1[%arg3] : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %arg2[%arg3] : memref<?xf32>
    }
""",
    "split": """\
    affine.for %arg3 = 0 to #map()[%dim] {
      affine.for %arg4 = 0 to 32 {
        affine.if #set(%arg3, %arg4)[%dim] {
          %0 = affine.load %arg0[%arg3 * 32 + %arg4] : memref<?xf32>
          %1 = affine.load %arg1[%arg3 * 32 + %arg4] : memref<?xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %arg2[%arg3 * 32 + %arg4] : memref<?xf32>
        }
      }
    }
""",
    "reorder": """\
    affine.for %arg3 = 0 to 32 {
      affine.for %arg4 = 0 to #map()[%dim] {
        affine.if #set(%arg4, %arg3)[%dim] {
          %0 = affine.load %arg0[%arg4 * 32 + %arg3] : memref<?xf32>
          %1 = affine.load %arg1[%arg4 * 32 + %arg3] : memref<?xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %arg2[%arg4 * 32 + %arg3] : memref<?xf32>
        }
      }
    }
""",
}

HEAD = """\
#map = affine_map<()[s0] -> (s0 ceildiv 32)>
#set = affine_set<(d0, d1)[s0] : (-(d0 * 32 + d1) + s0 - 1 >= 0)>
"""


def addition(n):
    A, B = te.placeholder((n,), name="A"), te.placeholder((n,), name="B")
    C = te.compute((n,), lambda i: A[i] + B[i], name="C")
    return A, B, C, te.create_schedule(C.op)


def script(lines):
    return (
        "transform.named_sequence @__transform_main("
        "%root: !transform.any_op {transform.readonly}) {\n" + lines + "}\n"
    )


@pytest.mark.parametrize("steps", ["none", "split", "reorder"])
def test_slides(steps):
    A, B, C, s = addition(te.var("n"))
    if steps != "none":
        xo, xi = s[C].split(s[C].axis[0], factor=32)
    if steps == "reorder":
        s[C].reorder(xi, xo)
    assert str(s) == script(LINES[steps])
    assert te.lower(s, [A, B, C]) == (
        ("" if steps == "none" else HEAD)
        + "module @kernel {\n"
        + "  func.func @kernel(%arg0: memref<?xf32>, %arg1: memref<?xf32>, "
        + "%arg2: memref<?xf32>) {\n"
        + "    %c0 = arith.constant 0 : index\n"
        + "    %dim = memref.dim %arg0, %c0 : memref<?xf32>\n"
        + LOOPS[steps]
        + "    return\n  }\n}\n"
    )


def test_no_guard_where_the_factor_divides():
    A, B, C, s = addition(64)
    _, xi = s[C].split(C.op.axis[0], factor=32)
    s[C].vectorize(xi)
    assert te.lower(s, [A, B, C], name="add") == """\
module @add {
  func.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) {
    affine.for %arg3 = 0 to 2 {
      affine.for %arg4 = 0 to 32 {
        %0 = affine.load %arg0[%arg3 * 32 + %arg4] : memref<64xf32>
        %1 = affine.load %arg1[%arg3 * 32 + %arg4] : memref<64xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %arg2[%arg3 * 32 + %arg4] : memref<64xf32>
      } {te.kind = "vectorized"}
    }
    return
  }
}
"""


def test_stages():
    """Steps that add and remove stages come first, then the remaining stages from the
    result back."""
    A, B, C, _ = addition(te.var("n"))
    D = te.compute(C.shape, lambda i: C[i] * 2, name="D1")
    s = te.create_schedule(D)
    outer, _ = s[D].split(D.op.axis[0], 8)
    copy = s.cache_read(A, "shared", C)
    s[C].compute_inline()
    s[copy].compute_at(s[D], outer)
    s[copy].unroll(s[copy].op.axis[0])
    assert str(s) == script("""\
  %C = schedule.get_block "C" in %root
  %A.shared = schedule.cache_read %C, 0 to "shared"
  schedule.compute_inline %C
  %D1 = schedule.get_block "D1" in %root
  %i = schedule.get_loops of %D1
  %i.outer, %i.inner = schedule.split %i by [0, 8]
  %A.shared_1 = schedule.compute_at %A.shared, %i.outer
  %i.outer_1, %ax0 = schedule.get_loops of %A.shared_1
  schedule.unroll %ax0
  transform.yield
""")


def test_names_that_are_no_names_in_ir():
    """A name may be any text. Equal names, and names like the compiler's own, are made
    unique."""
    names = ["", "1", 'a "b"\n', "C", "C", "C_1", "C1", "C1_", "copy", "copy_1", "stack"]
    X = te.placeholder((4,), name='x "y"')
    tensors = [
        te.compute((4,), lambda i, d=d: X[i] + d, name=name)
        for d, name in enumerate(names)
    ]
    s = te.create_schedule(tensors)
    for tensor in tensors:
        s[tensor].vectorize(tensor.op.axis[0])
    results = te.build(s, [X, *tensors])(np.zeros(4, np.float32))
    assert [int(result[0]) for result in results] == list(range(len(names)))
