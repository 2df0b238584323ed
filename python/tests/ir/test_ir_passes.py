# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes that are functions of Python, and rewrite patterns."""

import numpy as np
import pytest

from tvm_mlir import te
from tvm_mlir.ir import (
    Attribute,
    Context,
    F32Type,
    FloatAttr,
    InsertionPoint,
    Location,
    MLIRError,
    Module,
    Operation,
    OpResult,
    PassManager,
    RewritePatternSet,
    SymbolTable,
    UnitAttr,
    apply_patterns_and_fold_greedily,
)

TEXT = """module {
  func.func @f(%arg0: f32) -> f32 {
    %cst = arith.constant 2.000000e+00 : f32
    %0 = arith.mulf %arg0, %cst : f32
    %1 = arith.mulf %0, %arg0 : f32
    return %1 : f32
  }
  func.func @g(%arg0: f32) -> f32 {
    return %arg0 : f32
  }
}
"""

pytestmark = pytest.mark.usefixtures("context")


def inside(module, name="f"):
    return SymbolTable(module)[name].regions[0].blocks[0].operations


def run_pass(function, operation, anchor="builtin.module", **arguments):
    manager = PassManager(anchor)
    manager.add(function, **arguments)
    manager.run(operation)


def test_pass_of_a_module(module):
    seen = []

    def mark(op, pass_):
        seen.append(op)
        op.walk(lambda inner: inner.attributes.update({"a.seen": UnitAttr.get()}))

    run_pass(mark, module)
    assert seen == [module.operation]
    assert str(module).count("{a.seen}") == 8


def test_pass_of_functions(module):
    names = []

    def collect(op, pass_):
        names.append(op.attributes["sym_name"].value)

    run_pass(collect, module, op_name="func.func")
    run_pass(collect, inside(module)[0].parent, "func.func", op_name="func.func")
    run_pass(collect, inside(module, "g")[0].parent, "func.func")
    run_pass(collect, inside(module, "g")[0].parent, "any")
    assert names == ["f", "g", "f", "g", "g"]


def test_order(module):
    """Passes in Python run in order with other passes."""
    texts = []
    manager = PassManager.parse("builtin.module(func.func(canonicalize))")
    manager.add(lambda op, pass_: texts.append(str(op)), name="look", argument="look")
    manager.add("symbol-privatize{exclude=f},symbol-dce")
    manager.add(lambda op, pass_: texts.append(str(op)), "look")
    assert str(manager).startswith("builtin.module(func.func(canonicalize{")
    assert str(manager).count(",look") == 2
    manager.run(module)
    assert texts[0] == TEXT and "@g" not in texts[1]
    assert texts[1] == str(module)
    manager.run(Module.parse(TEXT))
    assert texts[2:] == texts[:2]


def test_operations_last_as_long_as_the_pass(module):
    kept = []
    manager = PassManager("builtin.module")
    manager.add(lambda op, pass_: kept.extend([op, pass_, *inside(module)]))
    manager.add(lambda op, pass_: kept[-1].name)
    with pytest.raises(RuntimeError, match="this operation is gone"):
        manager.run(module)
    assert kept[0] is module.operation
    with pytest.raises(RuntimeError, match="the pass is over"):
        kept[1].signal_pass_failure()


def test_exception(module):
    """An exception reaches the caller of the passes, and no further pass runs."""
    ran = []

    def divide(op, pass_):
        ran.append(1 / 0)

    manager = PassManager("builtin.module")
    manager.add(divide)
    manager.add(lambda op, pass_: ran.append("after"))
    for _ in range(2):
        with pytest.raises(ZeroDivisionError) as caught:
            manager.run(module)
        assert caught.traceback[-1].name == "divide"
    assert ran == [] and str(module) == TEXT

    def interrupt(op, pass_):
        ran.append(op.name)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_pass(interrupt, module, op_name="func.func")
    assert ran == ["func.func"]


