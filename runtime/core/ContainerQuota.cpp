// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/ContainerQuota.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

using namespace tvm::runtime;

namespace {
/// The smallest number of CPUs so far.
struct Limit {
  std::optional<int64_t> cpus;

  /// Both in microseconds.
  void add(int64_t quota, int64_t period) {
    if (quota <= 0 || period <= 0)
      return;
    int64_t count = quota / period + (quota % period != 0);
    cpus = std::min(cpus.value_or(count), count);
  }
};
} // namespace

/// The file's text; empty if it cannot be read.
static std::string readText(const std::string &path) {
  std::string text;
  // Memory may run out while the text grows.
  std::unique_ptr<FILE, int (*)(FILE *)> file(std::fopen(path.c_str(), "re"),
                                              std::fclose);
  char part[1024];
  while (size_t count =
             file ? std::fread(part, 1, sizeof(part), file.get()) : 0)
    text.append(part, count);
  return text;
}

/// Adds the quota of a group of version 2: "QUOTA PERIOD" or "max PERIOD".
static void addUnified(Limit &limit, const std::string &folder) {
  std::string text = readText(folder + "/cpu.max");
  char *rest = nullptr;
  int64_t quota = std::strtoll(text.c_str(), &rest, 10);
  limit.add(quota, std::strtoll(rest, nullptr, 10));
}

/// Adds the quota of a group of version 1; it is -1 where there is none.
static void addLegacy(Limit &limit, const std::string &folder) {
  std::string quota = readText(folder + "/cpu.cfs_quota_us");
  std::string period = readText(folder + "/cpu.cfs_period_us");
  limit.add(std::strtoll(quota.c_str(), nullptr, 10),
            std::strtoll(period.c_str(), nullptr, 10));
}

/// Calls `add` for the group `path` below `root`, and for all around it.
static void addWithParents(void (*add)(Limit &, const std::string &),
                           Limit &limit, const std::string &root,
                           std::string path) {
  for (add(limit, root + path); !path.empty(); add(limit, root + path)) {
    size_t slash = path.rfind('/');
    path.resize(slash == std::string::npos ? 0 : slash);
  }
}

/// Whether `name` is in a list that commas separate.
static bool contains(const std::string &list, const std::string &name) {
  return ("," + list + ",").find("," + name + ",") != std::string::npos;
}

std::optional<int64_t>
tvm::runtime::getContainerQuota(const std::string &groups,
                                const std::string &mount) {
  Limit limit;
  addUnified(limit, mount);
  std::string text = readText(groups);
  // A line is "NUMBER:CONTROLLERS:PATH"; version 2 has no controllers there.
  for (size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    size_t first = line.find(':');
    size_t second =
        first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    if (controllers.empty())
      addWithParents(addUnified, limit, mount, path);
    else if (contains(controllers, "cpu"))
      addWithParents(addLegacy, limit, mount + "/cpu", path);
  }
  return limit.cpus;
}
