// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/AccessPairs.h"

#include "transforms/Schedule/Analysis/Cooperation.h"

#include <map>

using namespace mlir;

namespace tvm::fuzz {

bool isCombining(const TracedAccess &access) {
  auto load = dyn_cast<affine::AffineLoadOp>(access.op);
  if (!load)
    return isa<affine::AffineStoreOp>(access.op);
  int others = 0;
  bool isStored = false;
  access.op->getParentRegion()->walk([&](Operation *op) {
    if (auto other = dyn_cast<affine::AffineLoadOp>(op))
      others += other != load && other.getMemRef() == load.getMemRef() &&
                other.getAffineMap() == load.getAffineMap() &&
                llvm::equal(other.getIndices(), load.getIndices());
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      isStored |= store.getMemRef() == load.getMemRef() &&
                  store.getAffineMap() == load.getAffineMap() &&
                  llvm::equal(store.getIndices(), load.getIndices());
  });
  return isStored && others == 0;
}

std::optional<int64_t> Pair::variable(const TracedAccess &access,
                                      Operation *loop) {
  for (auto [op, value] : access.loops)
    if (op == loop)
      return value;
  return std::nullopt;
}

bool Pair::sharesLoopsAround(Operation *loop) const {
  for (size_t i = 0; i < first.loops.size() && i < second.loops.size(); ++i) {
    if (first.loops[i].first == loop)
      return true;
    if (first.loops[i] != second.loops[i])
      return false;
  }
  return false;
}

bool Pair::isReduction() const {
  te::BlockOp block = first.block;
  if (block != second.block || !block.hasReduction() ||
      first.spatial != second.spatial || !isCombining(first) ||
      !isCombining(second))
    return false;
  // Not where it is initialised in between.
  for (auto [a, b] : llvm::zip(first.loops, second.loops))
    if (a != b && !block.getInit().empty() &&
        !llvm::is_contained(block.getIters(),
                            cast<Loop>(a.first).getInductionVar()))
      return false;
  return true;
}

Value getBuffer(const TracedAccess &access) {
  te::BlockOp block = access.block;
  auto memory = llvm::find_if(access.op->getOperandTypes(),
                              [](Type type) { return isa<MemRefType>(type); });
  auto argument = dyn_cast<BlockArgument>(
      access.op->getOperand(memory - access.op->getOperandTypes().begin()));
  return block && argument && argument.getOwner()->getParentOp() == block
             ? block.getCaptures()[argument.getArgNumber() - block.getNumAxes()]
             : Value();
}

/// The axis of a GPU that a loop is bound to after the step.
static std::optional<schedule::GPUAxis> getAxis(const Step &step,
                                                Operation *loop) {
  if (step.primitive == Primitive::Bind && step.loops.front() == loop)
    return static_cast<schedule::GPUAxis>(step.numbers[0]);
  return schedule::getBoundAxis(cast<Loop>(loop));
}

/// Indices per axis, and the loops from the outermost one that has an axis on.
namespace {
struct Thread {
  Thread(const Step &step, const TracedAccess &access);
  SmallVector<std::pair<Operation *, int64_t>> around;
  std::map<schedule::GPUAxis, int64_t> blocks, threads;
  Operation *launch = nullptr;
};
} // namespace

Thread::Thread(const Step &step, const TracedAccess &access) {
  for (auto [loop, value] : access.loops) {
    std::optional<schedule::GPUAxis> axis = getAxis(step, loop);
    if (axis && !launch)
      launch = loop;
    if (axis)
      (schedule::isThreadAxis(*axis) ? threads : blocks)[*axis] = value;
    if (!launch)
      around.push_back({loop, value});
  }
}

static bool isSharedAfter(const Step &step, const TracedAccess &access) {
  Value buffer = getBuffer(access);
  te::BlockOp block = step.block;
  if (!buffer)
    return false;
  if (step.primitive == Primitive::SetScope)
    if (auto written = schedule::getWrittenCapture(block);
        written && block.getCaptures()[*written] == buffer)
      return step.numbers[0] == 0;
  return schedule::isShared(buffer);
}

bool isRace(const Step &step, const Pair &pair) {
  // Threads combine what they reduce.
  te::BlockOp block = pair.first.block;
  if (pair.isReduction() && !block.getInit().empty())
    return false;
  Thread a(step, pair.first), b(step, pair.second);
  if (!a.launch || a.launch != b.launch || a.around != b.around ||
      a.blocks != b.blocks || isSharedAfter(step, pair.first))
    return false;
  // Along other axes, further loops may be bound.
  return llvm::any_of(a.threads, [&](const auto &index) {
    auto other = b.threads.find(index.first);
    return other != b.threads.end() && other->second != index.second;
  });
}

} // namespace tvm::fuzz
