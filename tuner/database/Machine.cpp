#include "tuner/database/Machine.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

namespace tvm::tuner {

std::string getMachineName() {
  auto file = MemoryBuffer::getFileAsStream("/proc/cpuinfo");
  StringRef text = file ? (*file)->getBuffer() : "";
  size_t place = text.find("model name");
  if (place == StringRef::npos)
    return sys::getHostCPUName().str();
  return text.substr(place).split(':').second.split('\n').first.trim().str();
}

} // namespace tvm::tuner
