// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/AccumulatorLatency.h"

#include "runtime/vta/isa/LoopNest.h"

#include <algorithm>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

namespace {

/// Micro-ops in execution order.
class Order {
public:
  explicit Order(const Microkernel &kernel)
      : loops(kernel.loops()), microOps(kernel.microOps),
        total(iterationsOf(loops)) {}

  uint64_t dstOf(uint64_t position) const {
    return indexOf(position, &MicroOp::dst,
                   {loops.dstFactorOut, loops.dstFactorIn});
  }
  uint64_t srcOf(uint64_t position) const {
    return indexOf(position, &MicroOp::src,
                   {loops.srcFactorOut, loops.srcFactorIn});
  }

  uint64_t indexOf(uint64_t position, uint32_t MicroOp::*index,
                   Factors factors) const {
    uint64_t iteration = position / microOps.size();
    return microOps[position % microOps.size()].*index +
           iteration / loops.iterIn * factors.out +
           iteration % loops.iterIn * factors.in;
  }

  const Loops &loops;
  const std::vector<MicroOp> &microOps;
  uint64_t total;
};

/// Windows of micro-ops that cover all cases. Two micro-ops have the same
/// distance in the elements that they write if they have the same positions
/// relative to the ends of rows. It is therefore enough to begin in the first
/// iteration, and in those iterations of the first row from which the second
/// row is in reach. Read elements have the same distance only for equal
/// factors.
class Windows {
public:
  Windows(const Microkernel &kernel, unsigned latency)
      : order(kernel), latency(latency) {
    if (const auto *alu = std::get_if<Alu>(&kernel.instruction.body))
      readsSource = !alu->useImmediate;
  }

  Status check() const {
    if (readsSource && !haveSameFactors())
      return check(0, order.total);
    uint64_t perIteration = order.microOps.size();
    uint64_t row = perIteration * order.loops.iterIn;
    uint64_t reach = (latency / perIteration + 2) * perIteration;
    TVM_RETURN_IF_FAILED(check(0, perIteration));
    return check(row > reach ? row - reach : 0, row);
  }

private:
  bool haveSameFactors() const {
    const Loops &loops = order.loops;
    return loops.dstFactorOut == loops.srcFactorOut &&
           loops.dstFactorIn == loops.srcFactorIn;
  }

  Status check(uint64_t begin, uint64_t end) const {
    for (uint64_t write = begin; write < end; ++write)
      for (uint64_t read = write + 1;
           read < std::min<uint64_t>(write + latency, order.total); ++read)
        if (order.dstOf(write) == order.dstOf(read) ||
            (readsSource && order.dstOf(write) == order.srcOf(read)))
          return conflict(write, read);
    return TVM_OK;
  }

  Status conflict(uint64_t write, uint64_t read) const {
    return error(TVM_INVALID_ARGUMENT,
                 "micro-op %llu reads element %llu of the accumulator %llu "
                 "after it is written, expected at least ACC_WRITE_LATENCY = "
                 "%u",
                 (unsigned long long)(read % order.microOps.size()),
                 (unsigned long long)order.dstOf(write),
                 (unsigned long long)(read - write), latency);
  }

  Order order;
  unsigned latency;
  bool readsSource = false;
};

} // namespace

Status tvm::runtime::vta::checkAccumulatorLatency(const Microkernel &kernel,
                                                  unsigned latency) {
  const auto *gemm = std::get_if<Gemm>(&kernel.instruction.body);
  if (gemm && gemm->reset)
    return TVM_OK;
  return Windows(kernel, latency).check();
}
