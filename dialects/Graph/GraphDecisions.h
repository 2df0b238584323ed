// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHDECISIONS_H
#define TVM_DIALECTS_GRAPH_GRAPHDECISIONS_H

#include "dialects/Graph/GraphAttributes.h"
#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

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

/// Attribute of an operator with an attribute `layout`: the layout that it
/// gets, "NCHW" or "NHWC" (for any rank). graph-convert-layout obeys it.
inline constexpr llvm::StringLiteral kDataLayoutAttrName = "graph.data_layout";

/// Attribute of an operator: whether graph-fuse puts it into the kernel of its
/// readers, `{joined = "REASON"}`, or not, `{separate = "REASON"}`. A reason is
/// a FusionReason where it is joined, and else a SeparationReason.
inline constexpr llvm::StringLiteral kFusionAttrName = "graph.fusion";
inline constexpr llvm::StringLiteral kJoinedKey = "joined";
inline constexpr llvm::StringLiteral kSeparateKey = "separate";

/// The reason in such an attribute; nothing in the other one, and for null.
std::optional<FusionReason> getJoined(mlir::Attribute decision);
std::optional<SeparationReason> getSeparate(mlir::Attribute decision);

/// The attribute of an operator that a pattern of graph-fuse joined with
/// others: a RoleAttr. It belongs to kernels, and is no decision that patterns
/// hand on: a pass that replaces such an operator in a kernel keeps it by
/// itself.
inline constexpr llvm::StringLiteral kRoleAttrName = "graph.role";

/// The inherent attribute of `graph.conv` that names its algorithm.
/// graph-winograd records it, and obeys one that is there.
inline constexpr llvm::StringLiteral kAlgorithmAttrName = "algorithm";

/// All algorithms of a convolution, the direct one first.
llvm::SmallVector<mlir::Attribute> getAlgorithms(mlir::MLIRContext *context);

/// An algorithm in words: "direct convolution", "Winograd's F(4x4, 3x3)".
std::string describeAlgorithm(mlir::Attribute algorithm);

/// The names of the attributes that any operator may have.
llvm::ArrayRef<llvm::StringRef> getDecisionNames();

/// Whether `op` is an operator that decision `name` may be made for.
bool mayHaveDecision(mlir::Operation *op, llvm::StringRef name);

/// The decisions on `op`. Those on a `graph.winograd_conv` contain the
/// algorithm of the convolution that it computes.
llvm::SmallVector<mlir::NamedAttribute> getDecisions(mlir::Operation *op);

/// The text of what is expected, where `decision` is none that operators called
/// `op` with such results can have; nothing where it is one.
std::optional<std::string> checkDecision(llvm::StringRef op,
                                         mlir::TypeRange results,
                                         mlir::NamedAttribute decision);

/// Copies decision `name` on `from` to `to`, an operator that computes in its
/// place, if `from` has it, and `to` may have it and has none of its own.
void keepDecision(mlir::Operation *from, mlir::Operation *to,
                  llvm::StringRef name);

/// The same for all decisions. Passes that create an operator in the place of
/// another one without a pattern call this; patterns have a listener
/// (`transforms/Graph/DecisionKeeper.h`).
void keepDecisions(mlir::Operation *from, mlir::Operation *to);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_GRAPHDECISIONS_H
