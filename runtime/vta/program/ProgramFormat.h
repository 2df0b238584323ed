// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of a program: this header, followed, without gaps, by the
// configuration's JSON, instructions, micro-ops, buffers (each a BufferHeader,
// its name, its data) and relocations. All numbers are little-endian.
#ifndef RUNTIME_VTA_PROGRAM_PROGRAMFORMAT_H
#define RUNTIME_VTA_PROGRAM_PROGRAMFORMAT_H

#include <cstdint>

namespace tvm::runtime::vta {

constexpr char kProgramMagic[8] = {'T', 'V', 'M', '-', 'V', 'T', 'A', '\n'};
constexpr uint32_t kProgramVersion = 1;

/// The head of a program file.
struct ProgramHeader {
  char magic[8];
  uint32_t version;
  uint32_t configurationBytes;
  uint32_t numInstructions, numMicroOps, numBuffers, numRelocations;
  /// The size of the file in bytes.
  uint64_t size;
};
static_assert(sizeof(ProgramHeader) == 40, "no padding");

/// The head of a buffer in a program file; name and data follow.
struct BufferHeader {
  uint32_t kind, nameBytes;
  /// The size in bytes. Only constants have data.
  uint64_t size;
};
static_assert(sizeof(BufferHeader) == 16, "no padding");

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "structures are copied as they are");

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_PROGRAM_PROGRAMFORMAT_H
