# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PassContext: passes of the user in te.lower, te.build and te.ptx."""

import numpy as np
import pytest

import tvm_mlir
from tvm_mlir import PassContext, te
from tvm_mlir.ir import FloatAttr, MLIRError, StringAttr


def with_passes(*passes):
    return PassContext(config={"tir.add_lower_pass": passes})


def program(split=True):
    """Returns y = x * 2 + 1."""
    n = te.var("n")
    x = te.placeholder((n,), name="x")
    y = te.compute((n,), lambda i: x[i] * 2 + 1, name="y")
    s = te.create_schedule(y.op)
    if split:
        s[y].split(y.op.axis[0], 8)
    return s, [x, y]


X = np.linspace(-2, 2, 29, dtype=np.float32)


def check(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


def constants(value):
    """Makes every constant of floats `value`."""

    def replace(op):
        attribute = op.attributes.get("value")
        if isinstance(attribute, FloatAttr):
            op.attributes["value"] = FloatAttr.get(attribute.type, value)

    return lambda op, pass_: op.walk(replace)


@pytest.mark.parametrize("phase", [0, 1])
def test_constants(phase):
    s, args = program()
    with with_passes((phase, constants(3))):
        assert "arith.constant 3.000000e+00" in te.lower(s, args)
        f = te.build(s, args)
    check(f(X), X * 3 + 3)
    check(te.build(s, args)(X), X * 2 + 1)


@pytest.mark.parametrize("phase", [0, 1])
@pytest.mark.parametrize("kind", ["vectorized", "parallel", "unrolled"])
def test_loops(phase, kind, tmp_path):
    """A pass marks the innermost loop in the same way as a schedule."""

    def mark(op, pass_):
        found = []
        op.walk(lambda op: found.append(op) if op.name == "affine.for" else None)
        found[0].attributes["te.kind"] = StringAttr.get(kind)

    s, args = program()
    with with_passes((phase, mark)):
        assert f'te.kind = "{kind}"' in te.lower(s, args)
        f = te.build(s, args, dump_ir=tmp_path)
    check(f(X), X * 2 + 1)
    (scheduled,) = tmp_path.glob("*-scheduled.mlir")
    assert ("vector<8xf32>" in scheduled.read_text()) == (kind == "vectorized")


def test_phases():
    """Kernels have blocks in phase 0, and none in phase 1."""
    texts = []
    passes = [
        (1, lambda op, pass_: texts.append(str(op))),
        (0, lambda op, pass_: texts.append(str(op))),
        (0, constants(5)),
        (0, lambda op, pass_: texts.append(str(op))),
    ]
    s, args = program()
    with with_passes(*passes):
        lowered = te.lower(s, args)
        te.build(s, args)
    assert ["te.block" in text for text in texts] == [True, True, False] * 2
    assert ["5.000000e+00" in text for text in texts] == [False, True, True] * 2
    assert texts[3:] == texts[:3] and texts[2].splitlines()[1].strip() in lowered


def test_pipelines():
    s, args = program(split=False)
    with with_passes((1, "affine-loop-unroll"), (1, "canonicalize,cse")):
        with pytest.raises(MLIRError, match="'affine-loop-unroll' does not refer to"):
            te.lower(s, args)
    with with_passes((0, "te-lower-blocks"), (1, "canonicalize,cse")):
        assert "te.block" not in te.lower(s, args)
        check(te.build(s, args)(X), X * 2 + 1)


def test_nothing_changes():
    s, args = program()
    with with_passes((0, lambda op, pass_: None), (1, lambda op, pass_: None)):
        lowered = te.lower(s, args)
    assert lowered == te.lower(s, args)


def test_gpu():
    """Blocks show that threads may run."""
    s, args = program(split=False)
    outer, inner = s[args[1]].split(args[1].op.axis[0], 32)
    s[args[1]].bind(outer, te.thread_axis("blockIdx.x"))
    s[args[1]].bind(inner, te.thread_axis("threadIdx.x"))
    (plain,) = te.ptx(s, args)
    with with_passes((0, lambda op, pass_: None)):
        assert te.ptx(s, args) == [plain]
    with with_passes((0, constants(7))):
        (sevens,) = te.ptx(s, args)
        te.build(s, args, target="nvptx64")
    assert "0f40E00000" in sevens and "0f40E00000" not in plain
    with with_passes((1, constants(7))):
        for call in [te.ptx, te.build]:
            with pytest.raises(ValueError, match="expected passes of phase 0 for a GPU"):
                call(s, args, target="nvptx64")


def test_error_at_the_line():
    """IR keeps the lines of the user's program."""

    def refuse(op, pass_):
        op.walk(lambda op: op.location.emit_error("no") if "mul" in op.name else None)

    s, args = program()
    for call in [te.lower, te.build]:
        with with_passes((0, refuse)):
            with pytest.raises(MLIRError, match=r"test_passcontext.py:\d+:1: no$"):
                call(s, args)


def test_exception():
    s, args = program()
    with with_passes((1, lambda op, pass_: 1 / 0)):
        for call in [te.lower, te.build]:
            with pytest.raises(ZeroDivisionError):
                call(s, args)


def test_spoilt():
    def spoil(op, pass_):
        op.regions[0].blocks[0].terminator.erase()

    s, args = program()
    with with_passes((1, spoil)):
        with pytest.raises(tvm_mlir.TvmError, match="block with no terminator"):
            te.build(s, args)


def test_nested():
    assert not PassContext.current().has_lower_passes
    with with_passes((0, "cse")) as outer:
        with PassContext() as inner:
            assert PassContext.current() is inner
            with outer:
                assert PassContext.current() is outer
        assert PassContext.current() is outer
        assert outer.lower_passes(0) == ["cse"] and outer.lower_passes(1) == []
    assert not PassContext.current().has_lower_passes


def test_passes_of_a_generator():
    """The passes are read once, and run."""
    seen = []
    passes = ((0, each) for each in [lambda op, _: seen.append(op.name)])
    s, args = program(split=False)
    with PassContext(config={"tir.add_lower_pass": passes}):
        te.lower(s, args)
        te.lower(s, args)
    assert seen == ["func.func", "func.func"]


@pytest.mark.parametrize("phase", [0, 1])
def test_canonicalize(phase):
    s, args = program(split=False)
    with with_passes((phase, "canonicalize")):
        f = te.build(s, args)
    check(f(X), X * 2 + 1)


@pytest.mark.parametrize("phase", [0, 1])
def test_a_kernel_that_is_renamed(phase):
    def rename(op, _):
        op.attributes["sym_name"] = StringAttr.get("other", op.context)

    s, args = program(split=False)
    with with_passes((phase, rename)):
        with pytest.raises(ValueError, match="expected passes to leave the kernel"):
            te.lower(s, args)


def test_default_schedule():
    s, args = program(split=False)
    with with_passes((0, "cse")):
        with pytest.raises(ValueError, match="passes take part after a schedule"):
            te.build(s, args, schedule="default")


@pytest.mark.parametrize(
    "config, error, message",
    [
        ({"tir.disable_vectorize": True}, ValueError, "expected 'tir.add_lower_pass'"),
        ({"tir.add_lower_pass": [(2, "cse")]}, ValueError, "expected phase 0 or 1"),
        ({"tir.add_lower_pass": [(0, 1)]}, TypeError, "expected a function or a"),
        ({"tir.add_lower_pass": ["cse"]}, TypeError, "expected a phase and a pass"),
    ],
)
def test_wrong_config(config, error, message):
    with pytest.raises(error, match=message):
        PassContext(config=config)


def test_opt_level(monkeypatch):
    """The context applies to te.build without a context of its own."""
    given = []

    def compile_module(*arguments, **options):
        given.append(options["opt_level"])
        return tvm_mlir.compiler.compile_module(*arguments, **options)

    monkeypatch.setattr(te.building, "compile_module", compile_module)
    s, args = program()
    with PassContext(opt_level=1):
        check(te.build(s, args)(X), X * 2 + 1)
        check(te.build(s, args, opt_level=2)(X), X * 2 + 1)
        with PassContext(0, config={"tir.add_lower_pass": [(1, constants(3.0))]}):
            check(te.build(s, args)(X), X * 3 + 3)
        with PassContext():
            te.build(s, args)
    te.build(s, args)
    assert given == [1, 2, 0, None, None]


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"opt_level": 4}, ValueError, "expected a value of opt_level up to 3, got 4"),
        ({"opt_level": -1}, ValueError, "expected a value of opt_level from 0 on, got -1"),
        ({"opt_level": "2"}, TypeError, "expected an integer as value of opt_level, got"),
        ({"required_pass": ["a"]}, TypeError, "has no 'required_pass': tvm_mlir.ir.Pass"),
        ({"disabled_pass": []}, TypeError, "has no 'disabled_pass': tvm_mlir.ir.PassM"),
        ({"instruments": None}, TypeError, "has no 'instruments': timing=True and dump"),
        ({"trace": 1}, TypeError, "PassContext has no 'trace'$"),
    ],
)
def test_wrong_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        PassContext(**arguments)