def test_failure(module):
    with pytest.raises(MLIRError) as caught:
        run_pass(lambda op, pass_: pass_.signal_pass_failure(), module)
    assert str(caught.value) == "a pass failed"

    def refuse(op, pass_):
        op.location.emit_error("what is this")
        pass_.signal_pass_failure()

    with pytest.raises(MLIRError) as caught:
        run_pass(refuse, module)
    assert str(caught.value) == "-:1:1: what is this"
    run_pass(lambda op, pass_: None, module)


def test_error_without_failure(module):
    with pytest.raises(MLIRError, match="^-:1:1: what is this"):
        run_pass(lambda op, pass_: op.location.emit_error("what is this"), module)


def test_verification_after_the_pass(module):
    def spoil(op, pass_):
        inside(module)[-1].erase()

    with pytest.raises(MLIRError) as caught:
        run_pass(spoil, module)
    assert "block with no terminator" in caught.value.diagnostics[0].text
    with pytest.raises(MLIRError, match="'builtin.module' is not valid"):
        run_pass(lambda op, pass_: None, module)
    module = Module.parse(TEXT)
    manager = PassManager("builtin.module")
    manager.add(spoil)
    manager.enable_verifier(False)
    manager.run(module)
    with pytest.raises(MLIRError, match="block with no terminator"):
        module.operation.verify()


def test_error_of_a_pass_of_mlir():
    module = Module.parse("func.func @f() {\nscf.forall () in () {}\nreturn }")
    manager = PassManager.parse("builtin.module(func.func(te-verify-contract))")
    with pytest.raises(MLIRError) as caught:
        manager.run(module)
    assert caught.value.diagnostics[0].text.startswith("-:2:1: ")


@pytest.mark.parametrize(
    "pipeline, message",
    [
        ("builtin.module(no-such-pass)", "'no-such-pass' does not refer to"),
        ("builtin.module(", "expected pass pipeline to be wrapped"),
        ("builtin.module(te-verify-contract)", "did you intend to nest?"),
        ("canonicalize", "wrong pipeline 'canonicalize'"),
    ],
)
def test_wrong_pipelines(pipeline, message):
    with pytest.raises(MLIRError, match=message):
        PassManager.parse(pipeline)


def test_wrong_anchors(module):
    with pytest.raises(MLIRError, match="can't run 'func.func' pass manager"):
        PassManager.parse("func.func(canonicalize)").run(module)
    manager = PassManager("builtin.module")
    with pytest.raises(ValueError, match="unknown operation 'func.fun'"):
        manager.add(lambda op, pass_: None, op_name="func.fun")
    with pytest.raises(MLIRError, match="wrong pipeline 'nothing'"):
        manager.add("nothing")


def test_what_runs_stays(module):
    def erase(op, pass_):
        (op.parent or op).erase()

    for name in ["func.func", ""]:
        with pytest.raises(RuntimeError, match="'builtin.module' has to stay: a pass"):
            run_pass(erase, module, op_name=name)
    with pytest.raises(RuntimeError, match="'func.func' has to stay"):
        run_pass(lambda op, _: op.detach_from_parent(), module, op_name="func.func")
    assert str(module) == TEXT


def test_one_run_at_a_time(module):
    manager = PassManager("builtin.module")
    manager.add(lambda op, pass_: manager.run(op))
    with pytest.raises(RuntimeError, match="the pass manager is running"):
        manager.run(module)
    manager = PassManager("builtin.module")
    manager.add(lambda op, pass_: manager.add("canonicalize"))
    with pytest.raises(RuntimeError, match="the pass manager is running"):
        manager.run(module)


def test_what_surrounds_a_pass(module):
    """A pass has the location of its operation, and no insertion point of its
    caller."""

    def look(op, pass_):
        assert InsertionPoint.current is None and Context.current is op.context
        assert Location.current == op.location

    with Location.name("outside"), InsertionPoint(Module.parse(TEXT).body):
        run_pass(look, module)
        rewrite(module, mulf=lambda op, rewriter: look(op, None) or True)
        assert InsertionPoint.current is not None


