#ifndef TVM_CODEGEN_FOLDCONSTANTS_H
#define TVM_CODEGEN_FOLDCONSTANTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm::codegen {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "codegen/Passes.h.inc"

/// Replaces what `function` computes from constants only by constants: the
/// operators are compiled for this machine and run. Results that are much
/// larger than what they are computed from stay operators. Fails with a
/// diagnostic where compilation does.
mlir::LogicalResult foldConstants(mlir::func::FuncOp function);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_FOLDCONSTANTS_H
