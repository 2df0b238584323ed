// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Tiles/LoopPlan.h"

#include "transforms/VTA/Analysis/AccumulatorHazard.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tvm::vta {

namespace rt = runtime::vta;
using rt::FieldWidths;
using rt::MicroOp;

namespace {

class LoopPlanner {
public:
  LoopPlanner(const LoopNest &nest, unsigned latency, const FieldWidths &widths)
      : nest(nest), extents(nest.extents), accesses(nest.accesses),
        latency(latency), widths(widths) {}

  std::optional<LoopPlan> plan() {
    for (auto [outer, inner] : getChoices())
      if (isLoop(outer) && isLoop(inner) && isShort(outer, inner)) {
        LoopPlan plan = build(outer, inner);
        if (keepsLatency(plan))
          return plan;
      }
    return std::nullopt;
  }

private:
  static constexpr unsigned kNone = ~0u;
  using Choice = std::pair<unsigned, unsigned>;

  int64_t extent(unsigned loop) const {
    return loop == kNone ? 1 : extents[loop];
  }

  /// The pairs of hardware loops, those with the fewest micro-ops first.
  SmallVector<Choice> getChoices() const {
    auto loops = llvm::to_vector(llvm::seq<unsigned>(0, extents.size()));
    loops.push_back(kNone);
    SmallVector<Choice> choices;
    for (unsigned outer : loops)
      for (unsigned inner : loops)
        if (outer != inner || outer == kNone)
          choices.push_back({outer, inner});
    llvm::sort(choices, [&](Choice a, Choice b) {
      return std::tuple(-extent(a.first) * extent(a.second), a) <
             std::tuple(-extent(b.first) * extent(b.second), b);
    });
    return choices;
  }

  /// Whether the hardware's fields can hold the loop.
  bool isLoop(unsigned loop) const {
    if (loop == kNone)
      return true;
    if (extents[loop] >= int64_t(1) << FieldWidths::iterations)
      return false;
    std::array<unsigned, 3> bits = {
        widths.acc, nest.readsSource ? widths.acc : widths.inp, widths.wgt};
    for (auto [access, width] : llvm::zip(accesses, bits))
      if (access.factors[loop] < 0 || access.factors[loop] >= int64_t(1)
                                                                  << width)
        return false;
    return true;
  }

  /// Whether the chip has room for the remaining micro-ops.
  bool isShort(unsigned outer, unsigned inner) const {
    int64_t most = int64_t(1) << widths.uopBegin, count = 1;
    for (unsigned loop = 0; loop < extents.size(); ++loop)
      if (loop != outer && loop != inner) {
        if (extents[loop] > most / count)
          return false;
        count *= extents[loop];
      }
    return true;
  }

  LoopPlan build(unsigned outer, unsigned inner) const {
    LoopPlan plan;
    rt::Gemm &loops = plan.loops;
    loops.iterOut = extent(outer);
    loops.iterIn = extent(inner);
    uint32_t *factors[][2] = {{&loops.dstFactorOut, &loops.dstFactorIn},
                              {&loops.srcFactorOut, &loops.srcFactorIn},
                              {&loops.wgtFactorOut, &loops.wgtFactorIn}};
    for (auto [access, pair] : llvm::zip(accesses, factors)) {
      *pair[0] = outer == kNone ? 0 : access.factors[outer];
      *pair[1] = inner == kNone ? 0 : access.factors[inner];
    }
    // Loops of sums are outermost, so that consecutive micro-ops have different
    // destinations.
    SmallVector<unsigned> others;
    for (bool sumsUp : {true, false})
      for (unsigned loop = 0; loop < extents.size(); ++loop)
        if (loop != outer && loop != inner &&
            sumsUp == (accesses[0].factors[loop] == 0))
          others.push_back(loop);
    addMicroOps(others, {}, plan);
    return plan;
  }

  void addMicroOps(ArrayRef<unsigned> loops, std::array<int64_t, 3> indices,
                   LoopPlan &plan) const {
    if (loops.empty()) {
      for (auto [index, access] : llvm::zip(indices, accesses))
        index += access.base;
      plan.microOps.push_back(
          {uint32_t(indices[0]), uint32_t(indices[1]), uint32_t(indices[2])});
      return;
    }
    for (int64_t i = 0; i < extents[loops[0]]; ++i) {
      addMicroOps(loops.drop_front(), indices, plan);
      for (auto [index, access] : llvm::zip(indices, accesses))
        index += access.factors[loops[0]];
    }
  }

  bool keepsLatency(const LoopPlan &plan) const {
    const rt::Gemm &loops = plan.loops;
    auto hasHazard = [&](AccumulatorReads reads) {
      return findAccumulatorHazard(loops, plan.microOps, reads, latency)
          .has_value();
    };
    return !(nest.readsDestination &&
             hasHazard(
                 {&MicroOp::dst, loops.dstFactorOut, loops.dstFactorIn})) &&
           !(nest.readsSource &&
             hasHazard({&MicroOp::src, loops.srcFactorOut, loops.srcFactorIn}));
  }

  const LoopNest &nest;
  ArrayRef<int64_t> extents;
  ArrayRef<LinearAccess> accesses;
  unsigned latency;
  const FieldWidths &widths;
};

} // namespace

std::optional<LoopPlan> planLoops(const LoopNest &nest, unsigned latency,
                                  const FieldWidths &widths) {
  return LoopPlanner(nest, latency, widths).plan();
}

} // namespace tvm::vta
