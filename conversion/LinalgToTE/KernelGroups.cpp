// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/LinalgToTE/KernelGroups.h"

#include "dialects/TE/TEOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm {

/// Whether `op` is not element-wise. A kernel contains at most one such
/// operation.
static bool isReduction(Operation *op) {
  auto compute = dyn_cast<te::ComputeOp>(op);
  return !compute || compute.getNumReduction();
}

static bool isReadBy(Operation *producer, Operation *consumer) {
  return llvm::all_of(producer->getUsers(), [&](Operation *user) {
    return consumer->isAncestor(user);
  });
}

static bool haveEqualShapes(Operation *producer, Operation *consumer) {
  auto from = cast<RankedTensorType>(producer->getResult(0).getType());
  auto to = cast<RankedTensorType>(consumer->getResult(0).getType());
  return from.hasStaticShape() && from.getShape() == to.getShape();
}

/// The operations whose results `op` reads.
static SetVector<Operation *> getProducers(Operation *op) {
  SetVector<Operation *> producers;
  op->walk([&](te::ReadOp read) {
    if (Operation *producer = read.getTensor().getDefiningOp())
      producers.insert(producer);
  });
  return producers;
}

SmallVector<KernelGroup> findKernelGroups(Block &block) {
  llvm::MapVector<Operation *, KernelGroup> groups; // by last operation
  for (Operation &op : block) {
    if (!isa<te::ComputeOp, te::ScanOp, te::ExternOp>(op))
      continue;
    KernelGroup group;
    bool hasReduction = isReduction(&op);
    if (!hasReduction)
      for (Operation *producer : getProducers(&op)) {
        auto it = groups.find(producer);
        if (it == groups.end() || !isReadBy(producer, &op) ||
            !haveEqualShapes(producer, &op))
          continue;
        bool reduces = llvm::any_of(it->second, isReduction);
        if (reduces && hasReduction)
          continue;
        hasReduction |= reduces;
        llvm::append_range(group, it->second);
        groups.erase(it);
      }
    llvm::sort(group, [](Operation *lhs, Operation *rhs) {
      return lhs->isBeforeInBlock(rhs);
    });
    group.push_back(&op);
    groups.insert({&op, std::move(group)});
  }
  return llvm::map_to_vector(groups, [](auto &entry) { return entry.second; });
}

} // namespace tvm
