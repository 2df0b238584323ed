// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_CONTROL_LOOPS_H
#define TVM_CONVERSION_ONNXTOGRAPH_CONTROL_LOOPS_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

/// The values at the end of one iteration of a loop.
struct Iteration {
  mlir::Value condition; ///< null: no early end
  llvm::SmallVector<mlir::Value> carried;
  llvm::SmallVector<mlir::Value> rows;
};

/// Builds the body of a loop at the builder's position, from the number of the
/// iteration and the carried values.
using LoopBody = llvm::function_ref<llvm::FailureOr<Iteration>(
    mlir::Value iteration, mlir::ValueRange carried)>;

/// Fails with a diagnostic where the body of a Loop or Scan has another number
/// of inputs, or fewer outputs.
mlir::LogicalResult checkBody(Node &node, const onnx::GraphProto &body,
                              int64_t numInputs, int64_t numOutputs);

/// Creates a `graph.loop` at `node`. As long as `body` changes the shapes of
/// carried values, it is called again with less static shapes, and its previous
/// result is dropped. Returns the loop's results.
llvm::FailureOr<llvm::SmallVector<mlir::Value>>
createLoop(Node &node, mlir::Value count, mlir::Value condition,
           mlir::ValueRange inits, LoopBody body);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_CONTROL_LOOPS_H
