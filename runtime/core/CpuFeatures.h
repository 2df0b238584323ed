// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests for LLVM's CPU features on this machine.
#ifndef RUNTIME_CORE_CPUFEATURES_H
#define RUNTIME_CORE_CPUFEATURES_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tvm::runtime {

/// Whether the CPU and the operating system support the feature that LLVM
/// calls `name` on this architecture ("avx512f", "sve2"). False for unknown
/// names.
bool hostHasFeature(std::string_view name);

/// The features in `features` that the host lacks.
std::vector<std::string>
missingFeatures(const std::vector<std::string> &features);

} // namespace tvm::runtime

#endif // RUNTIME_CORE_CPUFEATURES_H
