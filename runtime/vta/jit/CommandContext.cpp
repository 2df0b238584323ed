// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/CommandContext.h"

#include "runtime/vta/isa/DramSpan.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

CommandContext::CommandContext(const vta_driver &driver,
                               const Configuration &configuration)
    : device(driver), buffers(device), configuration(configuration),
      encoding(configuration), cache(configuration.depth(MemoryType::Uop)),
      microOpMemory(device), streamMemory(device) {}

std::string CommandContext::next() const {
  return "instruction " + std::to_string(queue.instructions().size());
}

//===-- Transfers ---------------------------------------------------------===//

static Status checkMemory(vta_jit_memory memory, bool isStore) {
  bool isOut = memory == VTA_MEMORY_OUT;
  if (memory >= VTA_MEMORY_WGT && memory <= VTA_MEMORY_ACC_8BIT &&
      isOut == isStore)
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT, "memory: expected %s, got %d",
               isStore ? "OUT" : "WGT, INP, ACC or ACC_8BIT", int(memory));
}

static Status checkScratchpad(const Transfer &t, uint32_t depth) {
  uint64_t rows = uint64_t(t.padTop) + t.ySize + t.padBottom;
  uint64_t end =
      t.sramBase + rows * (uint64_t(t.padLeft) + t.xSize + t.padRight);
  if (end <= depth || t.xSize == 0)
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT,
               "expected elements below %u of the scratchpad, got %u to %llu",
               depth, t.sramBase, (unsigned long long)end);
}

static void copyShape(const vta_jit_transfer &from, Transfer &to) {
  to.memoryType = MemoryType(from.memory);
  to.sramBase = from.sram;
  to.ySize = from.y_size;
  to.xSize = from.x_size;
  to.xStride = from.x_stride;
  to.padTop = from.y_pad_before;
  to.padBottom = from.y_pad_after;
  to.padLeft = from.x_pad_before;
  to.padRight = from.x_pad_after;
}

Status CommandContext::place(const vta_jit_transfer &from,
                             vta_jit_buffer *&buffer, Transfer &to) const {
  TVM_RETURN_IF_FAILED(buffers.find(from.buffer, buffer));
  TVM_RETURN_IF_FAILED(checkScratchpad(to, configuration.depth(to.memoryType)));
  uint64_t bytes = configuration.elementBytes(to.memoryType);
  DramSpan span(to);
  if (from.offset > UINT32_MAX)
    return error(TVM_INVALID_ARGUMENT, "offset: expected at most %u, got %llu",
                 UINT32_MAX, (unsigned long long)from.offset);
  TVM_RETURN_IF_FAILED(Buffers::checkBytes(*buffer, from.offset * bytes,
                                           (span.end - span.begin) * bytes));
  uint64_t base = buffer->address / bytes + from.offset;
  if (base > UINT32_MAX)
    return error(TVM_INVALID_ARGUMENT, "dram_base: expected 0 to %u, got %llu",
                 UINT32_MAX, (unsigned long long)base);
  to.dramBase = base;
  return TVM_OK;
}

Status CommandContext::addTransfer(const vta_jit_transfer &transfer,
                                   Instruction instruction) {
  vta_jit_buffer *buffer = nullptr;
  copyShape(transfer, *instruction.transfer());
  Status status = place(transfer, buffer, *instruction.transfer());
  if (status.failed())
    return within(instruction.title(), status);
  Word word;
  TVM_RETURN_IF_FAILED(encoding.encode(instruction, word));
  if (!buffer->user)
    buffer->user = queue.instructions().size();
  queue.add(instruction);
  return TVM_OK;
}

Status CommandContext::load(const vta_jit_transfer &transfer) {
  TVM_RETURN_IF_FAILED(
      within(next() + ": LOAD", checkMemory(transfer.memory, false)));
  return within(next(), addTransfer(transfer, {Load(), {}}));
}

Status CommandContext::store(const vta_jit_transfer &transfer) {
  TVM_RETURN_IF_FAILED(
      within(next() + ": STORE", checkMemory(transfer.memory, true)));
  return within(next(), addTransfer(transfer, {Store(), {}}));
}

//===-- Micro-kernels -----------------------------------------------------===//

Status CommandContext::getRecorder(KernelRecorder *&current) {
  if (!recorder)
    return error(TVM_INVALID_ARGUMENT, "no kernel is being recorded");
  current = &*recorder;
  return TVM_OK;
}

Status CommandContext::recordKernel(bool isAlu, const Record &record,
                                    Microkernel &kernel) {
  if (recorder)
    return error(TVM_INVALID_ARGUMENT, "a kernel is being recorded");
  recorder.emplace(isAlu);
  Status status = record();
  if (!status.failed())
    status = recorder->finish(kernel);
  recorder.reset();
  return status.failed() ? status : kernel.check(configuration);
}

/// Appends a kernel. All checks come before the first change.
Status CommandContext::addKernel(const Microkernel &kernel) {
  std::vector<uint32_t> words;
  for (const MicroOp &microOp : kernel.microOps) {
    words.emplace_back();
    TVM_RETURN_IF_FAILED(encoding.encode(microOp, words.back()));
  }
  Word word;
  TVM_RETURN_IF_FAILED(encoding.encode(kernel.instruction, word));
  UopCache::Place place = cache.find(words);
  uint32_t size = words.size();
  if (place.isNew)
    queue.add(
        {Load{{MemoryType::Uop, place.onChip, place.inDram, 1, size, size}},
         {}});
  Microkernel placed = kernel;
  placed.loops().uopBegin = place.onChip;
  placed.loops().uopEnd = place.onChip + size;
  queue.add(placed.instruction);
  return TVM_OK;
}

Status CommandContext::pushKernel(bool isAlu,
                                  const std::optional<std::string> &key,
                                  const Record &record) {
  auto known = key ? kernels.find({isAlu, *key}) : kernels.end();
  if (known != kernels.end())
    return addKernel(known->second);
  Microkernel kernel;
  TVM_RETURN_IF_FAILED(within(next() + (isAlu ? ": ALU" : ": GEMM"),
                              recordKernel(isAlu, record, kernel)));
  TVM_RETURN_IF_FAILED(within(next(), addKernel(kernel)));
  if (key)
    kernels.emplace(std::pair(isAlu, *key), std::move(kernel));
  return TVM_OK;
}

//===-- State -------------------------------------------------------------===//

Status CommandContext::debug(uint32_t flags) {
  constexpr uint32_t all = VTA_DEBUG_DUMP_INSTRUCTIONS | VTA_DEBUG_DUMP_UOPS |
                           VTA_DEBUG_SKIP_READ_BARRIER |
                           VTA_DEBUG_SKIP_WRITE_BARRIER |
                           VTA_DEBUG_FORCE_SERIAL;
  if (flags & ~all)
    return error(TVM_INVALID_ARGUMENT,
                 "flags: expected a sum of 2, 4, 8, 16, 32, got %u", flags);
  debugFlags = flags;
  device.skipFlush = flags & VTA_DEBUG_SKIP_READ_BARRIER;
  device.skipInvalidate = flags & VTA_DEBUG_SKIP_WRITE_BARRIER;
  return TVM_OK;
}

void CommandContext::discard() {
  queue.clear();
  cache.forgetChip();
  buffers.forgetUsers();
}
