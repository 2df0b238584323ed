// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/Counters.h"

using namespace tvm::runtime::vta;

static uint64_t &bytesOf(Counters &counters, MemoryType type) {
  switch (type) {
  case MemoryType::Uop:
    return counters.uopLoadBytes;
  case MemoryType::Wgt:
    return counters.wgtLoadBytes;
  case MemoryType::Inp:
    return counters.inpLoadBytes;
  case MemoryType::Acc:
  case MemoryType::Acc8:
    return counters.accLoadBytes;
  case MemoryType::Out:
    return counters.outStoreBytes;
  }
  __builtin_unreachable();
}

void Counters::add(const Configuration &configuration,
                   const Transfer &transfer) {
  bytesOf(*this, transfer.memoryType) +=
      uint64_t(transfer.ySize) * transfer.xSize *
      configuration.elementBytes(transfer.memoryType);
}
