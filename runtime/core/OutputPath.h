// Where bytes that are written to a path go. The compiler's tools use this as
// well, so it depends on the C library alone.
#ifndef RUNTIME_CORE_OUTPUTPATH_H
#define RUNTIME_CORE_OUTPUTPATH_H

#include <string>

namespace tvm::runtime {

/// The file that an output path means.
struct OutputPath {
  /// The path that symbolic links lead to, which need not exist.
  std::string path;

  /// Whether the file is, or will be, a regular file: its writer makes a new
  /// file beside it and renames that. What is no regular file (a device, a
  /// pipe) stays, and so does an open file that a link of /proc names
  /// (/dev/stdout): the writer opens it and writes into it.
  bool isReplaced;

  /// Follows the symbolic links of `path`. Cannot fail: opening what is neither
  /// a file nor a possible name of one says what is wrong.
  static OutputPath follow(const std::string &path);

  /// Opens a file that is not replaced. Returns a descriptor, or -1 and errno.
  int open() const;
};

} // namespace tvm::runtime

#endif // RUNTIME_CORE_OUTPUTPATH_H
