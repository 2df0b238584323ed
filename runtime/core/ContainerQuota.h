// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The share of a machine that a container may use.
#ifndef RUNTIME_CORE_CONTAINERQUOTA_H
#define RUNTIME_CORE_CONTAINERQUOTA_H

#include <cstdint>
#include <optional>
#include <string>

namespace tvm::runtime {

/// The number of CPUs, rounded up and at least 1, that the quotas of this
/// process's control groups allow; nothing if there is no quota.
///
/// `groups` has the groups of the process, and `mount` the files of all groups:
/// `cpu.max` (version 2), or `cpu.cfs_quota_us` and `cpu.cfs_period_us` of the
/// controller `cpu` (version 1). The quotas of the groups around a group hold
/// as well. A container may see the path that its group has outside; then the
/// group is the root of what it sees.
/// https://docs.kernel.org/admin-guide/cgroup-v2.html
std::optional<int64_t>
getContainerQuota(const std::string &groups = "/proc/self/cgroup",
                  const std::string &mount = "/sys/fs/cgroup");

} // namespace tvm::runtime

#endif // RUNTIME_CORE_CONTAINERQUOTA_H
