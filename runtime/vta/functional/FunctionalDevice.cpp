// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device of libvta_fsim.so.
#include "runtime/vta/functional/FunctionalSimulator.h"

using namespace tvm::runtime::vta;

const char *tvm::runtime::vta::nameOfDevice() { return "fsim"; }

std::unique_ptr<Device>
tvm::runtime::vta::makeDevice(const Configuration &configuration, Dram &dram) {
  return std::make_unique<FunctionalSimulator>(configuration, dram);
}
