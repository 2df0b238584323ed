// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PARTITION_PARTITIONPATTERNS_H
#define TVM_TRANSFORMS_GRAPH_PARTITION_PARTITIONPATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace tvm::graph {

/// Adds the patterns of a file in the `pdl` dialect. Their rewrites name the
/// target and the operators, the root first:
///
///   pdl.apply_native_rewrite "partition"(%target, %root, %others... : ...)
///
/// and nothing else. Constraints may be
///
///   "has_element_type"(%value, %type : !pdl.value, !pdl.type)
///   "has_rank"(%value, %rank : !pdl.value, !pdl.attribute)
///
/// Fails with a diagnostic.
mlir::LogicalResult readPartitionPatterns(llvm::StringRef path,
                                          mlir::RewritePatternSet &patterns);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_PARTITION_PARTITIONPATTERNS_H
