// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/jit/Jit.h"

#include <cstdlib>
#include <gtest/gtest.h>

using namespace tvm::test;

bool tvm::test::succeeds(vta_status status) {
  EXPECT_EQ(status, VTA_OK) << vta_jit_last_error();
  return status == VTA_OK;
}

const vta_driver *tvm::test::testDriver() {
  static const vta_driver *const driver = [] {
    const char *path = std::getenv("VTA_DEVICE");
    const vta_driver *loaded = nullptr;
    EXPECT_NE(path, nullptr) << "VTA_DEVICE names no library";
    succeeds(vta_driver_load(path, &loaded));
    return loaded;
  }();
  return driver;
}

Jit::Jit(const Configuration &configuration, uint64_t memory)
    : configuration(configuration) {
  succeeds(vta_jit_create(testDriver(), configuration.isaJson().c_str(), memory,
                          &handle));
}

vta_jit_buffer *Jit::allocate(uint64_t size) {
  vta_jit_buffer *buffer = nullptr;
  succeeds(vta_jit_buffer_allocate(handle, size, &buffer));
  return buffer;
}

std::vector<int8_t> Jit::get(vta_jit_buffer *buffer, uint64_t size) {
  std::vector<int8_t> bytes(size);
  succeeds(vta_jit_buffer_read(handle, buffer, 0, bytes.data(), size));
  return bytes;
}

void Jit::load(const vta_jit_transfer &transfer) {
  succeeds(vta_jit_load_buffer_2d(handle, &transfer));
}

void Jit::store(const vta_jit_transfer &transfer) {
  succeeds(vta_jit_store_buffer_2d(handle, &transfer));
}

void Jit::push(vta_jit_stage from, vta_jit_stage to) {
  succeeds(vta_jit_dep_push(handle, from, to));
}

void Jit::pop(vta_jit_stage from, vta_jit_stage to) {
  succeeds(vta_jit_dep_pop(handle, from, to));
}

void Jit::Recorder::note(vta_status next) {
  if (status == VTA_OK)
    status = next;
}

void Jit::Recorder::loop(uint32_t extent, uint32_t dst, uint32_t src,
                         uint32_t wgt) {
  note(vta_jit_uop_loop_begin(jit, extent, dst, src, wgt));
}

void Jit::Recorder::endLoop() { note(vta_jit_uop_loop_end(jit)); }

void Jit::Recorder::gemm(uint32_t dst, uint32_t src, uint32_t wgt) {
  note(vta_jit_uop_push(jit, VTA_UOP_GEMM, 0, dst, src, wgt,
                        vta_jit_alu_opcode(0), 0, 0));
}

void Jit::Recorder::reset(uint32_t dst) {
  note(vta_jit_uop_push(jit, VTA_UOP_GEMM, 1, dst, 0, 0, vta_jit_alu_opcode(0),
                        0, 0));
}

void Jit::Recorder::alu(vta_jit_alu_opcode opcode, uint32_t dst, uint32_t src) {
  note(vta_jit_uop_push(jit, VTA_UOP_ALU, 0, dst, src, 0, opcode, 0, 0));
}

void Jit::Recorder::immediate(vta_jit_alu_opcode opcode, uint32_t dst,
                              int32_t value) {
  note(vta_jit_uop_push(jit, VTA_UOP_ALU, 0, dst, 0, 0, opcode, 1, value));
}

namespace {

struct Recording {
  const Jit::Record &record;
};

} // namespace

static vta_status runRecord(vta_jit *jit, void *context) {
  Jit::Recorder recorder{jit};
  static_cast<Recording *>(context)->record(recorder);
  return recorder.status;
}

vta_status Jit::tryGemm(const Record &record, const std::string &key) {
  Recording recording{record};
  return vta_jit_push_gemm(handle, key.empty() ? nullptr : key.data(),
                           key.size(), runRecord, &recording);
}

vta_status Jit::tryAlu(const Record &record, const std::string &key) {
  Recording recording{record};
  return vta_jit_push_alu(handle, key.empty() ? nullptr : key.data(),
                          key.size(), runRecord, &recording);
}

void Jit::gemm(const Record &record, const std::string &key) {
  succeeds(tryGemm(record, key));
}

void Jit::alu(const Record &record, const std::string &key) {
  succeeds(tryAlu(record, key));
}

void Jit::run(uint64_t seed) {
  succeeds(vta_jit_seed(handle, seed));
  succeeds(vta_jit_synchronize(handle, UINT64_MAX, &counters));
}
