// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Analysis/AccumulatorHazard.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"

#include <numeric>

using namespace mlir;
using namespace mlir::presburger;

namespace tvm::vta {

using runtime::vta::Loops;
using runtime::vta::MicroOp;

namespace {

/// `outer * i + inner * j + constant == 0` for 0 <= i < iterOut and
/// first <= j < last.
struct Equation {
  int64_t outer, inner, constant;
  int64_t iterOut, first, last;

  /// A solution for i and j, if there is one.
  std::optional<std::pair<int64_t, int64_t>> solve() const {
    if (iterOut <= 0 || first >= last || !mayHold())
      return std::nullopt;
    if (outer == 0 && inner == 0)
      return std::pair(int64_t(0), first);
    IntegerPolyhedron solutions(PresburgerSpace::getSetSpace(2));
    solutions.addBound(BoundType::LB, 0, 0);
    solutions.addBound(BoundType::UB, 0, iterOut - 1);
    solutions.addBound(BoundType::LB, 1, first);
    solutions.addBound(BoundType::UB, 1, last - 1);
    solutions.addEquality({outer, inner, constant});
    auto sample = solutions.findIntegerSample();
    if (!sample)
      return std::nullopt;
    return std::pair(static_cast<int64_t>((*sample)[0]),
                     static_cast<int64_t>((*sample)[1]));
  }

private:
  /// Whether bounds and divisors permit a solution, which almost always
  /// decides.
  bool mayHold() const {
    int64_t divisor = std::gcd(outer, inner);
    if (divisor == 0 ? constant != 0 : constant % divisor != 0)
      return false;
    int64_t atEnds[] = {inner * first, inner * (last - 1)};
    int64_t far = outer * (iterOut - 1);
    int64_t least =
        std::min<int64_t>(0, far) + std::min(atEnds[0], atEnds[1]) + constant;
    int64_t most =
        std::max<int64_t>(0, far) + std::max(atEnds[0], atEnds[1]) + constant;
    return least <= 0 && most >= 0;
  }
};

class HazardFinder {
public:
  HazardFinder(const Loops &loops, ArrayRef<MicroOp> microOps,
               AccumulatorReads reads)
      : loops(loops), microOps(microOps), reads(reads) {}

  /// Searches a read `distance` micro-ops behind the write.
  std::optional<AccumulatorHazard> find(unsigned distance) const {
    for (size_t write = 0; write < microOps.size(); ++write) {
      size_t read = (write + distance) % microOps.size();
      int64_t carry = (write + distance) / microOps.size();
      int64_t quotient = carry / loops.iterIn, rest = carry % loops.iterIn;
      // The inner loop's variable increases by the remainder, or wraps around.
      for (bool wraps : {false, true}) {
        auto found = find(microOps[write], microOps[read], quotient + wraps,
                          wraps ? rest - loops.iterIn : rest);
        if (found)
          return AccumulatorHazard{distance, *found};
      }
    }
    return std::nullopt;
  }

private:
  /// The element of a conflict with `read` after both loop variables have
  /// increased.
  std::optional<int64_t> find(const MicroOp &write, const MicroOp &read,
                              int64_t growthOut, int64_t growthIn) const {
    int64_t outer = loops.dstFactorOut - reads.factorOut;
    int64_t inner = loops.dstFactorIn - reads.factorIn;
    int64_t constant = int64_t(write.dst) - read.*reads.base -
                       growthOut * reads.factorOut - growthIn * reads.factorIn;
    Equation equation{outer,
                      inner,
                      constant,
                      loops.iterOut - growthOut,
                      std::max<int64_t>(0, -growthIn),
                      std::min<int64_t>(loops.iterIn, loops.iterIn - growthIn)};
    auto at = equation.solve();
    if (!at)
      return std::nullopt;
    return write.dst + at->first * loops.dstFactorOut +
           at->second * loops.dstFactorIn;
  }

  const Loops &loops;
  ArrayRef<MicroOp> microOps;
  AccumulatorReads reads;
};

} // namespace

std::optional<AccumulatorHazard>
findAccumulatorHazard(const Loops &loops, ArrayRef<MicroOp> microOps,
                      AccumulatorReads reads, unsigned latency) {
  if (microOps.empty() || loops.iterIn == 0)
    return std::nullopt;
  HazardFinder finder(loops, microOps, reads);
  for (unsigned distance = 1; distance < latency; ++distance)
    if (auto hazard = finder.find(distance))
      return hazard;
  return std::nullopt;
}

const Loops *getLoops(const runtime::vta::Instruction &instruction) {
  if (const auto *gemm = std::get_if<runtime::vta::Gemm>(&instruction.body))
    return gemm;
  return std::get_if<runtime::vta::Alu>(&instruction.body);
}

SmallVector<AccumulatorReads, 2>
getAccumulatorReads(const runtime::vta::Instruction &instruction) {
  const Loops *loops = getLoops(instruction);
  const auto *alu = std::get_if<runtime::vta::Alu>(&instruction.body);
  if (!loops || (!alu && loops->reset))
    return {};
  SmallVector<AccumulatorReads, 2> reads = {
      {&MicroOp::dst, loops->dstFactorOut, loops->dstFactorIn}};
  if (alu && !alu->useImmediate)
    reads.push_back({&MicroOp::src, loops->srcFactorOut, loops->srcFactorIn});
  return reads;
}

std::optional<AccumulatorHazard>
findAccumulatorHazard(const runtime::vta::Instruction &instruction,
                      ArrayRef<MicroOp> microOps, unsigned latency) {
  for (AccumulatorReads reads : getAccumulatorReads(instruction))
    if (auto hazard = findAccumulatorHazard(*getLoops(instruction), microOps,
                                            reads, latency))
      return hazard;
  return std::nullopt;
}

} // namespace tvm::vta
