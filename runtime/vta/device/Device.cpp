// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/device/Device.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static Status unrecorded() {
  return error(TVM_UNSUPPORTED,
               "the device does not record where its time goes");
}

Status Device::getTiming(const Timing *&) const { return unrecorded(); }

Status Device::getTrace(std::string &) const { return unrecorded(); }
