// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_ACCUMULATORHAZARD_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_ACCUMULATORHAZARD_H

#include "mlir/Support/LLVM.h"
#include "runtime/vta/isa/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace tvm::vta {

/// An accumulator that a micro-op reads before the micro-op `distance` earlier
/// has written it.
struct AccumulatorHazard {
  unsigned distance;
  int64_t element;
};

/// The indices of accumulators that micro-ops read: `base` of each, and the
/// factors of both loops.
struct AccumulatorReads {
  uint32_t runtime::vta::MicroOp::*base;
  int64_t factorOut, factorIn;
};

/// Searches a read of an accumulator that was written fewer than `latency`
/// micro-ops before, in the same iteration or across iterations of both loops.
/// `microOps` are the instruction's micro-ops, in order.
std::optional<AccumulatorHazard>
findAccumulatorHazard(const runtime::vta::Loops &loops,
                      llvm::ArrayRef<runtime::vta::MicroOp> microOps,
                      AccumulatorReads reads, unsigned latency);

/// The loops of a GEMM or ALU instruction; null for others.
const runtime::vta::Loops *
getLoops(const runtime::vta::Instruction &instruction);

/// The accumulator reads of micro-ops of `instruction`; empty for instructions
/// other than GEMM and ALU.
llvm::SmallVector<AccumulatorReads, 2>
getAccumulatorReads(const runtime::vta::Instruction &instruction);

/// Searches a hazard in all accumulator reads of `instruction`.
std::optional<AccumulatorHazard>
findAccumulatorHazard(const runtime::vta::Instruction &instruction,
                      llvm::ArrayRef<runtime::vta::MicroOp> microOps,
                      unsigned latency);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_ACCUMULATORHAZARD_H
