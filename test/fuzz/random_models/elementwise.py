# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element by element."""

import numpy as np
from onnx import helper
from random_models.model import Model, Unfit
from random_models.operators import operator, pick_exact


@operator(4)
def unary(m: Model) -> None:
    m.add(
        m.choose(
            "LeakyRelu Elu Selu Celu HardSigmoid HardSwish Sigmoid Tanh "
            "Softplus Softsign Erf Exp Sin Cos Atan Gelu Mish".split()
        ),
        [m.pick()],
    )


@operator(2)
def exact_unary(m: Model) -> None:
    m.add(m.choose(["Abs", "Neg", "Relu"]), [m.pick("fi")], exact=True)


@operator()
def jump(m: Model) -> None:
    ops = ["Sign", "Floor", "Ceil", "Round", "ThresholdedRelu"]
    m.add(m.choose(ops), [pick_exact(m, "f")], exact=True)


@operator()
def of_positive(m: Model) -> None:
    """Where the function is smooth."""
    x = m.add("Abs", [m.pick()], exact=True)[0]
    x = m.add("Add", [x, m.constant(np.array(0.5, x.array.dtype))])[0]
    m.add(m.choose(["Sqrt", "Log", "Reciprocal"]), [x])


@operator()
def clip(m: Model) -> None:
    x = m.pick("fi")
    low, high = sorted(m.integers(-3, 4, (2,)))
    bounds = [m.constant(np.array(b, x.array.dtype)) for b in (low, high)]
    m.add("Clip", [x, *(b if m.chance(0.8) else None for b in bounds)], exact=True)


@operator(5)
def binary(m: Model) -> None:
    x = m.pick("fiu")
    op = m.choose(["Add", "Sub", "Mul", "Add", "Mul", "Max", "Min"])
    exact = x.kind != "f" or op in ("Max", "Min")
    operands = [x, m.like(x)]
    m.add(op, operands[:: m.choose([1, -1])], exact=exact)


@operator()
def variadic(m: Model) -> None:
    x = m.pick()
    op = m.choose(["Max", "Min", "Sum", "Mean"])
    m.add(op, [x, m.like(x), m.like(x)], exact=op in ("Max", "Min"))


@operator()
def divide(m: Model) -> None:
    x = m.pick("fi")
    if x.kind == "f":
        y = m.add("Abs", [m.like(x)], exact=True)[0]
        y = m.add("Add", [y, m.constant(np.array(0.5, x.array.dtype))])[0]
    else:
        y = m.constant(m.integer(1, 7) * m.choose([1, -1]), x.array.dtype)
    m.add("Div", [x, y], exact=x.kind != "f")


@operator()
def modulo(m: Model) -> None:
    x = pick_exact(m, "fi")
    y = m.constant(m.integer(1, 7) * m.choose([1, -1]), x.array.dtype)
    fmod = int(x.kind == "f" or m.chance(0.5))
    m.add("Mod", [x, y], fmod=fmod, exact=True)


@operator()
def power(m: Model) -> None:
    x = m.pick("f")
    m.add("Pow", [x, m.constant(m.choose([2, 3, 1]), x.array.dtype)])


@operator(2)
def compare(m: Model) -> None:
    x = pick_exact(m)
    y = m.like(x)
    if not y.exact:
        raise Unfit
    ops = ["Less", "Greater", "LessOrEqual", "GreaterOrEqual", "Equal"]
    m.add(m.choose(ops), [x, y], exact=True)


@operator()
def logic(m: Model) -> None:
    x = m.pick("b")
    if m.chance(0.3):
        m.add("Not", [x], exact=True)
        return
    m.add(m.choose(["And", "Or", "Xor"]), [x, m.like(x)], exact=True)


@operator()
def bits(m: Model) -> None:
    x = m.pick("iu")
    op = m.choose(["BitwiseAnd", "BitwiseOr", "BitwiseXor"])
    m.add(op, [x, m.like(x)], exact=True)


@operator(2)
def where(m: Model) -> None:
    c = m.pick("b")
    dtype = m.choose([np.float32, np.float32, np.int64])
    x = m.weight(c.shape, dtype) if m.chance(0.5) else m.weight([], dtype)
    y = m.pick(np.dtype(dtype).kind)
    m.add("Where", [c, *m.choose([(x, y), (y, x)])], exact=True)


@operator(2)
def cast(m: Model) -> None:
    x = pick_exact(m, "fiub")
    to = m.choose([np.float32, np.float32, np.float64, np.int32, np.int64, bool])
    m.add("Cast", [x], to=_type_number(to), exact=True)


def _type_number(dtype: type) -> int:
    return helper.np_dtype_to_tensor_dtype(np.dtype(dtype))


@operator()
def prelu(m: Model) -> None:
    x = m.pick("f", range(1, 6))
    m.add("PRelu", [x, m.weight(x.shape[-1:])])
