// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the section table of an ELF file without trusting it.
#ifndef RUNTIME_ARTEFACT_ELFFILE_H
#define RUNTIME_ARTEFACT_ELFFILE_H

#include "runtime/core/Error.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tvm::runtime {

/// A range of bytes within a file.
struct Section {
  std::string_view name;
  uint64_t offset = 0;
  uint64_t size = 0;
};

/// The sections of a 64-bit little-endian shared object.
///
/// After parse() has succeeded, the dynamic linker can map the file: the
/// program headers are in order, and everything that they refer to is in the
/// file.
class ElfFile {
public:
  /// Parses the file in `data`, which outlives the result. Fails with
  /// TVM_BAD_ARTEFACT if the file is not an ELF shared object or is damaged,
  /// with TVM_UNSUPPORTED if it is for another architecture.
  static Status parse(const uint8_t *data, uint64_t size, ElfFile &file);

  /// The section called `name`, or null.
  const Section *find(std::string_view name) const;

  /// Whether the dynamic linker maps a byte of `section`.
  bool isLoaded(const Section &section) const;

private:
  std::vector<Section> sections;
  std::vector<Section> loads; // segments, which have no names
};

} // namespace tvm::runtime

#endif // RUNTIME_ARTEFACT_ELFFILE_H
