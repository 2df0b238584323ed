# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random changes of IR, and garbage collection: refusals are exceptions, nothing
crashes, and IR that is valid at the end can be printed and parsed."""

import gc
import random

import pytest

from tvm_mlir.ir import (
    Context,
    InsertionPoint,
    IntegerAttr,
    IntegerType,
    Location,
    Module,
    Operation,
    PassManager,
    RewritePatternSet,
    apply_patterns_and_fold_greedily,
)

TEXT = """
func.func @f(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = scf.if %c -> i32 {
    %2 = arith.muli %0, %a : i32
    scf.yield %2 : i32
  } else {
    %c7 = arith.constant 7 : i32
    scf.yield %c7 : i32
  }
  %3 = arith.addi %1, %0 : i32
  return %3 : i32
}
func.func @g(%a: i32) -> i32 {
  %0 = func.call @f(%a, %c) : (i32, i1) -> i32
  return %0 : i32
}
""".replace("  %0 = func.call", "  %c = arith.constant true\n  %0 = func.call")

REFUSED = (RuntimeError, ValueError)  # MLIRError is the former


class Fuzzer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.modules = [Module.parse(TEXT) for _ in range(2)]
        self.kept: list[Operation] = []
        self.values: list[object] = []
        self.collect()

    def collect(self) -> None:
        """Returns some handles for further steps, including handles that will be
        invalid."""
        found: list[Operation] = []
        module = self.random.choice(self.modules)
        if module.operation._is_valid:
            module.operation.walk(found.append)
        self.kept += self.random.sample(found, min(6, len(found)))
        self.kept = self.random.sample(self.kept, min(12, len(self.kept)))
        for op in self.kept:
            if op._is_valid:
                self.values += op.results
                self.values += [a for r in op.regions for b in r for a in b.arguments]
        self.values = self.random.sample(self.values, min(12, len(self.values)))

    @property
    def op(self) -> Operation:
        return self.random.choice(self.kept)

    @property
    def value(self):
        return self.random.choice(self.values)

    def erase(self) -> None:
        self.op.erase()

    def detach(self) -> None:
        self.op.detach_from_parent()

    def clone(self) -> None:
        self.kept.append(self.op.clone())

    def move(self) -> None:
        self.random.choice([self.op.move_before, self.op.move_after])(self.op)

    def insert(self) -> None:
        InsertionPoint(self.op).insert(self.op)

    def append(self) -> None:
        blocks = [block for region in self.op.regions for block in region]
        self.random.choice(blocks or [self.modules[0].body]).append(self.op)

    def create(self) -> None:
        i32 = IntegerType.get_signless(32)
        constant = {"value": IntegerAttr.get(i32, self.random.randrange(9))}
        with Location.unknown():
            self.kept.append(Operation.create("arith.constant", [i32], [], constant))
            operands = [self.value, self.value]
            self.kept.append(Operation.create("arith.addi", [i32], operands))

    def set_operand(self) -> None:
        op = self.op
        if len(op.operands):
            op.operands[self.random.randrange(len(op.operands))] = self.value

    def replace(self) -> None:
        self.value.replace_all_uses_with(self.value)

    def verify(self) -> None:
        self.op.verify()

    def show(self) -> None:
        assert str(self.op) and str(self.value) and str(self.op.block)

    def look(self) -> None:
        op = self.op
        assert op.name and op.location
        for operand in op.operands:
            assert operand.owner._is_valid and operand.uses
        for use in self.value.uses:
            assert use.owner.operands[use.operand_number].uses

    def forget(self) -> None:
        self.kept = self.kept[1:] or self.kept
        gc.collect()

    def passes(self) -> None:
        manager = PassManager("builtin.module")
        manager.add("canonicalize")
        manager.add(lambda op, pass_: self.some_steps())
        manager.add("cse")
        manager.run(self.random.choice(self.modules))

    def patterns(self) -> None:
        def rewrite(op, rewriter):
            self.collect()
            if self.random.random() < 0.2:
                rewriter.replace_op(op, self.value)
            else:
                self.some_steps(in_pattern=True)
            return True

        patterns = RewritePatternSet()
        patterns.add("arith.muli", rewrite)
        apply_patterns_and_fold_greedily(
            self.random.choice(self.modules), patterns.freeze()
        )

    # Steps that keep valid IR valid, as patterns have to.
    VALID = (erase, detach, clone, verify, show, look, forget)
    STEPS = (*VALID, move, insert, append, create, set_operand, replace)
    RUNS = (passes, patterns)

    def step(self, steps) -> None:
        try:
            self.random.choice(steps)(self)
        except REFUSED:
            pass

    def some_steps(self, in_pattern: bool = False) -> None:
        for _ in range(self.random.randrange(4)):
            self.step(self.VALID if in_pattern else self.STEPS + self.RUNS)

    def run(self) -> None:
        for _ in range(40):
            self.step(self.STEPS * 2 + self.RUNS)
            if self.random.random() < 0.3:
                self.collect()


def is_whole(module) -> bool:
    try:
        return module.operation.parent is None and module.operation.verify()
    except RuntimeError:  # erased, or not valid
        return False


@pytest.mark.parametrize("seed", range(40))
def test_random_changes(seed):
    with Context():
        fuzzer = Fuzzer(seed)
        fuzzer.run()
        for module in filter(is_whole, fuzzer.modules):
            assert str(Module.parse(str(module))) == str(module)
