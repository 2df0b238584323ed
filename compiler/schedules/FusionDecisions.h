// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_SCHEDULES_FUSIONDECISIONS_H
#define TVM_COMPILER_SCHEDULES_FUSIONDECISIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/MapVector.h"

namespace tvm::compiler {

/// The list of a module up to level `graph` with the decisions `graph.fusion`
/// that are given for its operators. An entry is a list of a key (OperatorKeys)
/// and of the decision. Operators get theirs immediately before graph-fuse:
/// until then, a pass could take equal operators for different ones.
inline constexpr llvm::StringLiteral kFusionsAttrName = "tvm.fusions";

/// Records `decisions`, by keys of operators, on `model`. They replace recorded
/// ones for the same keys. Fails, with a diagnostic, if the module records
/// something else.
mlir::LogicalResult recordFusions(
    mlir::ModuleOp model,
    const llvm::MapVector<mlir::Attribute, mlir::Attribute> &decisions);

/// The keys of operators for which `model` records a decision.
llvm::SmallVector<mlir::Attribute> getRecordedFusions(mlir::ModuleOp model);

/// A pass that gives operators of a module the decisions that it records, and
/// removes the record. An operator that has a decision keeps it, and so do
/// operators that go back to operators with different decisions.
std::unique_ptr<mlir::Pass> createGiveFusionPass();

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_FUSIONDECISIONS_H
