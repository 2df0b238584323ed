// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Launches.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Analysis/Cooperation.h"

using namespace mlir;

namespace tvm::schedule {

void bindLoop(Loop loop, GPUAxis axis) {
  loop->setAttr(kLoopKindAttrName,
                StringAttr::get(loop.getContext(), getAxisName(axis)));
}

std::optional<GPUAxis> getBoundAxis(Loop loop) {
  auto kind = loop->getAttrOfType<StringAttr>(kLoopKindAttrName);
  return kind ? getAxisByName(kind.getValue()) : std::nullopt;
}

Loop getLoopOfAxis(te::BlockOp block, GPUAxis axis) {
  for (Loop loop : getLoops(block))
    if (getBoundAxis(loop) == axis && !isCooperative(block, loop))
      return loop;
  return {};
}

Loop findBoundLoop(Operation *root) {
  Loop found;
  root->walk([&](Loop loop) {
    if (!getBoundAxis(loop))
      return WalkResult::advance();
    found = loop;
    return WalkResult::interrupt();
  });
  return found;
}

Loop getLaunch(Operation *op) {
  for (Loop loop : getLoops(op))
    if (getBoundAxis(loop))
      return loop;
  auto loop = dyn_cast<Loop>(op);
  return loop && getBoundAxis(loop) ? loop : Loop();
}

SmallVector<Loop> getLaunches(Operation *root) {
  SmallVector<Loop> launches;
  root->walk<WalkOrder::PreOrder>([&](Loop loop) {
    if (!getBoundAxis(loop))
      return WalkResult::advance();
    launches.push_back(loop);
    return WalkResult::skip();
  });
  return launches;
}

SmallVector<Loop> getBoundLoops(Loop launch) {
  SmallVector<Loop> loops;
  launch->walk<WalkOrder::PreOrder>([&](Loop loop) {
    if (getBoundAxis(loop))
      loops.push_back(loop);
  });
  return loops;
}

std::array<int64_t, 3> getBlockSize(Loop launch) {
  std::array<int64_t, 3> size = {1, 1, 1};
  for (Loop loop : getBoundLoops(launch))
    if (GPUAxis axis = *getBoundAxis(loop); isThreadAxis(axis)) {
      int64_t &along = size[static_cast<unsigned>(axis) -
                            static_cast<unsigned>(GPUAxis::ThreadX)];
      along = std::max(along, getTripCount(loop).value_or(1));
    }
  return size;
}

namespace {
/// Checks of a launch.
struct Checker {
  DiagnosedSilenceableFailure refuse(Loop at, const Twine &why,
                                     Operation *culprit = nullptr,
                                     const Twine &note = "") {
    auto failure = emitSilenceableFailure(at, "cannot " + action + ": " + why);
    if (culprit)
      failure.attachNote(culprit->getLoc()) << note;
    return failure;
  }
  DiagnosedSilenceableFailure checkExtent(Loop loop);
  DiagnosedSilenceableFailure checkNesting(Loop loop);
  DiagnosedSilenceableFailure checkBlockLoop(Loop loop);
  DiagnosedSilenceableFailure checkSize();
  DiagnosedSilenceableFailure checkInside();

