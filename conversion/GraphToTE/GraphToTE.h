// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_GRAPHTOTE_H
#define TVM_CONVERSION_GRAPHTOTE_GRAPHTOTE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/Pass.h"

namespace tvm {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversion/GraphToTE/Passes.h.inc"

/// Attaches the tensor expressions of all operators of the graph dialect. Each
/// family of operators has a function and a file of its own.
void registerGraphTEDefinitions(mlir::DialectRegistry &registry);

/// The storage type of `type`: `ui8` -> `i8`, `i1` -> `i8`, and tensors of
/// these.
mlir::Type getStorageType(mlir::Type type);

/// The representation of a number in memory, as storage type `storage`.
mlir::TypedAttr getStoredNumber(mlir::Attribute number, mlir::Type storage);

/// Replaces the graph operators of `function` by tensor expressions.
mlir::LogicalResult convertGraphToTE(mlir::func::FuncOp function);

/// Annotates the launches in `module` with their work and memory traffic; see
/// graph-count-work.
void countWork(mlir::ModuleOp module);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_GRAPHTOTE_H
