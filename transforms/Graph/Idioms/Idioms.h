// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_IDIOMS_IDIOMS_H
#define TVM_TRANSFORMS_GRAPH_IDIOMS_IDIOMS_H

#include "mlir/IR/PatternMatch.h"

namespace tvm::graph {

/// Patterns that recognise what exporters spell out, one file each; they leave
/// a remark of category `graph-simplify` at what they replace. Operands of
/// commutative operators are in normal order (`populateSimplifyPatterns`).
void populatePowerIdioms(mlir::RewritePatternSet &patterns);
void populateActivationIdioms(mlir::RewritePatternSet &patterns);
void populateNormalizationIdioms(mlir::RewritePatternSet &patterns);
void populateMovementIdioms(mlir::RewritePatternSet &patterns);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_IDIOMS_IDIOMS_H