  Loop launch;
  std::string action;
};
} // namespace

DiagnosedSilenceableFailure Checker::checkExtent(Loop loop) {
  if (!isNormalized(loop))
    return refuse(loop, "expected a loop from 0 in steps of 1 to one bound, "
                        "that carries no values");
  std::optional<int64_t> extent = getTripCount(loop);
  if (isThreadAxis(*getBoundAxis(loop)) && !extent)
    return refuse(loop, "expected a constant number of threads");
  if (extent && *extent < 1)
    return refuse(loop, "expected at least 1 iteration, got 0");
  return DiagnosedSilenceableFailure::success();
}

/// Whether all statements in `inner` run once for all threads of `outer`.
static bool holdsCooperation(Loop inner, Loop outer) {
  return !inner
              ->walk([&](te::BlockOp block) {
                return isCooperative(block, outer) ? WalkResult::advance()
                                                   : WalkResult::interrupt();
              })
              .wasInterrupted();
}

DiagnosedSilenceableFailure Checker::checkNesting(Loop loop) {
  GPUAxis axis = *getBoundAxis(loop);
  for (Loop outer : getLoops(loop))
    if (getBoundAxis(outer) == axis && !holdsCooperation(loop, outer))
      return refuse(loop,
                    "expected one loop around a statement on '" +
                        getAxisName(axis) + "', got two",
                    outer, "the other loop");
  return DiagnosedSilenceableFailure::success();
}

/// Whether `inner` is the only statement in `outer` that does something.
static bool holdsOnly(Loop outer, Loop inner) {
  if (inner->getParentOp() != outer)
    return false;
  return llvm::all_of(
      outer.getBody()->without_terminator(),
      [&](Operation &op) { return &op == inner || isMemoryEffectFree(&op); });
}

DiagnosedSilenceableFailure Checker::checkBlockLoop(Loop loop) {
  if (isThreadAxis(*getBoundAxis(loop)))
    return DiagnosedSilenceableFailure::success();
  for (Value operand : loop.getUpperBoundOperands())
    if (launch.getRegion().isAncestor(operand.getParentRegion()))
      return refuse(loop,
                    "expected a number of blocks that is known in front "
                    "of the launch",
                    launch, "the launch");
  for (Loop inner = loop; inner != launch;) {
    auto outer = dyn_cast<Loop>(inner->getParentOp());
    if (!outer || !getBoundAxis(outer) || !holdsOnly(outer, inner))
      return refuse(
          loop,
          "expected bound loops to nest perfectly around the loops of blocks, "
          "which do not wait for each other",
          inner->getParentOp(), "this holds more");
    inner = outer;
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure Checker::checkSize() {
  auto [x, y, z] = getBlockSize(launch);
  // Each factor is within its limit, so the product does not overflow.
  bool fits = x <= kMaxThreads && y <= kMaxThreads && z <= kMaxThreads &&
              x * y * z <= kMaxThreads;
  if (!fits)
    return refuse(launch, "expected at most " + Twine(kMaxThreads) +
                              " threads in a block, got " + Twine(x) + " x " +
                              Twine(y) + " x " + Twine(z));
  if (z > kMaxThreadsZ)
    return refuse(launch, "expected at most " + Twine(kMaxThreadsZ) +
                              " threads along z, got " + Twine(z));
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure Checker::checkInside() {
  auto result = DiagnosedSilenceableFailure::success();
  launch->walk([&](Operation *op) {
    if (auto loop = dyn_cast<Loop>(op);
        loop && getLoopKind(loop) == LoopKind::Parallel)
      result = refuse(launch, "expected no parallel loop in a launch", loop,
                      "this is one");
    auto block = dyn_cast<te::BlockOp>(op);
    Loop reduction =
        block && !block.getInit().empty() ? getReductionLoop(block) : Loop();
    if (!reduction || !launch->isAncestor(reduction))
      return;
    for (Loop loop : getLoops(block))
      if (reduction->isProperAncestor(loop) && getBoundAxis(loop) &&
          !bindsAxis(block, loop.getInductionVar(), /*reduction=*/true)) {
        result = refuse(loop,
                        "expected the reduction of '" + block.getName() +
                            "', which runs around it, to be decomposed",
                        block, "this block");
        return;
      }
  });
  return result;
}

DiagnosedSilenceableFailure requireLaunch(Loop launch, const Twine &action) {
  Checker checker{launch, action.str()};
  for (Loop loop : getBoundLoops(launch)) {
    if (auto d = checker.checkExtent(loop); !d.succeeded())
      return d;
    if (auto d = checker.checkNesting(loop); !d.succeeded())
      return d;
    if (auto d = checker.checkBlockLoop(loop); !d.succeeded())
      return d;
  }
  if (auto d = checker.checkSize(); !d.succeeded())
    return d;
  return checker.checkInside();
}

} // namespace tvm::schedule
