# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLIR's IR in Python: read it, change it, write passes and patterns.

    from tvm_mlir.ir import Context, Module, PassManager

    def count(op, pass_):
        op.walk(lambda inner: print(inner.name))

    with Context():
        module = Module.parse(text)         # as te.lower writes, for example
        manager = PassManager("builtin.module")
        manager.add("canonicalize")
        manager.add(count)
        manager.run(module)
        print(module)

Names are taken from MLIR's own Python package (`mlir.ir`, `mlir.passmanager`,
`mlir.rewrite`). No object refers to erased IR: the use of an erased object, or of
one inside of IR that a pass ran on, raises RuntimeError.
"""

from .attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    TypeAttr,
    UnitAttr,
)
from .blocks import Block, BlockList, Region
from .contexts import Context
from .diagnostics import MLIRError
from .insertion import InsertionPoint
from .locations import Location
from .maps import OpAttributeMap, OpOperandList
from .modules import Module, SymbolTable
from .operations import Operation, OperationLike, WalkOrder, WalkResult
from .passmanager import ExternalPass, PassManager
from .rewrite import (
    FrozenRewritePatternSet,
    PatternRewriter,
    RewritePatternSet,
    apply_patterns_and_fold_greedily,
)
from .types import (
    BF16Type,
    F16Type,
    F32Type,
    F64Type,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    ShapedType,
    Type,
)
from .values import BlockArgument, OpOperand, OpResult, Value

__all__ = [
    "ArrayAttr",
    "Attribute",
    "BF16Type",
    "Block",
    "BlockArgument",
    "BlockList",
    "BoolAttr",
    "Context",
    "ExternalPass",
    "F16Type",
    "F32Type",
    "F64Type",
    "FloatAttr",
    "FloatType",
    "FrozenRewritePatternSet",
    "FunctionType",
    "IndexType",
    "InsertionPoint",
    "IntegerAttr",
    "IntegerType",
    "Location",
    "MLIRError",
    "Module",
    "OpAttributeMap",
    "OpOperand",
    "OpOperandList",
    "OpResult",
    "Operation",
    "OperationLike",
    "PassManager",
    "PatternRewriter",
    "Region",
    "RewritePatternSet",
    "ShapedType",
    "StringAttr",
    "SymbolTable",
    "Type",
    "TypeAttr",
    "UnitAttr",
    "Value",
    "WalkOrder",
    "WalkResult",
    "apply_patterns_and_fold_greedily",
]
