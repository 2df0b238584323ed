// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The implementation of the functions of vta_jit.h.
#ifndef RUNTIME_VTA_JIT_COMMANDCONTEXT_H
#define RUNTIME_VTA_JIT_COMMANDCONTEXT_H

#include "runtime/vta/isa/Encoding.h"
#include "runtime/vta/jit/Buffers.h"
#include "runtime/vta/jit/InstructionQueue.h"
#include "runtime/vta/jit/Microkernel.h"
#include "runtime/vta/jit/UopCache.h"

#include <functional>
#include <string>

namespace tvm::runtime::vta {

/// A device with the stream of its next run.
class CommandContext {
public:
  CommandContext(const vta_driver &driver, const Configuration &configuration);

  JitDevice device;
  Buffers buffers;
  InstructionQueue queue;

  Status load(const vta_jit_transfer &transfer);
  Status store(const vta_jit_transfer &transfer);

  using Record = std::function<Status()>;
  Status pushKernel(bool isAlu, const std::optional<std::string> &key,
                    const Record &record);
  /// Returns the current recorder. Fails with TVM_INVALID_ARGUMENT if no kernel
  /// is being recorded.
  Status getRecorder(KernelRecorder *&current);

  Status synchronize(uint64_t maxCycles, vta_counters *counters);
  void discard();
  Status debug(uint32_t flags);
  std::function<void(const char *)> dump;

private:
  /// The title of the next added instruction: "instruction 3".
  std::string next() const;
  Status addTransfer(const vta_jit_transfer &transfer, Instruction instruction);
  Status place(const vta_jit_transfer &from, vta_jit_buffer *&buffer,
               Transfer &to) const;
  Status recordKernel(bool isAlu, const Record &record, Microkernel &kernel);
  Status addKernel(const Microkernel &kernel);

  Status run(std::vector<Instruction> stream, uint64_t maxCycles,
             vta_counters *counters);
  Status uploadMicroOps();
  Status encode(const std::vector<Instruction> &stream,
                std::vector<Word> &words) const;

  Configuration configuration;
  Encoding encoding;
  /// Recorded kernels, by whether they use the ALU, and by key.
  std::map<std::pair<bool, std::string>, Microkernel> kernels;
  std::optional<KernelRecorder> recorder;
  UopCache cache;
  GrowingMemory microOpMemory, streamMemory;
  size_t numMicroOpsWritten = 0;
  uint32_t debugFlags = 0;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_COMMANDCONTEXT_H