def test_passes_within_a_pass(module):
    def tidy(op, pass_):
        PassManager.parse("builtin.module(symbol-privatize,symbol-dce)").run(op)

    run_pass(tidy, module)
    assert str(module) == "module {\n}\n"


def test_no_passes_around_a_pass(module):
    """Such passes could erase the operation that the pass runs on."""

    def around(op, pass_):
        PassManager.parse("builtin.module(symbol-dce)").run(op.parent)

    with pytest.raises(RuntimeError, match="cannot run around a running pass"):
        run_pass(around, module, op_name="func.func")

    def apply(op, pass_):
        patterns = RewritePatternSet().freeze()
        apply_patterns_and_fold_greedily(op.parent, patterns)

    with pytest.raises(RuntimeError, match="cannot run around a running pass"):
        run_pass(apply, module, op_name="func.func")


def test_other_context(module):
    with Context():
        manager = PassManager("builtin.module")
        patterns = RewritePatternSet().freeze()
    with pytest.raises(ValueError, match="belongs to another context"):
        manager.run(module)
    with pytest.raises(ValueError, match="belongs to another context"):
        apply_patterns_and_fold_greedily(module, patterns)


# Patterns.


def add_twice(op, rewriter):
    """Rewrites x * 2 to x + x."""
    x, factor = op.operands
    two = FloatAttr.get(op.result.type, 2)
    if not isinstance(factor, OpResult) or factor.owner.attributes["value"] != two:
        return True
    with rewriter.ip:
        total = Operation.create("arith.addf", [x.type], [x, x], dict(op.attributes))
    rewriter.replace_op(op, total)


def rewrite(module, **functions):
    """Applies patterns for operations of arith."""
    patterns = RewritePatternSet()
    for name, function in functions.items():
        patterns.add("arith." + name, function)
    apply_patterns_and_fold_greedily(module, patterns.freeze())


ADDED = TEXT.replace("    %cst = arith.constant 2.000000e+00 : f32\n", "").replace(
    "mulf %arg0, %cst", "addf %arg0, %arg0"
)


def test_pattern(module):
    rewrite(module, mulf=add_twice)
    assert str(module) == ADDED


def test_pattern_in_a_pass(module):
    patterns = RewritePatternSet()
    patterns.add("arith.mulf", add_twice)
    frozen = patterns.freeze()
    for _ in range(2):
        module = Module.parse(TEXT)
        run_pass(lambda op, pass_: apply_patterns_and_fold_greedily(op, frozen), module)
        assert str(module) == ADDED


def test_new_operations_are_visited(module):
    """Patterns match operations that another pattern made."""
    seen = []

    def double(op, rewriter):
        value = op.attributes["value"].value
        seen.append(value)
        if value >= 16:
            return True
        with rewriter.ip:
            twice = FloatAttr.get(op.result.type, value * 2)
            new = Operation.create("arith.constant", [twice.type], [], {"value": twice})
        rewriter.replace_op(op, new.result)

    rewrite(module, constant=double)
    assert set(seen) == {2.0, 4.0, 8.0, 16.0}
    assert "arith.constant 1.600000e+01" in str(module)


def test_benefit(module):
    order = []
    patterns = RewritePatternSet()
    for benefit in [1, 3, 2]:
        patterns.add(
            "func.return",
            lambda op, rewriter, benefit=benefit: order.append(benefit) or True,
            benefit,
        )
    apply_patterns_and_fold_greedily(module, patterns.freeze())
    assert order[:3] == [3, 2, 1]


def test_erase_in_a_pattern(module):
    def drop(op, rewriter):
        x, _ = op.operands
        rewriter.replace_op(op, [x])

    rewrite(module, mulf=drop)
    assert "arith" not in str(module)

    def forget(op, rewriter):
        unused = Operation.create("arith.constant", [f32], [], {"value": zero})
        other = unused.clone(rewriter.ip)
        other.clone(rewriter.ip).erase()
        rewriter.erase_op(other)
        return True

    f32 = F32Type.get()
    zero = FloatAttr.get(f32, 0)
    patterns = RewritePatternSet()
    patterns.add("func.return", forget)
    apply_patterns_and_fold_greedily(module, patterns.freeze())
    assert "arith" not in str(module)


