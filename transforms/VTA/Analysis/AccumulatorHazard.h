#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_ACCUMULATORHAZARD_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_ACCUMULATORHAZARD_H

#include "mlir/Support/LLVM.h"
#include "runtime/vta/isa/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace tvm::vta {

/// An accumulator that a micro-op reads before the one `distance` micro-ops
/// earlier has written it.
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

/// Looks for reads of what is written fewer than `latency` micro-ops before, in
/// the same iteration or across iterations of both loops. `microOps` are those
/// of the instruction, in order.
std::optional<AccumulatorHazard>
findAccumulatorHazard(const runtime::vta::Loops &loops,
                      llvm::ArrayRef<runtime::vta::MicroOp> microOps,
                      AccumulatorReads reads, unsigned latency);

/// The loops of a GEMM or ALU, else null.
const runtime::vta::Loops *
getLoops(const runtime::vta::Instruction &instruction);

/// The reads of the accumulator by micro-ops of `instruction`; nothing where it
/// is no GEMM or ALU.
llvm::SmallVector<AccumulatorReads, 2>
getAccumulatorReads(const runtime::vta::Instruction &instruction);

/// The same of all that `instruction` reads.
std::optional<AccumulatorHazard>
findAccumulatorHazard(const runtime::vta::Instruction &instruction,
                      llvm::ArrayRef<runtime::vta::MicroOp> microOps,
                      unsigned latency);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_ACCUMULATORHAZARD_H
