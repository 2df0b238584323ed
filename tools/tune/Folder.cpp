// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/Folder.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace tvm::tvmc {

/// The beginning of the names of temporary folders, and the file in each that
/// its process locks.
static constexpr StringLiteral kPrefix = "tvmc-tune", kLock = "lock";

/// Locks a new folder for as long as the process lives. The file has its name
/// only after it was locked.
static int lock(StringRef folder) {
  std::string path = (folder + "/" + kLock).str(), before = path + ".new";
  int file = open(before.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
    (void)rename(before.c_str(), path.c_str());
  return file;
}

/// Whether the process of a temporary folder of this user has ended.
static bool isAbandoned(const std::string &folder) {
  struct stat status;
  if (lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
      status.st_uid != geteuid())
    return false;
  int file = open((folder + "/" + kLock).str().c_str(),
                  O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0)
    return false;
  bool isLocked = flock(file, LOCK_EX | LOCK_NB) != 0;
  (void)close(file);
  return !isLocked;
}

/// Removes the temporary folders of processes that were killed.
static void removeAbandoned(StringRef parent) {
  std::error_code code, ignored;
  for (sys::fs::directory_iterator at(parent, code), end; at != end && !code;
       at.increment(code)) {
    StringRef name = sys::path::filename(at->path());
    if (name.starts_with((kPrefix + "-").str()) && isAbandoned(at->path()))
      std::filesystem::remove_all(at->path(), ignored); // with pipes
  }
}

Error useFolder(StringRef given, function_ref<Error(StringRef)> work) {
  if (!given.empty()) {
    if (std::error_code code = sys::fs::create_directories(given))
      return createStringError("cannot create folder '" + given +
                               "': " + code.message());
    return work(given);
  }
  SmallString<128> folder;
  if (std::error_code code = sys::fs::createUniqueDirectory(kPrefix, folder))
    return createStringError("cannot create a temporary folder: " +
                             code.message());
  int file = lock(folder);
  scope_exit remove([&] {
    (void)sys::fs::remove_directories(folder);
    if (file >= 0)
      (void)close(file);
  });
  removeAbandoned(sys::path::parent_path(folder));
  return work(folder);
}

} // namespace tvm::tvmc
