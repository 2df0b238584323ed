// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C interface over a CommandContext.
#include "runtime/vta/include/vta_jit.h"

#include "runtime/core/ApiCall.h"
#include "runtime/vta/jit/CommandContext.h"

#include <cstdio>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

struct vta_jit : CommandContext {
  using CommandContext::CommandContext;
};

template <typename Function, typename... Arguments>
static vta_status callVta(Function function, const Arguments *...arguments) {
  return vta_status(tvm_status(call(function, arguments...)));
}

const char *vta_jit_last_error(void) { return lastErrorText(); }

vta_status vta_driver_load(const char *path, const vta_driver **driver) {
  return callVta([&] { return loadDriver(path, *driver); }, path, driver);
}

void vta_driver_unload(const vta_driver *driver) { unloadDriver(driver); }

static void printDump(const char *text) { std::fputs(text, stderr); }

static Status createJit(const vta_driver &driver, const char *json,
                        uint64_t memory, vta_jit **jit) {
  Configuration configuration;
  if (json)
    TVM_RETURN_IF_FAILED(Configuration::parse(json, configuration));
  auto result = std::make_unique<vta_jit>(driver, configuration);
  TVM_RETURN_IF_FAILED(result->device.create(json, memory));
  result->dump = printDump;
  *jit = result.release();
  return TVM_OK;
}

vta_status vta_jit_create(const vta_driver *driver, const char *configuration,
                          uint64_t memory, vta_jit **jit) {
  return callVta([&] { return createJit(*driver, configuration, memory, jit); },
                 driver, jit);
}

void vta_jit_free(vta_jit *jit) { delete jit; }

vta_status vta_jit_seed(vta_jit *jit, uint64_t seed) {
  return callVta([&] { return jit->device.seed(seed); }, jit);
}

//===-- Buffers -----------------------------------------------------------===//

vta_status vta_jit_buffer_allocate(vta_jit *jit, uint64_t size,
                                   vta_jit_buffer **buffer) {
  return callVta([&] { return jit->buffers.allocate(size, *buffer); }, jit,
                 buffer);
}

vta_status vta_jit_buffer_free(vta_jit *jit, vta_jit_buffer *buffer) {
  return callVta([&] { return buffer ? jit->buffers.free(buffer) : Status(); },
                 jit);
}

vta_status vta_jit_buffer_write(vta_jit *jit, vta_jit_buffer *buffer,
                                uint64_t offset, const void *source,
                                size_t size) {
  return callVta(
      [&] { return jit->buffers.write(buffer, offset, source, size); }, jit,
      buffer, static_cast<const char *>(source));
}

vta_status vta_jit_buffer_read(vta_jit *jit, vta_jit_buffer *buffer,
                               uint64_t offset, void *target, size_t size) {
  return callVta(
      [&] { return jit->buffers.read(buffer, offset, target, size); }, jit,
      buffer, static_cast<const char *>(target));
}

vta_status vta_jit_buffer_copy(vta_jit *jit, vta_jit_buffer *from,
                               uint64_t fromOffset, vta_jit_buffer *to,
                               uint64_t toOffset, size_t size) {
  return callVta(
      [&] { return jit->buffers.copy(from, fromOffset, to, toOffset, size); },
      jit, from, to);
}

vta_status vta_jit_set_caches(vta_jit *jit, const vta_jit_caches *caches) {
  auto set = [&]() -> Status {
    jit->device.caches = caches ? *caches : vta_jit_caches();
    return TVM_OK;
  };
  return callVta(set, jit);
}

//===-- Instructions ------------------------------------------------------===//

vta_status vta_jit_load_buffer_2d(vta_jit *jit,
                                  const vta_jit_transfer *transfer) {
  return callVta([&] { return jit->load(*transfer); }, jit, transfer);
}

vta_status vta_jit_store_buffer_2d(vta_jit *jit,
                                   const vta_jit_transfer *transfer) {
  return callVta([&] { return jit->store(*transfer); }, jit, transfer);
}

static vta_status pushKernel(vta_jit *jit, bool isAlu, const void *key,
                             size_t keySize, vta_jit_record record,
                             void *context) {
  auto push = [&] {
    std::optional<std::string> bytes;
    if (key)
      bytes.emplace(static_cast<const char *>(key), keySize);
    return jit->pushKernel(
        isAlu, bytes, [&] { return Status(tvm_status(record(jit, context))); });
  };
  // A function pointer cannot be checked for null with the other arguments.
  const bool isThere = record != nullptr;
  return callVta(push, jit, isThere ? &isThere : nullptr);
}

vta_status vta_jit_push_gemm(vta_jit *jit, const void *key, size_t keySize,
                             vta_jit_record record, void *context) {
  return pushKernel(jit, /*isAlu=*/false, key, keySize, record, context);
}

