// A program with the buffers that it works on, as a file holds it.
#ifndef RUNTIME_VTA_PROGRAM_PROGRAM_H
#define RUNTIME_VTA_PROGRAM_PROGRAM_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Word.h"

#include <string>
#include <vector>

namespace tvm::runtime::vta {

/// Addresses in DRAM are not known before a program is loaded: dram_base of a
/// LOAD or STORE counts from the beginning of the buffer that its relocation
/// names. README.md describes the file.
struct Program {
  enum class BufferKind : uint32_t { Input, Output, Constant, Temporary };

  struct Buffer {
    std::string name;
    BufferKind kind = BufferKind::Input;
    uint64_t size = 0;
    /// The data of a constant: `size` bytes.
    std::vector<uint8_t> data;
  };

  struct Relocation {
    uint32_t instruction = 0;
    /// Index of a buffer, or microOpBuffer.
    uint32_t buffer = 0;
  };

  /// The buffer of all micro-ops, for LOAD UOP.
  static constexpr uint32_t microOpBuffer = UINT32_MAX;

  Configuration configuration;
  std::vector<Word> instructions;
  std::vector<uint32_t> microOps;
  std::vector<Buffer> buffers;
  /// In the order of instructions.
  std::vector<Relocation> relocations;

  /// Reads a program and checks it. TVM_BAD_ARTEFACT; TVM_UNSUPPORTED for
  /// another version of the format.
  static Status parse(const uint8_t *bytes, size_t size, Program &program);
  /// The same from a file. TVM_IO_ERROR.
  static Status read(const char *path, Program &program);

  /// The bytes that `parse` reads.
  std::vector<uint8_t> serialize() const;
  /// Writes them to a file: whole or not at all. TVM_IO_ERROR.
  Status write(const char *path) const;

  /// Whether all parts fit to each other. TVM_BAD_ARTEFACT.
  /// (P1) instructions and micro-ops decode, and the last instruction, no
  /// other, is FINISH; (P2) buffers have different names, and a constant has
  /// as much data as it is large, others none; (P3) each LOAD or STORE that
  /// moves anything has one relocation, no other instruction any, in the order
  /// of instructions; (P4) LOAD UOP is from the micro-ops, all others from
  /// buffers; (P5) what they move lies within.
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
