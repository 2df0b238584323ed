// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vta_jit.h for tests: what goes wrong is a failure of the test.
#ifndef TEST_RUNTIME_VTA_JIT_JIT_H
#define TEST_RUNTIME_VTA_JIT_JIT_H

#include "runtime/vta/include/vta_jit.h"
#include "runtime/vta/isa/Configuration.h"

#include <functional>
#include <string>
#include <vector>

namespace tvm::test {

/// The device whose library the environment variable VTA_DEVICE names.
const vta_driver *testDriver();

/// Whether `status` is VTA_OK; if not, a failure with its text.
bool succeeds(vta_status status);

class Jit {
public:
  using Configuration = runtime::vta::Configuration;
  using MemoryType = runtime::vta::MemoryType;

  explicit Jit(const Configuration &configuration = {},
               uint64_t memory = 1 << 26);
  Jit(const Jit &) = delete;
  Jit &operator=(const Jit &) = delete;
  ~Jit() { vta_jit_free(handle); }
  operator vta_jit *() const { return handle; }

  vta_jit_buffer *allocate(uint64_t size);
  template <typename Number>
  vta_jit_buffer *put(const std::vector<Number> &numbers) {
    uint64_t size = numbers.size() * sizeof(Number);
    vta_jit_buffer *buffer = allocate(size);
    succeeds(vta_jit_buffer_write(handle, buffer, 0, numbers.data(), size));
    return buffer;
  }
  std::vector<int8_t> get(vta_jit_buffer *buffer, uint64_t size);

  void load(const vta_jit_transfer &transfer);
  void store(const vta_jit_transfer &transfer);
  void push(vta_jit_stage from, vta_jit_stage to);
  void pop(vta_jit_stage from, vta_jit_stage to);

  /// A recorder of a kernel. Errors are errors of the whole kernel.
  struct Recorder {
    void loop(uint32_t extent, uint32_t dst, uint32_t src, uint32_t wgt = 0);
    void endLoop();
    void gemm(uint32_t dst, uint32_t src, uint32_t wgt);
    void reset(uint32_t dst);
    void alu(vta_jit_alu_opcode opcode, uint32_t dst, uint32_t src);
    void immediate(vta_jit_alu_opcode opcode, uint32_t dst, int32_t value);

    vta_jit *jit;
    vta_status status = VTA_OK;

  private:
    void note(vta_status next);
  };
  using Record = std::function<void(Recorder &)>;
  /// `key`: empty for a kernel that is not kept.
  void gemm(const Record &record, const std::string &key = "");
  void alu(const Record &record, const std::string &key = "");
  vta_status tryGemm(const Record &record, const std::string &key = "");
  vta_status tryAlu(const Record &record, const std::string &key = "");

  /// To the end.
  void run(uint64_t seed = 0);

  const Configuration configuration;
  vta_counters counters = {};

private:
  vta_jit *handle = nullptr;
};

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_JIT_JIT_H
