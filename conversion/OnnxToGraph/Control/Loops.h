#ifndef TVM_CONVERSION_ONNXTOGRAPH_CONTROL_LOOPS_H
#define TVM_CONVERSION_ONNXTOGRAPH_CONTROL_LOOPS_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

/// The values that one iteration of a loop leaves.
struct Iteration {
  mlir::Value condition; ///< null: no early end
  llvm::SmallVector<mlir::Value> carried;
  llvm::SmallVector<mlir::Value> rows;
};

/// Builds the body of a loop at the builder's position, of the number of the
/// iteration and the carried values.
using LoopBody = llvm::function_ref<llvm::FailureOr<Iteration>(
    mlir::Value iteration, mlir::ValueRange carried)>;

/// Fails with a diagnostic where the body of a Loop or Scan does not have as
/// many inputs, or has fewer outputs.
mlir::LogicalResult checkBody(Node &node, const onnx::GraphProto &body,
                              int64_t numInputs, int64_t numOutputs);

/// Creates a `graph.loop` at `node`. `body` is called again with less known of
/// the carried values' shapes as long as it changes them; what it built before
/// is dropped. Returns the loop's results.
llvm::FailureOr<llvm::SmallVector<mlir::Value>>
createLoop(Node &node, mlir::Value count, mlir::Value condition,
           mlir::ValueRange inits, LoopBody body);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_CONTROL_LOOPS_H
