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

/// Attaches the tensor expressions of all operators of the graph dialect. One
/// function per family, so that a family is a file of its own.
void registerGraphTEDefinitions(mlir::DialectRegistry &registry);

/// The type that holds `type` in memory: `ui8` -> `i8`, `i1` -> `i8`, tensors
/// alike.
mlir::Type getStorageType(mlir::Type type);

/// A number as memory of the storage type `storage` holds it.
mlir::TypedAttr getStoredNumber(mlir::Attribute number, mlir::Type storage);

/// Replaces the graph operators of `function` by tensor expressions.
mlir::LogicalResult convertGraphToTE(mlir::func::FuncOp function);

/// Says what the launches in `module` compute and move, see graph-count-work.
void countWork(mlir::ModuleOp module);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_GRAPHTOTE_H