def test_declined_after_erasing(module):
    """A pattern that has erased something has rewritten, whatever it returns."""

    def drop(op, rewriter):
        rewriter.replace_op(op, op.operands[0])
        return True

    rewrite(module, mulf=drop)
    assert "mulf" not in str(module)


def test_exception_in_a_pattern(module):
    def fail(op, rewriter):
        rewriter.replace_op(op, op.operands[0])
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rewrite(module, mulf=fail)
    assert module.operation.verify()
    with pytest.raises(ZeroDivisionError):
        run_pass(lambda op, pass_: rewrite(op, mulf=lambda *_: 1 / 0), Module.parse(TEXT))


def test_error_in_a_pattern(module):
    def refuse(op, rewriter):
        if op.operands[0].owner is not op.block:
            return True
        op.location.emit_error("not this one")
        return True

    with pytest.raises(MLIRError, match="^-:4:10: not this one"):
        rewrite(module, mulf=refuse)


def test_pattern_without_end(module):
    with pytest.raises(MLIRError, match="the patterns do not come to an end"):
        rewrite(module, mulf=lambda op, rewriter: None)


def test_wrong_patterns(module):
    patterns = RewritePatternSet()
    with pytest.raises(ValueError, match="unknown operation 'arith.mulff'"):
        patterns.add("arith.mulff", add_twice)
    patterns.freeze()
    with pytest.raises(RuntimeError, match="the patterns are frozen"):
        patterns.freeze()
    with pytest.raises(RuntimeError, match="the patterns are frozen"):
        patterns.add("arith.mulf", add_twice)


def check_refused(module, function, error, message):
    with pytest.raises(error, match=message):
        rewrite(module, mulf=function)
    assert str(module) == TEXT


def test_wrong_replacements(module):
    outside = Module.parse(TEXT)
    for new, message in [
        (lambda op: [], "expected 1 values for 'arith.mulf', got 0"),
        (lambda op: op, "'arith.mulf' cannot be replaced by itself"),
        (lambda op: Operation.create(
            "arith.constant", [], [], {"value": Attribute.parse("1")}, infer_type=True
        ), "expected f32, got i64"),
    ]:
        check_refused(
            module,
            lambda op, rewriter: rewriter.replace_op(op, new(op)),
            ValueError,
            message,
        )
    check_refused(
        module,
        lambda op, rewriter: rewriter.erase_op(inside(outside)[-1]),
        ValueError,
        "'func.return' is not in what patterns are applied to",
    )


def test_what_patterns_cannot_do(module):
    outside = inside(Module.parse(TEXT))[0]
    for function, message in [
        (lambda op, rewriter: op.erase(), "cannot be erased: a value of it is used"),
        (lambda op, rewriter: op.parent.parent.erase(), "'builtin.module' has to stay"),
        (lambda op, _: op.detach_from_parent(), "'arith.mulf' has to stay where"),
        (lambda op, _: op.move_before(outside), "'arith.mulf' has to stay where"),
        (lambda op, rewriter: rewrite(module), "cannot run within a pattern"),
        (
            lambda op, rewriter: PassManager("builtin.module").run(module),
            "passes and patterns cannot run within a pattern",
        ),
    ]:
        check_refused(module, function, RuntimeError, message)


def test_the_rewriter_ends_with_its_pattern(module):
    kept = []
    rewrite(module, mulf=lambda op, rewriter: kept.extend([op, rewriter]) or True)
    for look in [lambda: kept[0].name, lambda: kept[1].ip]:
        with pytest.raises(RuntimeError, match="is gone"):
            look()
    with pytest.raises(RuntimeError, match="the rewriter is gone: its pattern is over"):
        kept[1]._insert(0, module.body, None)
