# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor expressions and their schedules in Python.

    from tvm_mlir import te

    n = te.var("n")
    A, B = te.placeholder((n,), name="A"), te.placeholder((n,), name="B")
    C = te.compute((n,), lambda i: A[i] + B[i], name="C")
    s = te.create_schedule(C.op)
    xo, xi = s[C].split(C.op.axis[0], factor=32)
    f = te.build(s, [A, B, C])
    f(a, b, c)                      # numpy arrays, c is written
    print(s, te.lower(s, [A, B, C]))

Names and conventions are TVM's. Python writes the program and its
schedule as text and decides nothing; the compiler checks both.
"""

from typing import NoReturn

from .._absent import absent
from . import _absent, hybrid
from .building import Function, build, lower, ptx
from .expressions import (
    Expr,
    IterVar,
    Var,
    cast,
    const,
    reduce_axis,
    size_var,
    var,
)
from .externs import ExternOp, call_packed, extern
from .functions import *  # noqa: F403
from .functions import __all__ as _functions
from .intrinsics import (
    Buffer,
    TensorIntrin,
    decl_buffer,
    decl_tensor_intrin,
    hardware_intrin,
)
from .irmodule import IRModule, PrimFunc
from .recurrences import ScanOp, scan
from .reductions import *  # noqa: F403
from .reductions import __all__ as _reductions
from .schedules import Schedule, create_schedule
from .stages import Stage
from .tags import tag_scope
from .tensors import (
    ComputeOp,
    Operation,
    PlaceholderOp,
    Tensor,
    compute,
    placeholder,
)
from .threads import thread_axis
from .tuning import Tuned, tune

__all__ = [
    "Buffer",
    "ComputeOp",
    "Expr",
    "ExternOp",
    "Function",
    "IRModule",
    "IterVar",
    "Operation",
    "PlaceholderOp",
    "PrimFunc",
    "ScanOp",
    "Schedule",
    "Stage",
    "Tensor",
    "TensorIntrin",
    "Tuned",
    "Var",
    "build",
    "call_packed",
    "cast",
    "compute",
    "const",
    "create_schedule",
    "decl_buffer",
    "decl_tensor_intrin",
    "extern",
    "hardware_intrin",
    "hybrid",
    "lower",
    "placeholder",
    "ptx",
    "reduce_axis",
    "scan",
    "size_var",
    "tag_scope",
    "thread_axis",
    "tune",
    "var",
    *_functions,
    *_reductions,
]


def __getattr__(name: str) -> NoReturn:
    raise absent("te", name, _absent.FUNCTIONS)
