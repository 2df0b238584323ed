// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_TENSORS_INTERPOLATION_H
#define TVM_CONVERSION_GRAPHTOTE_TENSORS_INTERPOLATION_H

#include "dialects/TE/TEBuilder.h"

namespace tvm {

// Weights of an element at `distance`, a float that is not negative.

/// Linear interpolation: `max(0, 1 - distance)`.
mlir::Value buildLinearWeight(te::TEBuilder &b, mlir::Value distance);
/// Keys' cubic convolution kernel, with his parameter `a` as `coefficient`.
mlir::Value buildCubicWeight(te::TEBuilder &b, mlir::Value distance,
                             double coefficient);

/// One of the elements that an interpolation reads.
struct Tap {
  mlir::Value position; // an integer, as float
  mlir::Value weight;
};

/// The tap at `floor(position) + offset`.
Tap buildTap(te::TEBuilder &b, mlir::Value position, const te::Index &offset,
             llvm::function_ref<mlir::Value(mlir::Value distance)> weight);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_TENSORS_INTERPOLATION_H
