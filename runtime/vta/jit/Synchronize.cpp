// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transfer of a stream to the device.
#include "runtime/vta/jit/CommandContext.h"
#include "runtime/vta/jit/Dump.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

Status CommandContext::uploadMicroOps() {
  const std::vector<uint32_t> &image = cache.image();
  constexpr uint64_t bytes = sizeof(image[0]);
  bool isNew = false;
  TVM_RETURN_IF_FAILED(microOpMemory.reserve(image.size() * bytes, isNew));
  if (isNew)
    numMicroOpsWritten = 0;
  size_t first = numMicroOpsWritten, count = image.size() - first;
  if (count == 0)
    return TVM_OK;
  TVM_RETURN_IF_FAILED(device.write(microOpMemory.address() + first * bytes,
                                    &image[first], count * bytes));
  numMicroOpsWritten = image.size();
  return TVM_OK;
}

static void moveMicroOps(std::vector<Instruction> &stream, uint64_t address) {
  for (Instruction &instruction : stream) {
    Transfer *transfer = instruction.transfer();
    if (transfer && transfer->memoryType == MemoryType::Uop && transfer->xSize)
      transfer->dramBase += address / sizeof(uint32_t);
  }
}

Status CommandContext::encode(const std::vector<Instruction> &stream,
                              std::vector<Word> &words) const {
  words.resize(stream.size());
  for (size_t i = 0; i < stream.size(); ++i)
    TVM_RETURN_IF_FAILED(within("instruction " + std::to_string(i),
                                encoding.encode(stream[i], words[i])));
  return TVM_OK;
}

Status CommandContext::run(std::vector<Instruction> stream, uint64_t maxCycles,
                           vta_counters *counters) {
  if (debugFlags & VTA_DEBUG_DUMP_UOPS)
    dump(dumpMicroOps(configuration, cache.image()).c_str());
  TVM_RETURN_IF_FAILED(uploadMicroOps());
  moveMicroOps(stream, microOpMemory.address());
  if (debugFlags & VTA_DEBUG_FORCE_SERIAL)
    stream = serialize(stream);
  if (debugFlags & VTA_DEBUG_DUMP_INSTRUCTIONS)
    dump(dumpInstructions(configuration, stream).c_str());
  std::vector<Word> words;
  TVM_RETURN_IF_FAILED(encode(stream, words));
  bool isNew = false;
  uint64_t size = words.size() * sizeof(Word);
  TVM_RETURN_IF_FAILED(streamMemory.reserve(size, isNew));
  TVM_RETURN_IF_FAILED(
      device.write(streamMemory.address(), words.data(), size));
  return device.run(streamMemory.address(), words.size(), maxCycles, counters);
}

Status CommandContext::synchronize(uint64_t maxCycles, vta_counters *counters) {
  if (recorder)
    return error(TVM_INVALID_ARGUMENT, "a kernel is being recorded");
  queue.addWaitingPops();
  queue.add({Finish(), {}});
  Status status = run(queue.instructions(), maxCycles, counters);
  discard();
  return status;
}
