#ifndef TVM_TRANSFORMS_GRAPH_FUSIONGROUPS_H
#define TVM_TRANSFORMS_GRAPH_FUSIONGROUPS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

namespace tvm::graph {

/// Operators that become one kernel, in program order. The last one is the
/// sink: only its results are used outside.
using FusionGroup = llvm::SmallVector<mlir::Operation *>;

/// Partitions the graph operators of `block` into groups, after the rules of
/// TVM's FuseOps: a post-dominator tree, and three kinds of operators that may
/// join theirs (complex-out-fusable ones with element-wise consumers,
/// broadcasts with injective or reducing ones, injective ones among each
/// other). Groups are ordered by their sinks.
llvm::SmallVector<FusionGroup> findFusionGroups(mlir::Block &block,
                                                unsigned maxOperators);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSIONGROUPS_H
