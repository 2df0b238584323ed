// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/OutputPath.h"

#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tvm::runtime;

// Linux follows the same number of links.
static constexpr int kMaxLinks = 40;

static std::string parentOf(const std::string &path) {
  size_t slash = path.rfind('/');
  if (slash == std::string::npos)
    return ".";
  return path.substr(0, slash ? slash : 1);
}

/// Whether the text of the link at `path` describes an open file and is not a
/// path.
static bool isLinkOfProc(const std::string &path) {
  char parent[PATH_MAX];
  if (!realpath(parentOf(path).c_str(), parent))
    return false;
  return std::string(parent).rfind("/proc/", 0) == 0;
}

OutputPath OutputPath::follow(const std::string &path) {
  struct stat status;
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return {path, false};
  std::string at = path;
  for (int links = 0; links <= kMaxLinks; ++links) {
    char text[PATH_MAX];
    ssize_t size = readlink(at.c_str(), text, sizeof(text));
    if (size < 0)
      return {at, true};
    if (isLinkOfProc(at))
      return {at, false};
    std::string target(text, size);
    at = target[0] == '/' ? target : parentOf(at) + "/" + target;
  }
  return {path, false};
}

int OutputPath::open() const {
  return ::open(path.c_str(), O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
}
