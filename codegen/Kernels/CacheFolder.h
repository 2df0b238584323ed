// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_CACHEFOLDER_H
#define TVM_CODEGEN_KERNELS_CACHEFOLDER_H

#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tvm::codegen {

/// `$TVM_MLIR_CACHE`, or `~/.cache/tvm-mlir/kernels`; empty if neither is set.
std::string getDefaultCacheFolder();

/// A folder of an ObjectCache, whose objects are executed.
class CacheFolder {
public:
  /// No folder.
  CacheFolder() = default;

  /// Opens `path`, and makes it if it is missing, for its owner alone. Its size
  /// is limited by `$TVM_MLIR_CACHE_POLICY`, in the form of LLVM's
  /// parseCachePruningPolicy; by default to 4 GB, a quarter of the free space
  /// of the disk, and what was used in the last 30 days. Opens nothing if
  /// `path` is empty.
  ///
  /// Fails if the folder cannot be made, if it belongs to another user, or if
  /// others may write to it; and if the policy is wrong.
  static llvm::Expected<CacheFolder> open(llvm::StringRef path);

  /// Empty: there is none.
  llvm::StringRef getPath() const { return path; }

  /// Removes what has not been used for the longest time, as far as the limits
  /// ask for it. Does nothing if that was done in the last 20 minutes.
  void prune() const;

private:
  std::string path;
  llvm::CachePruningPolicy policy;
};

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_CACHEFOLDER_H
