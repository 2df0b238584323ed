#ifndef TVM_CODEGEN_KERNELS_OBJECTCACHE_H
#define TVM_CODEGEN_KERNELS_OBJECTCACHE_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tvm::codegen {

/// Objects on disk, found by the text that they were made from. A file whose
/// text differs (its name is only a hash) or that is damaged is no hit. Several
/// processes may use one folder. Failures are silent: a cache only saves time.
class ObjectCache {
public:
  /// An empty `folder`: nothing is found, nothing is kept.
  explicit ObjectCache(llvm::StringRef folder) : folder(folder) {}

  std::optional<std::string> find(llvm::StringRef key) const;
  void insert(llvm::StringRef key, llvm::StringRef object) const;

private:
  std::string getPath(llvm::StringRef key) const;

  std::string folder;
};

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_OBJECTCACHE_H
