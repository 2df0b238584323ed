// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/ParameterEffects.h"

#include "llvm/ADT/STLExtras.h"

namespace tvm::schedule {

void ParameterEffects::note(llvm::StringRef parameter, int64_t value) {
  auto &noted = values[parameter];
  if (!llvm::is_contained(noted, value))
    noted.push_back(value);
}

void ParameterEffects::merge(const ParameterEffects &other) {
  for (const auto &entry : other.values)
    for (int64_t value : entry.second)
      note(entry.first(), value);
}

llvm::ArrayRef<int64_t> ParameterEffects::get(llvm::StringRef parameter) const {
  auto found = values.find(parameter);
  return found == values.end() ? llvm::ArrayRef<int64_t>() : found->second;
}

} // namespace tvm::schedule
