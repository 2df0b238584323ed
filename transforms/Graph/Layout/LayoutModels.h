// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_LAYOUT_LAYOUTMODELS_H
#define TVM_TRANSFORMS_GRAPH_LAYOUT_LAYOUTMODELS_H

#include "dialects/Graph/GraphInterfaces.h"
#include "transforms/Graph/Layout/LayoutConverter.h"

namespace tvm::graph {

/// The implementation of LayoutInterface that calls `convert`.
template <typename Op, void (*convert)(Op, LayoutConverter &)>
struct LayoutModel
    : LayoutInterface::ExternalModel<LayoutModel<Op, convert>, Op> {
  void convertLayout(mlir::Operation *op, LayoutConverter &converter) const {
    convert(llvm::cast<Op>(op), converter);
  }
};

/// Attaches that implementation to `Op`.
template <typename Op, void (*convert)(Op, LayoutConverter &)>
void attachLayout(mlir::MLIRContext *context) {
  Op::template attachInterface<LayoutModel<Op, convert>>(*context);
}

/// Attach the implementations of a family of operators each, which lie in a
/// file of the family's name.
void attachWindowLayouts(mlir::MLIRContext *context);
void attachReductionLayouts(mlir::MLIRContext *context);
void attachShapeLayouts(mlir::MLIRContext *context);
void attachShuffleLayouts(mlir::MLIRContext *context);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_LAYOUT_LAYOUTMODELS_H
