// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Machine.h"

#include "codegen/Target.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tvm::tuner {

std::string getMachineName() {
  auto file = MemoryBuffer::getFileAsStream("/proc/cpuinfo");
  StringRef text = file ? (*file)->getBuffer() : "";
  size_t place = text.find("model name");
  if (place == StringRef::npos)
    return codegen::getHostCpu();
  return text.substr(place).split(':').second.split('\n').first.trim().str();
}

} // namespace tvm::tuner
