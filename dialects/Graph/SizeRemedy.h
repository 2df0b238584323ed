#ifndef TVM_DIALECTS_GRAPH_SIZEREMEDY_H
#define TVM_DIALECTS_GRAPH_SIZEREMEDY_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace tvm::graph {

/// Adds to `error`, which refuses a size that is not known, a note that says
/// how to fix the sizes of the inputs of the model that `op` lies in. Adds
/// nothing where all of them are known.
void noteInputShapes(mlir::InFlightDiagnostic &error, mlir::Operation *op);

/// Reports `text` at `op`, with such a note. Fails.
mlir::LogicalResult refuseUnknownSizes(mlir::Operation *op,
                                       const llvm::Twine &text);

/// Fails where `function` still asks for a dimension of an operator's result
/// that nothing says before the operator runs. Reports each such operator.
mlir::LogicalResult checkResultSizes(mlir::Operation *function);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_SIZEREMEDY_H
