// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_FUSION_FUSER_H
#define TVM_TRANSFORMS_GRAPH_FUSION_FUSER_H

#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/GraphInterfaces.h"
#include "transforms/Graph/Fusion/FusionGroups.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <optional>
#include <vector>

namespace tvm::graph {

/// An operator in the dominator tree and in its group (union-find).
struct FusionNode {
  mlir::Operation *op = nullptr;
  FusionKind kind = FusionKind::Opaque;
  llvm::SmallVector<unsigned> users; // indices, in program order
  bool escapes = false;              // used by something that is no node
  // Immediate post-dominator and the greatest kind on the way there.
  int parent = -1;
  unsigned depth = 1;
  FusionKind wayKind = FusionKind::Opaque;
  // Union-find; kind and count are those of the root.
  unsigned leader = 0;
  FusionKind groupKind = FusionKind::Opaque;
  unsigned groupSize = 1;
  FusionReason because = FusionReason::Single;
  unsigned groupParts = 0;        // see `countUnknownParts`
  bool absorbsTransposes = false; // an operator of the group does
  bool movesRows = false;         // an operator of the group does
  bool isTransposed = false;      // the group has absorbed one of its result
  // Decisions: that of somebody else, and the reason for which this operator's
  // group did not take its reader, where one was about to.
  bool isApart = false;
  mlir::Attribute given; // `graph.fusion`
  std::optional<SeparationReason> refusal;
  std::optional<Role> role; // if a pattern has joined the operator with others
};

/// The implementation of `findFusionGroups`: TVM's rules (FusionGroups.cpp),
/// then patterns of operators that those leave apart (FusionPatterns.cpp).
class Fuser {
public:
  Fuser(mlir::Block &block, const FusionLimits &limits);
  llvm::FailureOr<llvm::SmallVector<FusionGroup>> run();

private:
  using Condition = llvm::function_ref<bool(FusionKind, bool isSink)>;
  void buildPostDominators();
  FusionKind edgeKind(const FusionNode &producer, const FusionNode &consumer);
  int lowestCommonAncestor(int lhs, int rhs, FusionKind &kind);
  unsigned find(unsigned i);
  void unite(unsigned child, unsigned into,
             FusionReason because = FusionReason::PostDominator);
  void leaveGroup(unsigned i);
  /// Whether somebody else decided that the readers of `i` are other kernels,
  /// or that they are in its kernel.
  bool mustLeave(unsigned i) const {
    return getSeparate(nodes[i].given).has_value();
  }
  bool mustJoin(unsigned i) const {
    return getJoined(nodes[i].given).has_value();
  }
  bool hasJoined(unsigned i);
  mlir::LogicalResult checkGiven();
  bool collectPath(unsigned source, unsigned sink, Condition condition,
                   llvm::SmallPtrSetImpl<mlir::Operation *> &visited,
                   llvm::SmallVectorImpl<unsigned> &path);
  void tryFuse(unsigned source, Condition condition);
  void runPhase(int phase);
  bool isWithinLimits(unsigned source, llvm::ArrayRef<unsigned> path);
  bool hasOneUser(unsigned i) {
    return !nodes[i].escapes && nodes[i].users.size() == 1;
  }

  mlir::Operation *getOnlyProduct(unsigned i);
  bool isFollowedByOneComputation(mlir::Operation *product, unsigned last);
  bool uniteWithinLimit(llvm::ArrayRef<unsigned> producers, unsigned into,
                        FusionReason because);
  void refuse(llvm::ArrayRef<unsigned> producers, SeparationReason why);
  SeparationReason getSeparation(unsigned sink);
  void fusePatterns();
  void separateView(unsigned view);
  void fuseAttention(unsigned softmax);
  bool isAttention(unsigned first, unsigned softmax, unsigned second);
  void fuseDepthwise(unsigned pointwise);
  void absorbResultTranspose(unsigned transpose);
  void absorbOperandTranspose(unsigned transpose);

  std::vector<FusionNode> nodes;
  llvm::DenseMap<mlir::Operation *, unsigned> indices;
  FusionLimits limits;
};

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSION_FUSER_H
