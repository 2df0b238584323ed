// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_FUSION_FUSIONGROUPS_H
#define TVM_TRANSFORMS_GRAPH_FUSION_FUSIONGROUPS_H

#include "dialects/Graph/GraphAttributes.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "mlir/Pass/Pass.h"
#include "transforms/Target/CPU.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <optional>

namespace tvm::graph {

/// Operators that become one kernel, in program order, and why. The last one is
/// the sink: only its results are used outside.
struct FusionGroup {
  llvm::SmallVector<mlir::Operation *> operators;
  /// The reason why they are one kernel.
  FusionReason because = FusionReason::Single;
  /// The reason why the readers of the sink are other kernels.
  SeparationReason apart = SeparationReason::Result;
  /// The roles of operators that a pattern joined.
  llvm::SmallDenseMap<mlir::Operation *, Role> roles;

  bool contains(mlir::Operation *op) const {
    return llvm::is_contained(operators, op);
  }
};

/// The end of a sentence on an operator, or on a kernel that ends with it: why
/// its readers are in other kernels.
llvm::StringRef describe(SeparationReason reason);

/// Limits of groups: the number of operators, and the CPU that computes them.
struct FusionLimits {
  unsigned maxOperators;
  target::CPU cpu;
};

/// Partitions the graph operators of `block` into groups, after the rules of
/// TVM's FuseOps: a post-dominator tree, and three kinds of operators that may
/// join theirs (complex-out-fusable ones with element-wise consumers,
/// broadcasts with injective or reducing ones, injective ones among each
/// other). Then a product, the softmax of its rows and the product with that
/// join where less of the scores leaves the cache (`AttentionCost.h`), and a
/// depthwise convolution and a pointwise one of its result where less of that
/// does (`DepthwiseCost.h`). Both only do where schedule rules have tiles for
/// them. `graph.apart` and `graph.fusion` on operators are obeyed. Fails, with
/// a diagnostic, where that is not possible. Groups are ordered by their sinks.
llvm::FailureOr<llvm::SmallVector<FusionGroup>>
findFusionGroups(mlir::Block &block, const FusionLimits &limits);

/// The decision on `op`, an operator of `group`.
mlir::Attribute getFusionDecision(const FusionGroup &group,
                                  mlir::Operation *op);

/// Receives each operator that graph-fuse puts into a kernel, and the decision
/// on it.
using FusionListener = std::function<void(mlir::Operation *, mlir::Attribute)>;

/// graph-fuse with at most `maxOperators` in a kernel, which tells `listener`
/// its decisions.
std::unique_ptr<mlir::Pass> createFusePass(unsigned maxOperators,
                                           FusionListener listener);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSION_FUSIONGROUPS_H
