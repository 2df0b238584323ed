"""Tensor expressions: what is computed, and how, in Python.

    from tvm_mlir import te

    n = te.var("n")
    A, B = te.placeholder((n,), name="A"), te.placeholder((n,), name="B")
    C = te.compute((n,), lambda i: A[i] + B[i], name="C")
    s = te.create_schedule(C.op)
    xo, xi = s[C].split(C.op.axis[0], factor=32)
    f = te.build(s, [A, B, C])
    f(a, b, c)                      # numpy arrays, c is written
    print(s, te.lower(s, [A, B, C]))

Names and conventions are those of TVM. Python writes the program and its
schedule as text and decides nothing; the compiler checks both.
"""

from .building import Function, build, lower
from .expressions import Expr, IterVar, Var, cast, const, reduce_axis, var
from .functions import *  # noqa: F403
from .functions import __all__ as _functions
from .schedules import Schedule, Stage, create_schedule
from .tensors import (
    Operation,
    Tensor,
    call_packed,
    compute,
    extern,
    placeholder,
    scan,
)

__all__ = [
    "Expr",
    "Function",
    "IterVar",
    "Operation",
    "Schedule",
    "Stage",
    "Tensor",
    "Var",
    "build",
    "call_packed",
    "cast",
    "compute",
    "const",
    "create_schedule",
    "extern",
    "lower",
    "placeholder",
    "reduce_axis",
    "scan",
    "var",
    *_functions,
]
