// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device of libvta_cycle.so.
#include "runtime/vta/cycles/CycleModel.h"

using namespace tvm::runtime::vta;

const char *tvm::runtime::vta::nameOfDevice() { return "cycle"; }

std::unique_ptr<Device>
tvm::runtime::vta::makeDevice(const Configuration &configuration, Dram &dram) {
  return std::make_unique<CycleModel>(configuration, dram);
}
