// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file in memory.
#ifndef RUNTIME_CORE_MAPPEDFILE_H
#define RUNTIME_CORE_MAPPEDFILE_H

#include "runtime/core/Error.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tvm::runtime {

/// Bytes of a file.
struct FileRange {
  size_t offset = 0, size = 0;
};

/// A file that is open and mapped read-only as a whole. It stays available
/// after it was deleted. The map begins at a page, so data() + offset is as
/// aligned as offset.
class MappedFile {
public:
  MappedFile() = default;
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile();

  /// Opens the file at `path`.
  Status open(const char *path);

  /// Creates an anonymous file with a copy of `bytes`, in which `hole` uses no
  /// memory and reads as zeros.
  Status copy(const void *bytes, size_t size, FileRange hole = {});

  const uint8_t *data() const { return bytes; }
  size_t size() const { return length; }

  /// A path that opens this file, and that no other file has had or will have
  /// in this process (see MappedFile.cpp).
  std::string uniquePath() const;

private:
  Status map();

  int descriptor = -1;
  const uint8_t *bytes = nullptr;
  size_t length = 0;
};

/// Writes all `bytes` to the file descriptor.
bool writeAll(int descriptor, const void *bytes, size_t size);

/// Writes a file under a temporary name beside `path` and renames it, so that
/// no partial file remains. Links are followed, and files that are not regular
/// are written directly (see OutputPath).
Status writeFile(const char *path, const void *bytes, size_t size);

} // namespace tvm::runtime

#endif // RUNTIME_CORE_MAPPEDFILE_H
