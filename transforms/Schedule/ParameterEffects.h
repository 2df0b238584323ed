// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PARAMETEREFFECTS_H
#define TVM_TRANSFORMS_SCHEDULE_PARAMETEREFFECTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace tvm::schedule {

/// The parameters of a strategy that changed the schedule of its block, each
/// with the values that it acted as.
class ParameterEffects {
public:
  void note(llvm::StringRef parameter, int64_t value);
  void merge(const ParameterEffects &other);

  bool has(llvm::StringRef parameter) const {
    return values.contains(parameter);
  }
  /// The values of `parameter`, each once, in the order in which they were
  /// noted; empty where it changed nothing.
  llvm::ArrayRef<int64_t> get(llvm::StringRef parameter) const;

private:
  llvm::StringMap<llvm::SmallVector<int64_t, 1>> values;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PARAMETEREFFECTS_H
