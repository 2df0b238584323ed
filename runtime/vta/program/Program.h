// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with its buffers, the contents of a program file.
#ifndef RUNTIME_VTA_PROGRAM_PROGRAM_H
#define RUNTIME_VTA_PROGRAM_PROGRAM_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Word.h"

#include <string>
#include <vector>

namespace tvm::runtime::vta {

/// A program. Addresses in DRAM are unknown before it is loaded: dram_base of a
/// LOAD or STORE counts from the beginning of the buffer that its relocation
/// names. README.md describes the file.
struct Program {
  enum class BufferKind : uint32_t { Input, Output, Constant, Temporary };

  struct Buffer {
    std::string name;
    BufferKind kind = BufferKind::Input;
    uint64_t size = 0;
    /// The data of a constant, `size` bytes.
    std::vector<uint8_t> data;
  };

  struct Relocation {
    uint32_t instruction = 0;
    /// The index of a buffer, or microOpBuffer.
    uint32_t buffer = 0;
  };

  /// The index of the buffer of all micro-ops, for LOAD UOP.
  static constexpr uint32_t microOpBuffer = UINT32_MAX;

  Configuration configuration;
  std::vector<Word> instructions;
  std::vector<uint32_t> microOps;
  std::vector<Buffer> buffers;
  /// Relocations in the order of instructions.
  std::vector<Relocation> relocations;

  /// Reads a program and checks it. Fails with TVM_BAD_ARTEFACT, and with
  /// TVM_UNSUPPORTED for another version of the format.
  static Status parse(const uint8_t *bytes, size_t size, Program &program);
  /// Reads a program from a file. Fails with TVM_IO_ERROR as well.
  static Status read(const char *path, Program &program);

  /// The bytes for `parse`.
  std::vector<uint8_t> serialize() const;
  /// Writes a file, completely or not at all. Fails with TVM_IO_ERROR.
  Status write(const char *path) const;

  /// Checks that all parts fit together, otherwise TVM_BAD_ARTEFACT: (P1)
  /// instructions and micro-ops decode, and exactly the last instruction is
  /// FINISH; (P2) buffers have different names; a constant has data of its
  /// size, other buffers have none; (P3) each LOAD or STORE that is not empty
  /// has one relocation, other instructions have none, in the order of
  /// instructions; (P4) LOAD UOP refers to the micro-ops, all others to
  /// buffers; (P5) transfers are within their buffers.
  Status check() const;

  uint64_t sizeOf(uint32_t buffer) const {
    return buffer == microOpBuffer ? microOps.size() * sizeof(microOps[0])
                                   : buffers[buffer].size;
  }
};

const char *nameOf(Program::BufferKind kind); // "input"
constexpr unsigned kNumBufferKinds = 4;

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_PROGRAM_PROGRAM_H
