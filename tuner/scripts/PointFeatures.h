// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SCRIPTS_POINTFEATURES_H
#define TVM_TUNER_SCRIPTS_POINTFEATURES_H

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace tvm::tuner {

/// The features of points that are only known after the choices of a point have
/// been applied.
class PointFeatures {
public:
  virtual ~PointFeatures() = default;

  /// Whether `getFeatures` of the point applies nothing, because that was done
  /// before.
  virtual bool isApplied(llvm::ArrayRef<int64_t> point) const = 0;
  /// The features of a legal point, equally many for each; none if it does not
  /// apply.
  virtual std::optional<std::vector<float>>
  getFeatures(llvm::ArrayRef<int64_t> point) const = 0;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SCRIPTS_POINTFEATURES_H
