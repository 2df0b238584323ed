// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEDIALECT_TD
#define TVM_DIALECTS_TE_TEDIALECT_TD

include "mlir/IR/OpBase.td"

def TE_Dialect : Dialect {
  let name = "te";
  let summary = "Tensor expressions and the blocks they become";
  let description = [{
    `te.compute` defines each element of a tensor by its index, in value
    semantics. At the loop level the same computation is a `te.block`
    inside `affine.for` nests on memrefs. Element types are the types in memory:
    floats and signless integers (a bool is an `i8` that is 0 or 1).
  }];
  let cppNamespace = "::tvm::te";
  let useDefaultAttributePrinterParser = 1;
  // Verifies the attributes that passes attach to loops.
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = "void registerAttributes();";
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif
