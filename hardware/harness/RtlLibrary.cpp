// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device of libvta_rtl.so.
#include "hardware/harness/RtlDevice.h"

using namespace tvm::runtime::vta;

const char *tvm::runtime::vta::nameOfDevice() { return "rtl"; }

std::unique_ptr<Device>
tvm::runtime::vta::makeDevice(const Configuration &configuration, Dram &dram) {
  return std::make_unique<tvm::hardware::RtlDevice>(configuration, dram);
}
