#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A pass in Python: x * 2 -> x + x. AddTwice.cpp is the same in C++.

add_twice.py FILE.mlir: prints the file after the pass.
"""

import sys

from tvm_mlir.ir import (
    Context,
    FloatAttr,
    Module,
    Operation,
    PassManager,
    RewritePatternSet,
    apply_patterns_and_fold_greedily,
)


def constant_of(value):
    op = value.owner
    is_constant = isinstance(op, Operation) and op.name == "arith.constant"
    return op.attributes["value"] if is_constant else None


def match_and_rewrite(op, rewriter):
    x = op.operands[0]
    factor = constant_of(op.operands[1])
    if not isinstance(factor, FloatAttr) or factor.value != 2:
        return True  # declined: expected a product with 2
    with rewriter.ip:
        fastmath = {"fastmath": op.attributes["fastmath"]}
        total = Operation.create("arith.addf", [x.type], [x, x], fastmath)
    rewriter.replace_op(op, total)


def add_twice(op, pass_):
    patterns = RewritePatternSet()
    patterns.add("arith.mulf", match_and_rewrite)
    apply_patterns_and_fold_greedily(op, patterns.freeze())


def main(path: str) -> None:
    with Context():
        module = Module.parseFile(path)
        passes = PassManager("builtin.module")
        passes.add(add_twice, op_name="func.func")
        passes.run(module)
        print(module)


if __name__ == "__main__":
    main(*sys.argv[1:])
