// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PRECISION_INTEGERRANGE_H
#define TVM_TRANSFORMS_GRAPH_PRECISION_INTEGERRANGE_H

#include "mlir/IR/Value.h"

#include <optional>

namespace tvm::graph {

/// An interval of integers, both ends included.
struct IntegerRange {
  int64_t low, high;

  bool isInside(IntegerRange other) const {
    return other.low <= low && high <= other.high;
  }
};

constexpr IntegerRange kSignedBytes{-128, 127}, kUnsignedBytes{0, 255};

/// The range of the elements of `value`, where these are integers, also as f32:
/// constants, integers of up to 32 bits, their conversions and differences.
/// Returns nothing if it is not known.
std::optional<IntegerRange> getIntegerRange(mlir::Value value);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_PRECISION_INTEGERRANGE_H
