// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_SCHEDULES_OPERATORKEYS_H
#define TVM_COMPILER_SCHEDULES_OPERATORKEYS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"

namespace tvm::compiler {

// A key of operators that share decisions is an attribute: the list of the
// node's name, of the operator's name and of its type as a function.

mlir::Attribute makeOperatorKey(mlir::StringAttr node, mlir::StringAttr op,
                                mlir::FunctionType type);

/// Whether an attribute, or null, has the form of a key.
bool isOperatorKey(mlir::Attribute attribute);

/// The key of `op`. Null for operations that no decisions are made for.
mlir::Attribute getOperatorKey(mlir::Operation *op);

llvm::StringRef getNode(mlir::Attribute key);
mlir::StringAttr getOperator(mlir::Attribute key);
mlir::FunctionType getType(mlir::Attribute key);

/// A text for messages: "node 'conv1' (graph.conv)".
std::string describeKey(mlir::Attribute key);

/// The keys of operators of one level, by which operators of later levels are
/// found again.
class OperatorKeys {
public:
  void add(mlir::Attribute key) { nodes[getNode(key)].push_back(key); }

  /// The keys of the operators that `op`, which passes may have changed, goes
  /// back to: their node and operator are its own, and results have its sizes,
  /// possibly in another order (layouts). Of several keys, those whose first
  /// operand has the same sizes, too: others may have changed, as the weights
  /// of a convolution.
  llvm::SmallVector<mlir::Attribute> find(mlir::Operation *op) const;

private:
  llvm::StringMap<llvm::SmallVector<mlir::Attribute>> nodes;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_OPERATORKEYS_H