vta_status vta_jit_push_alu(vta_jit *jit, const void *key, size_t keySize,
                            vta_jit_record record, void *context) {
  return pushKernel(jit, /*isAlu=*/true, key, keySize, record, context);
}

template <typename Function>
static vta_status callRecorder(vta_jit *jit, Function function) {
  auto record = [&]() -> Status {
    KernelRecorder *recorder = nullptr;
    TVM_RETURN_IF_FAILED(jit->getRecorder(recorder));
    return function(*recorder);
  };
  return callVta(record, jit);
}

vta_status vta_jit_uop_loop_begin(vta_jit *jit, uint32_t extent,
                                  uint32_t dstFactor, uint32_t srcFactor,
                                  uint32_t wgtFactor) {
  return callRecorder(jit, [&](KernelRecorder &recorder) {
    return recorder.beginLoop(extent, {dstFactor, srcFactor, wgtFactor});
  });
}

vta_status vta_jit_uop_loop_end(vta_jit *jit) {
  return callRecorder(
      jit, [](KernelRecorder &recorder) { return recorder.endLoop(); });
}

static Status checkMode(vta_jit_uop_mode mode, vta_jit_alu_opcode opcode) {
  if (mode != VTA_UOP_GEMM && mode != VTA_UOP_ALU)
    return error(TVM_INVALID_ARGUMENT, "mode: expected 0 or 1, got %d",
                 int(mode));
  if (unsigned(opcode) >= kNumAluOpcodes)
    return error(TVM_INVALID_ARGUMENT, "opcode: expected 0 to %u, got %d",
                 kNumAluOpcodes - 1, int(opcode));
  return TVM_OK;
}

vta_status vta_jit_uop_push(vta_jit *jit, vta_jit_uop_mode mode, uint32_t reset,
                            uint32_t dst, uint32_t src, uint32_t wgt,
                            vta_jit_alu_opcode opcode, uint32_t useImmediate,
                            int32_t immediate) {
  return callRecorder(jit, [&](KernelRecorder &recorder) -> Status {
    TVM_RETURN_IF_FAILED(checkMode(mode, opcode));
    return recorder.push({mode == VTA_UOP_ALU, reset != 0, AluOpcode(opcode),
                          useImmediate != 0, immediate},
                         {dst, src, wgt});
  });
}

//===-- Tokens ------------------------------------------------------------===//

static Status moduleOf(vta_jit_stage stage, Module &module) {
  if (stage < VTA_STAGE_LOAD || stage > VTA_STAGE_STORE)
    return error(TVM_INVALID_ARGUMENT, "stage: expected 1 to 3, got %d",
                 int(stage));
  module = Module(stage - VTA_STAGE_LOAD);
  return TVM_OK;
}

using QueueFunction = Status (InstructionQueue::*)(Module, Module);

static vta_status moveToken(vta_jit *jit, vta_jit_stage from, vta_jit_stage to,
                            QueueFunction function) {
  auto move = [&]() -> Status {
    Module source, target;
    TVM_RETURN_IF_FAILED(moduleOf(from, source));
    TVM_RETURN_IF_FAILED(moduleOf(to, target));
    return (jit->queue.*function)(source, target);
  };
  return callVta(move, jit);
}

vta_status vta_jit_dep_push(vta_jit *jit, vta_jit_stage from,
                            vta_jit_stage to) {
  return moveToken(jit, from, to, &InstructionQueue::push);
}

vta_status vta_jit_dep_pop(vta_jit *jit, vta_jit_stage from, vta_jit_stage to) {
  return moveToken(jit, from, to, &InstructionQueue::pop);
}

//===-- Runs --------------------------------------------------------------===//

vta_status vta_jit_synchronize(vta_jit *jit, uint64_t maxCycles,
                               vta_counters *counters) {
  return callVta([&] { return jit->synchronize(maxCycles, counters); }, jit);
}

vta_status vta_jit_unit_cycles(vta_jit *jit, vta_unit unit,
                               vta_unit_cycles *cycles) {
  return callVta([&] { return jit->device.unitCycles(unit, *cycles); }, jit,
                 cycles);
}

vta_status vta_jit_write_trace(vta_jit *jit, const char *path) {
  return callVta([&] { return jit->device.writeTrace(path); }, jit, path);
}

vta_status vta_jit_discard(vta_jit *jit) {
  auto discard = [&]() -> Status {
    jit->discard();
    return TVM_OK;
  };
  return callVta(discard, jit);
}

vta_status vta_jit_debug(vta_jit *jit, uint32_t flags,
                         void (*dump)(void *context, const char *text),
                         void *context) {
  auto set = [&]() -> Status {
    TVM_RETURN_IF_FAILED(jit->debug(flags));
    if (dump)
      jit->dump = [=](const char *text) { dump(context, text); };
    else
      jit->dump = printDump;
    return TVM_OK;
  };
  return callVta(set, jit);
}
