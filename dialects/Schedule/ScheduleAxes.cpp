// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleAxes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace mlir;

namespace tvm::schedule {

static constexpr StringLiteral kNames[] = {"blockIdx.x",  "blockIdx.y",
                                           "blockIdx.z",  "threadIdx.x",
                                           "threadIdx.y", "threadIdx.z"};

StringRef getAxisName(GPUAxis axis) {
  return kNames[static_cast<unsigned>(axis)];
}

std::optional<GPUAxis> getAxisByName(StringRef name) {
  const StringLiteral *found = llvm::find(kNames, name);
  if (found == std::end(kNames))
    return std::nullopt;
  return static_cast<GPUAxis>(found - kNames);
}

} // namespace tvm::schedule
