#ifndef TVM_DIALECTS_GRAPH_GRAPHDECISIONS_H
#define TVM_DIALECTS_GRAPH_GRAPHDECISIONS_H

#include "mlir/IR/PatternMatch.h"

namespace tvm::graph {

// Decisions that any operator may have, as discardable attributes. Passes that
// replace an operator keep them.

/// Unit attribute of an operator that is a kernel of its own: graph-fuse puts
/// nothing else into it.
inline constexpr llvm::StringLiteral kApartAttrName = "graph.apart";

/// Attribute of an operator on floats: the type that it computes in, f32, bf16
/// or f16. graph-to-mixed-precision records it, and obeys one that is there.
inline constexpr llvm::StringLiteral kPrecisionAttrName = "graph.precision";

/// Unit attribute of an operator that keeps the layout that it has:
/// graph-convert-layout does not change it.
inline constexpr llvm::StringLiteral kKeepLayoutAttrName = "graph.keep_layout";

/// Copies the decisions on `from` to `to`, an operator that stands for it, as
/// far as `to` is an operator that may have them and has none of its own.
void keepDecisions(mlir::Operation *from, mlir::Operation *to);

/// The listener for patterns that replace operators: the new ones keep the
/// decisions.
struct DecisionKeeper : mlir::RewriterBase::Listener {
  using mlir::RewriterBase::Listener::notifyOperationReplaced;
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange replacement) override;
};

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_GRAPHDECISIONS_H
