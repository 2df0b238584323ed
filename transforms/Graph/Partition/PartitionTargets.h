// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PARTITION_PARTITIONTARGETS_H
#define TVM_TRANSFORMS_GRAPH_PARTITION_PARTITIONTARGETS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <string>
#include <vector>

namespace tvm::graph {

/// Attribute of functions: the name of the target that computes them.
inline constexpr llvm::StringLiteral kTargetAttrName = "graph.target";

/// Something that computes parts of a model in a way of its own: a library, a
/// device.
struct PartitionTarget {
  /// Adds patterns that find what it computes and call `markPartition`.
  std::function<void(mlir::RewritePatternSet &)> populatePatterns;
  /// Replaces the operators of a function that are for it, such as by
  /// `te.extern`. Fails with a diagnostic.
  std::function<mlir::LogicalResult(mlir::func::FuncOp)> lower;
};

/// Makes `target` known to the whole process. A plug-in calls it whenever it is
/// loaded, also again: of two with one name the first counts.
void registerPartitionTarget(llvm::StringRef name, PartitionTarget target);

/// Returns the target of this name; null if there is none.
const PartitionTarget *lookUpPartitionTarget(llvm::StringRef name);

/// The names of all targets, or "none", for messages.
std::string listPartitionTargets();

/// Marks `operators`, the root of a match and what it is computed from, as a
/// part of the program for `target`. A pattern's rewrite, which does nothing
/// else. Fails where an operator is in another part already, lies in another
/// block than the root, has effects, or, root aside, has a result that others
/// read.
mlir::LogicalResult markPartition(mlir::PatternRewriter &rewriter,
                                  mlir::StringAttr target,
                                  llvm::ArrayRef<mlir::Operation *> operators);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_PARTITION_PARTITIONTARGETS_H
