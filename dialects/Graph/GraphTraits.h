// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHTRAITS_H
#define TVM_DIALECTS_GRAPH_GRAPHTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace tvm::graph {

/// The trait of operators whose result has the elements of the first operand,
/// in row-major order, in another shape.
template <typename Op>
// NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility)
class KeepsElementOrder
    : public mlir::OpTrait::TraitBase<Op, KeepsElementOrder> {};

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_GRAPHTRAITS_H
