// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_SHAPES_SIZEREMEDY_H
#define TVM_DIALECTS_GRAPH_SHAPES_SIZEREMEDY_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace tvm::graph {

/// Adds notes to `error`, which refuses sizes or data that are not known before
/// the model runs: how to fix the sizes of the inputs of the model that decide
/// `sizes` and `data`, and which inputs decide by their data. `inside` is an
/// operation of the model.
void noteSizeRemedy(mlir::InFlightDiagnostic &error, mlir::Operation *inside,
                    mlir::ValueRange sizes, mlir::ValueRange data = {});

/// Reports `text` at `op`, with such notes for its operands and results. Fails.
mlir::LogicalResult refuseUnknownSizes(mlir::Operation *op,
                                       const llvm::Twine &text);

/// Fails where `function` still asks for a dimension of an operator's result
/// that nothing says before the operator runs. Reports each such operator.
mlir::LogicalResult checkResultSizes(mlir::Operation *function);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_SHAPES_SIZEREMEDY_H
