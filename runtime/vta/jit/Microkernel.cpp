// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/Microkernel.h"

#include "runtime/vta/isa/LoopNest.h"
#include "runtime/vta/jit/AccumulatorLatency.h"

#include <utility>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

const Loops &Microkernel::loops() const {
  if (const auto *gemm = std::get_if<Gemm>(&instruction.body))
    return *gemm;
  return std::get<Alu>(instruction.body);
}

Loops &Microkernel::loops() {
  return const_cast<Loops &>(std::as_const(*this).loops());
}

namespace {

class IndexCheck {
public:
  IndexCheck(const Microkernel &kernel, const Configuration &configuration)
      : kernel(kernel), loops(kernel.loops()), configuration(configuration) {}

  Status check() const {
    for (uint32_t i = 0; i < kernel.microOps.size(); ++i) {
      const MicroOp &microOp = kernel.microOps[i];
      TVM_RETURN_IF_FAILED(check(i, "dst", microOp.dst,
                                 {loops.dstFactorOut, loops.dstFactorIn},
                                 MemoryType::Acc));
      TVM_RETURN_IF_FAILED(
          std::visit([&](const auto &body) { return check(i, microOp, body); },
                     kernel.instruction.body));
    }
    return TVM_OK;
  }

private:
  Status check(uint32_t number, const char *name, uint32_t index,
               Factors factors, MemoryType type) const {
    return checkIndex(loops, factors, number, name, index,
                      configuration.depth(type));
  }

  Status check(uint32_t i, const MicroOp &microOp, const Gemm &gemm) const {
    if (gemm.reset)
      return TVM_OK;
    TVM_RETURN_IF_FAILED(check(i, "src", microOp.src,
                               {gemm.srcFactorOut, gemm.srcFactorIn},
                               MemoryType::Inp));
    return check(i, "wgt", microOp.wgt, {gemm.wgtFactorOut, gemm.wgtFactorIn},
                 MemoryType::Wgt);
  }

  Status check(uint32_t i, const MicroOp &microOp, const Alu &alu) const {
    if (alu.useImmediate)
      return TVM_OK;
    return check(i, "src", microOp.src, {alu.srcFactorOut, alu.srcFactorIn},
                 MemoryType::Acc);
  }

  template <typename Other>
  Status check(uint32_t, const MicroOp &, const Other &) const {
    __builtin_unreachable();
  }

  const Microkernel &kernel;
  const Loops &loops;
  const Configuration &configuration;
};

} // namespace

Status Microkernel::check(const Configuration &configuration) const {
  size_t most = configuration.depth(MemoryType::Uop);
  if (microOps.empty() || microOps.size() > most)
    return error(TVM_INVALID_ARGUMENT, "expected 1 to %zu micro-ops, got %zu",
                 most, microOps.size());
  if (iterationsOf(loops()) == 0)
    return TVM_OK;
  if (IndexCheck(*this, configuration).check().failed())
    return error(TVM_INVALID_ARGUMENT, "%s", std::string(lastError()).c_str());
  return checkAccumulatorLatency(*this, configuration.accWriteLatency);
}
