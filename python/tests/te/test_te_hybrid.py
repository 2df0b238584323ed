# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops in the syntax of Python: their meaning, and that the text that is written for
a schedule is read as the same program."""

import re

import numpy as np
import pytest

from tvm_mlir import te
from tvm_mlir.te.programs import Program

ADD_ONE = """\
def te_add_one(a, b):
    n = var("n")
    A = decl_buffer((n,), "float32", src=a)
    B = decl_buffer((n,), "float32", src=b)
    for i in parallel(n):
        B[i] = A[i] + 1.0
"""


def random(*shape):
    return np.random.default_rng(sum(shape)).random(shape, np.float32) - 0.5


def build(kernel):
    return te.build(kernel.schedule, kernel.args, name=kernel.name)


def ir(s, args, name="kernel"):
    """Returns the program at level te with its schedule, without locations."""
    text = Program(name, s, args).kernel_text()
    return re.sub(r" loc\(.*?\)|#loc\d+ = .*\n", "", text)


# --- reading --------------------------------------------------------------------


@pytest.mark.parametrize("loop", ["parallel(n)", 'iter_range(n, iter_type="data_par")'])
def test_slide(loop):
    """The slide's te_add_one has a loop of kind `data_par`."""
    kernel = te.hybrid.parse(ADD_ONE.replace("parallel(n)", loop))
    assert kernel.name == "te_add_one"
    assert [tensor.name for tensor in kernel.args] == ["A", "B"]
    assert 'te.kind = "parallel"' in te.lower(kernel.schedule, kernel.args)
    x = random(10)
    np.testing.assert_array_equal(build(kernel)(x), x + 1)
    n = te.var("n")
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] + 1.0, name="B")
    s = te.create_schedule(B.op)
    s[B].parallel(B.op.axis[0])
    assert ir(kernel.schedule, kernel.args) == ir(s, [A, B])


def product(a, b, c):
    """A kernel that is read, but not executed."""
    m = var("m")  # noqa: F821
    n = var("n")  # noqa: F821
    k = var("k")  # noqa: F821
    A = decl_buffer((m, k), src=a)  # noqa: F821
    B = decl_buffer((k, n), src=b)  # noqa: F821
    T = allocate((m, n))  # noqa: F821
    C = decl_buffer((m, n), "float32", src=c)  # noqa: F821
    for i in range(m):
        for j in range(n):
            T[i, j] = 0
            for r in range(k):
                T[i, j] += A[i, r] * B[r, j]
    for i in range(m):
        for j in vectorize(n):  # noqa: F821
            C[i, j] = max(T[i, j], 0)


def test_function():
    kernel = te.hybrid.parse(product)
    a, b = random(5, 7), random(7, 9)
    np.testing.assert_allclose(
        build(kernel)(a, b), np.maximum(a @ b, 0), rtol=1e-4, atol=1e-6
    )


@pytest.mark.parametrize(
    "start, update, expected",
    [
        ("0", "B[i] += A[i, k]", lambda a: a.sum(1)),
        ("1", "B[i] *= A[i, k]", lambda a: a.prod(1)),
        ('max_value("float32")', "B[i] = min(B[i], A[i, k])", lambda a: a.min(1)),
        ('min_value("float32")', "B[i] = max(B[i], A[i, k])", lambda a: a.max(1)),
    ],
)
def test_reductions(start, update, expected):
    text = f"""
    def f(a, b):
        A = decl_buffer((6, 4), "float32", src=a)
        B = decl_buffer((6,), "float32", src=b)
        for i in range(6):
            B[i] = {start}
            for k in range(1, 4):
                {update}
    """
    a = random(6, 4)
    np.testing.assert_allclose(
        build(te.hybrid.parse(text))(a), expected(a[:, 1:]), rtol=1e-5
    )


def test_threads():
    text = ADD_ONE.replace("(n,)", "(8, 32)").replace('    n = var("n")\n', "")
    text = text.replace(
        "    for i in parallel(n):\n        B[i] = A[i] + 1.0\n",
        '    for i in bind("blockIdx.x", 8):\n'
        '        for j in bind("threadIdx.x", 32):\n'
        "            B[i, j] = A[i, j] + 1.0\n",
    )
    kernel = te.hybrid.parse(text)
    (ptx,) = te.ptx(kernel.schedule, kernel.args)
    assert "%tid.x" in ptx and "%ctaid.x" in ptx
    written = te.hybrid.write(kernel.schedule, kernel.args, kernel.name)
    assert 'in bind("threadIdx.x", 32):' in written


# --- round trips ------------------------------------------------------------------

n, m = te.var("n"), te.var("m")
A = te.placeholder((n, m), name="A")
V = te.placeholder((n,), name="V")
I = te.placeholder((n,), "int32", name="I")
U = te.placeholder((8,), "uint8", name="U")


def reduced(reduction, begin=0):
    k = te.reduce_axis((begin, m), "k")
    return te.compute((n,), lambda i: reduction(A[i, k] * 2 + 1.5, axis=k), name="C")


