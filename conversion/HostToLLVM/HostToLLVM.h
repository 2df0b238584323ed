// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_HOSTTOLLVM_HOSTTOLLVM_H
#define TVM_CONVERSION_HOSTTOLLVM_HOSTTOLLVM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversion/HostToLLVM/Passes.h.inc"

/// The attributes of a module after convert-host-to-llvm.
inline constexpr llvm::StringLiteral kManifestAttrName = "tvm.manifest";
inline constexpr llvm::StringLiteral kWeightsAttrName = "tvm.weights";

/// The name of the nested module that contains the entry function.
inline constexpr llvm::StringLiteral kHostModuleName = "tvm_host";

/// Byte offsets of `weights` in the section of weights, in order. Returns the
/// size of the section.
uint64_t layOutWeights(llvm::ArrayRef<mlir::Attribute> weights,
                       llvm::SmallVectorImpl<uint64_t> &offsets);

/// Replaces the planned host function `main` by the entry function `symbol`
/// (`int32_t (const tvm_frame *)`) in a nested module of its own; attaches the
/// manifest and the list of weights to the outer module.
mlir::LogicalResult convertHostToLLVM(mlir::func::FuncOp main,
                                      llvm::StringRef symbol);

} // namespace tvm

#endif // TVM_CONVERSION_HOSTTOLLVM_HOSTTOLLVM_H
