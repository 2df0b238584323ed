// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PARTITION_PARTITIONS_H
#define TVM_TRANSFORMS_GRAPH_PARTITION_PARTITIONS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace tvm::graph {

/// Attribute of operators that are in a part; those with an equal one (it is
/// distinct) are in the same part.
inline constexpr llvm::StringLiteral kPartitionAttrName = "graph.partition";

/// Operators of a block, in its order, that `target` computes together.
struct Partition {
  mlir::StringAttr target;
  llvm::SmallVector<mlir::Operation *> operators;
};

/// The parts that `markPartition` has marked in `block`, in order. Parts of one
/// target of which one reads the other are one part, unless a value would leave
/// it and come back.
llvm::SmallVector<Partition> findPartitions(mlir::Block &block);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_PARTITION_PARTITIONS_H