def computed(body, shape=(n, m)):
    return te.compute(shape, body, name="C")


PROGRAMS = {
    "element": lambda: ([A], computed(lambda i, j: A[i, j] * 2 - 1)),
    "constant": lambda: ([A], computed(lambda i, j: 2.5)),
    "number": lambda: ([V], computed(lambda i: i * 2 + 1, (n,))),
    "negation": lambda: ([V], computed(lambda i: -V[i] * -2.5e-7, (n,))),
    "infinity": lambda: ([V], computed(lambda i: te.min(V[i], np.inf), (n,))),
    "precedence": lambda: (
        [V],
        computed(lambda i: (V[i] - (V[i] - 1)) / (V[i] / (V[i] * 2)), (n,)),
    ),
    "border": lambda: (
        [A],
        computed(
            lambda i, j: te.if_then_else(te.all(i >= 1, j < m - 1), A[i - 1, j + 1], 0)
        ),
    ),
    "select": lambda: (
        [I],
        computed(lambda i: te.select((I[i] > 3) | (I[i] < 0), ~I[i], I[i] << 2), (n,)),
    ),
    "divisions": lambda: (
        [I],
        computed(
            lambda i: I[i] // 3 + I[i] % (i + 1) + te.truncdiv(I[i], 7) - te.abs(I[i]),
            (n,),
        ),
    ),
    "gather": lambda: ([V, I], computed(lambda i: V[te.max(I[i] % 3, 0)], (n,))),
    "functions": lambda: (
        [V],
        computed(
            lambda i: te.exp(V[i]) + te.power(te.abs(V[i]), 0.5) + te.nearbyint(V[i]),
            (n,),
        ),
    ),
    "kinds": lambda: (
        [V],
        computed(lambda i: te.isnan(V[i]) | te.isinf(V[i]) | te.isfinite(V[i]), (n,)),
    ),
    "bits": lambda: ([U], computed(lambda i: te.popcount(U[i]) ^ 255, (8,))),
    "casts": lambda: (
        [U],
        computed(lambda i: U[i].astype("float32") + te.cast("float32", i), (8,)),
    ),
    "sum": lambda: ([A], reduced(te.sum)),
    "product": lambda: ([A], reduced(te.prod)),
    "min": lambda: ([A], reduced(te.min)),
    "max": lambda: ([A], reduced(te.max, begin=1)),
    "sizes": lambda: (
        [A],
        computed(lambda i, j: A[i, j * 2], (n, (m + 1) // 2)),
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_round_trip(name):
    inputs, result = PROGRAMS[name]()
    s, args = te.create_schedule(result), [*inputs, result]
    text = te.hybrid.write(s, args)
    kernel = te.hybrid.parse(text)
    assert ir(kernel.schedule, kernel.args) == ir(s, args)
    assert te.hybrid.write(kernel.schedule, kernel.args) == text


def test_round_trip_of_stages_and_marks():
    k = te.reduce_axis((0, m), "k")
    T = te.compute((n,), lambda i: te.sum(A[i, k], k), name="T")
    C = te.compute((n, 8), lambda i, j: T[i] * j, name="C")
    s = te.create_schedule(C)
    s[C].parallel(C.op.axis[0])
    s[C].vectorize(C.op.axis[1])
    s[T].unroll(T.op.axis[0])
    s[T].set_scope("global")
    text = te.hybrid.write(s, [A, C], "f")
    for part in ("in parallel(n)", "in vectorize(8)", "in unroll(n)", 'scope="global"'):
        assert part in text
    kernel = te.hybrid.parse(text)
    assert ir(kernel.schedule, kernel.args) == ir(s, [A, C])
    assert te.hybrid.write(kernel.schedule, kernel.args, kernel.name) == text


def test_text():
    kernel = te.hybrid.parse(ADD_ONE)
    text = te.hybrid.write(kernel.schedule, kernel.args, kernel.name)
    assert text == ADD_ONE.replace("a, b", "A_data, B_data").replace(
        "src=a", "src=A_data"
    ).replace("src=b", "src=B_data")


# --- refusals ---------------------------------------------------------------------

CHANGES = [
    ("B[i] =", "B[i + 1] =", r"line 6 .* the loops as subscripts: \['i'\]"),
    ("parallel(n)", "parallel(n + 1)", "line 6 .* expected 'i' over a dimension"),
    ("parallel(n)", "parallel(1, n)", "line 6 .* expected 'i' over a dimension"),
    ("parallel(n)", "somehow(n)", "line 5 .* a loop over one of range, parallel"),
    ("parallel(n)", "A", "line 5 .* a loop over one of range, parallel"),
    ("A[i] + 1.0", "A[i + 1] + x", "line 6 .* name 'x' is not defined"),
    ("A[i] + 1.0", "B[i] + 1.0", "line 6 .* 'B' is read before it is written"),
    ("A[i] + 1.0", "A[i, i]", "line 6 .* expected 1 subscripts of 'A', got 2"),
    ("A[i] + 1.0", "A.op", "line 6 .* expected no attribute 'op'"),
    ("A[i] + 1.0", 'A[i].astype("int32")', "expected 'float32', got 'int32'"),
    ("A[i] + 1.0", "__import__('os')", "name '__import__' is not defined"),
    ("B[i] = A[i] + 1.0", "B[i] += A[i]", "expected one element to be written"),
    ("src=b", "src=a", "line 4 .* expected a parameter of its own as src, got 'a'"),
    ("te_add_one(a, b)", "te_add_one(a, b, c)", "nothing is in 'c'"),
    ('n = var("n")', 'n = size("n")', "line 2 .* expected a declaration, got 'size'"),
    ('n = var("n")', "n = 3", "line 2 .* expected var, decl_buffer or allocate"),
    ('n = var("n")', 'n = var("n")\n    n = var("m")', "'n' is declared already"),
    ('"float32", src=a', '"float31", src=a', "line 3 .* expected one of float16"),
    ("    for i in", "    return\n    for i in", "line 5 .* a declaration or a loop"),
]


@pytest.mark.parametrize("old, new, text", CHANGES)
def test_what_is_no_kernel(old, new, text):
    assert old in ADD_ONE
    with pytest.raises((ValueError, TypeError), match=text):
        te.hybrid.parse(ADD_ONE.replace(old, new))


@pytest.mark.parametrize(
    "start, update, text",
    [
        ("1", "B[i] += A[i]", "line 6 .* expected 0.0 to start from"),
        ("0", "B[i] *= A[i]", "line 6 .* expected 1.0 to start from"),
        ("0", "B[i] -= A[i]", r"line 8 .* expected B\[i\] \+=, \*= or"),
        ("0", "B[k] += A[i]", r"line 8 .* expected B\[i\] \+=, \*= or"),
        ("0", "B[i] = min(A[i], B[i])", r"line 8 .* expected B\[i\] \+=, \*= or"),
    ],
)
def test_what_is_no_reduction(start, update, text):
    reduction = f"B[i] = {start}\n        for k in range(4):\n            {update}"
    with pytest.raises(ValueError, match=text):
        te.hybrid.parse(ADD_ONE.replace("B[i] = A[i] + 1.0", reduction))


def test_what_is_no_function():
    for text in ("x = 1\n", ADD_ONE + ADD_ONE):
        with pytest.raises(ValueError, match="expected one function"):
            te.hybrid.parse(text)


def test_what_is_no_text():
    with pytest.raises(TypeError, match="expected a text or a function, got 3"):
        te.hybrid.parse(3)
    with pytest.raises(SyntaxError):
        te.hybrid.parse("def f(:")


def test_arguments_that_are_none():
    C = computed(lambda i: V[i] + 1, (n,))
    s = te.create_schedule(C)
    with pytest.raises(ValueError, match="'V' is read and no argument"):
        te.hybrid.write(s, [C])
    with pytest.raises(ValueError, match="got the name 'for'"):
        te.hybrid.write(s, [V, C], "for")


def split(s, C):
    s[C].split(C.op.axis[0], 8)


def copied(s, C):
    s.cache_write(C, "global")


def virtual(s, C):
    s[C].bind(C.op.axis[0], te.thread_axis("vthread"))


@pytest.mark.parametrize(
    "step, text",
    [
        (split, "expected what loops of Python say, got the steps of 'C'"),
        (copied, "got 'C.global'"),
        (virtual, "got 'virtual_thread' of 'C'"),
    ],
)
def test_schedules_without_a_text(step, text):
    C = computed(lambda i: V[i] + 1, (n,))
    s = te.create_schedule(C)
    step(s, C)
    with pytest.raises(ValueError, match=text):
        te.hybrid.write(s, [V, C])


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda: computed(lambda for_: V[for_], (n,)), None),
        (lambda: te.compute((n,), lambda i: V[i], name="C.1"), "the name 'C.1'"),
        (lambda: te.compute((n,), lambda i: V[i], name="exp"), "'exp' as the name of"),
        (lambda: te.compute((n,), lambda V_: V[V_], name="n"), "'n' as the name of"),
        (lambda: te.compute((), lambda: V[0], name="C"), "'C', which has no loops"),
        (lambda: reduced(te.argmax)[0], "'C'"),
        (lambda: te.extern((n,), [V], "f", name="E"), "'E'"),
    ],
)
def test_programs_without_a_text(make, text):
    C = make()
    inputs = [A, V] if "argmax" in str(text) else [V, A]
    s = te.create_schedule(C)
    if text is None:
        te.hybrid.parse(te.hybrid.write(s, [V, C]))
        return
    with pytest.raises(ValueError, match=f"loops of Python say, got {text}"):
        te.hybrid.write(s, [*inputs, C])


@pytest.mark.parametrize("length", [2000, 20000])
def test_text_that_python_cannot_read(length):
    """Python builds and compiles its syntax trees by recursion."""
    terms = " + 1.0" * length
    with pytest.raises(ValueError, match="expected expressions of fewer nested"):
        te.hybrid.parse(ADD_ONE.replace(" + 1.0", terms))
