// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/Microkernel.h"

#include <tuple>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static constexpr size_t kMaxLevels = 2;

static Status refuse(const char *message) {
  return error(TVM_INVALID_ARGUMENT, "%s", message);
}

bool KernelRecorder::Operation::operator==(const Operation &other) const {
  auto all = [](const Operation &o) {
    return std::tuple(o.isAlu, o.reset, o.opcode, o.useImmediate, o.immediate);
  };
  return all(*this) == all(other);
}

/// Checks that an unused field of this kind of micro-op is 0.
static Status checkUnused(const char *name, int64_t value, bool isAlu) {
  if (value == 0)
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT, "%s: expected 0 in %s, got %lld", name,
               isAlu ? "an ALU" : "a GEMM", (long long)value);
}

static Status checkUnused(const KernelRecorder::Operation &o,
                          const MicroOp &microOp) {
  if (o.isAlu) {
    TVM_RETURN_IF_FAILED(checkUnused("reset", o.reset, true));
    return checkUnused("wgt", microOp.wgt, true);
  }
  TVM_RETURN_IF_FAILED(checkUnused("opcode", int(o.opcode), false));
  TVM_RETURN_IF_FAILED(checkUnused("use_immediate", o.useImmediate, false));
  return checkUnused("immediate", o.immediate, false);
}

Status KernelRecorder::beginLoop(uint32_t extent, const MicroOp &factors) {
  if (numEnded || !microOps.empty())
    return refuse("expected loops around all micro-ops, got one behind them");
  if (levels.size() == kMaxLevels)
    return refuse("expected at most 2 loop levels, got 3");
  if (isAlu)
    TVM_RETURN_IF_FAILED(checkUnused("wgt_factor", factors.wgt, true));
  levels.push_back({extent, factors});
  return TVM_OK;
}

Status KernelRecorder::endLoop() {
  if (numEnded == levels.size())
    return refuse("no loop has begun");
  ++numEnded;
  return TVM_OK;
}

Status KernelRecorder::push(const Operation &next, const MicroOp &microOp) {
  if (next.isAlu != isAlu)
    return refuse(isAlu ? "expected micro-ops of an ALU, got one of a GEMM"
                        : "expected micro-ops of a GEMM, got one of an ALU");
  TVM_RETURN_IF_FAILED(checkUnused(next, microOp));
  if (numEnded)
    return refuse("expected micro-ops within all loops, got one behind them");
  if (!microOps.empty() && !(next == operation))
    return error(TVM_INVALID_ARGUMENT,
                 "micro-op %zu: expected the operation of the first one",
                 microOps.size());
  operation = next;
  microOps.push_back(microOp);
  return TVM_OK;
}

static Gemm gemmOf(const KernelRecorder::Operation &operation,
                   const MicroOp &out, const MicroOp &in) {
  Gemm gemm;
  gemm.reset = operation.reset;
  gemm.wgtFactorOut = out.wgt;
  gemm.wgtFactorIn = in.wgt;
  return gemm;
}

static Alu aluOf(const KernelRecorder::Operation &operation) {
  Alu alu;
  alu.opcode = operation.opcode;
  alu.useImmediate = operation.useImmediate;
  alu.immediate = operation.immediate;
  return alu;
}

void KernelRecorder::setLoops(const Level &out, const Level &in,
                              Loops &loops) const {
  loops.uopEnd = microOps.size();
  loops.iterOut = out.extent;
  loops.iterIn = in.extent;
  loops.dstFactorOut = out.factors.dst;
  loops.dstFactorIn = in.factors.dst;
  loops.srcFactorOut = out.factors.src;
  loops.srcFactorIn = in.factors.src;
}

Status KernelRecorder::finish(Microkernel &kernel) const {
  if (numEnded != levels.size())
    return refuse("a loop has not ended");
  // A single loop is the outer one of a GEMM and the inner one of an ALU, as
  // in the published runtime.
  Level out, in;
  if (levels.size() == kMaxLevels || (levels.size() == 1 && !isAlu))
    out = levels.front();
  if (levels.size() == kMaxLevels || (levels.size() == 1 && isAlu))
    in = levels.back();
  kernel.microOps = microOps;
  if (isAlu)
    kernel.instruction.body = aluOf(operation);
  else
    kernel.instruction.body = gemmOf(operation, out.factors, in.factors);
  setLoops(out, in, kernel.loops());
  return TVM_OK;
}
