// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/CacheFolder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <unistd.h>

using namespace llvm;

namespace tvm::codegen {

std::string getDefaultCacheFolder() {
  if (const char *folder = std::getenv("TVM_MLIR_CACHE"))
    return folder;
  SmallString<128> path;
  if (!sys::path::cache_directory(path))
    return "";
  sys::path::append(path, "tvm-mlir", "kernels");
  return std::string(path);
}

static CachePruningPolicy getDefaultPolicy() {
  CachePruningPolicy policy;
  policy.Expiration = std::chrono::hours(30 * 24);
  policy.MaxSizePercentageOfAvailableSpace = 25;
  policy.MaxSizeBytes = uint64_t(4) << 30;
  return policy;
}

static Expected<CachePruningPolicy> readPolicy() {
  const char *text = std::getenv("TVM_MLIR_CACHE_POLICY");
  if (!text)
    return getDefaultPolicy();
  auto policy = parseCachePruningPolicy(text);
  if (!policy)
    return createStringError("TVM_MLIR_CACHE_POLICY: " +
                             toString(policy.takeError()));
  return policy;
}

/// Whoever can write to the folder can bring in code.
static Error checkAccess(StringRef path) {
  sys::fs::file_status status;
  if (std::error_code code = sys::fs::status(path, status))
    return createStringError(path + ": " + code.message());
  if (status.type() != sys::fs::file_type::directory_file)
    return createStringError(path + " is no folder");
  if (status.getUser() != geteuid())
    return createStringError(path + " belongs to another user");
  if (status.permissions() & (sys::fs::group_write | sys::fs::others_write))
    return createStringError("others may write to " + path);
  return Error::success();
}

Expected<CacheFolder> CacheFolder::open(StringRef path) {
  CacheFolder folder;
  if (path.empty())
    return folder;
  if (std::error_code code = sys::fs::create_directories(
          path, /*IgnoreExisting=*/true, sys::fs::owner_all))
    return createStringError(path + ": " + code.message());
  if (Error error = checkAccess(path))
    return std::move(error);
  auto policy = readPolicy();
  if (!policy)
    return policy.takeError();
  folder.path = path;
  folder.policy = *policy;
  return folder;
}

void CacheFolder::prune() const {
  if (!path.empty())
    (void)pruneCache(path, policy);
}

} // namespace tvm::codegen
