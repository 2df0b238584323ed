// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_OBJECTCACHE_H
#define TVM_CODEGEN_KERNELS_OBJECTCACHE_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tvm::codegen {

/// A cache of objects on disk, with the text of their origin as key. A file
/// with another text (its name is only a hash), or a damaged one, is not a hit.
/// Several processes may use one folder. Failures are silent: a cache only
/// saves time.
class ObjectCache {
public:
  /// With an empty `folder`, nothing is found or stored.
  explicit ObjectCache(llvm::StringRef folder) : folder(folder) {}

  std::optional<std::string> find(llvm::StringRef key) const;
  void insert(llvm::StringRef key, llvm::StringRef object) const;

private:
  std::string getPath(llvm::StringRef key) const;

  std::string folder;
};

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_OBJECTCACHE_H
