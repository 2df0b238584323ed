// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_IDIOMS_MATCHERS_H
#define TVM_TRANSFORMS_GRAPH_IDIOMS_MATCHERS_H

#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace tvm::graph {

/// Whether `value` is a constant of floats that all are `number` (a
/// `FloatAttr`) but for four units in the last place: exporters round
/// irrational factors in different ways.
bool isSplatOf(mlir::Value value, mlir::Attribute number);

/// The only value of the elements of a constant of floats.
std::optional<double> getSplat(mlir::Value value);

/// Whether `value` is a float or a tensor of floats.
bool isFloat(mlir::Value value);

/// Whether `value` has known dimensions which broadcast to those of `x` and do
/// not change them.
bool broadcastsInto(mlir::Value value, mlir::Value x);

/// Replaces `root`, the last operator of an idiom, by `op`, and emits a remark
/// that says so.
void replaceIdiom(mlir::PatternRewriter &rewriter, mlir::Operation *root,
                  mlir::Operation *op);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_IDIOMS_MATCHERS_H
