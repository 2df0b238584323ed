// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The destination of bytes that are written to a path. The compiler's tools use
// it as well, so it depends on the C library alone.
#ifndef RUNTIME_CORE_OUTPUTPATH_H
#define RUNTIME_CORE_OUTPUTPATH_H

#include <string>

namespace tvm::runtime {

/// The file to which an output path refers.
struct OutputPath {
  /// The path at the end of all symbolic links, which need not exist.
  std::string path;

  /// Whether the file is, or will be, a regular file: its writer creates a new
  /// file beside it and renames that. Other files (a device, a pipe), and open
  /// files that a link of /proc names (/dev/stdout), are kept: the writer opens
  /// them and writes into them.
  bool isReplaced;

  /// Follows the symbolic links of `path`. Cannot fail: opening an invalid path
  /// gives the error.
  static OutputPath follow(const std::string &path);

  /// Opens a file that is not replaced. Returns a descriptor, or -1 and errno.
  int open() const;
};

} // namespace tvm::runtime

#endif // RUNTIME_CORE_OUTPUTPATH_H
