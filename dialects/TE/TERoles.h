// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEROLES_H
#define TVM_DIALECTS_TE_TEROLES_H

#include "dialects/TE/TEAttributes.h"

/// The names in roles (`#te.role`) of the algorithms that rules of this project
/// schedule. Each namespace has the names of one algorithm and of its parts.
namespace tvm::te::roles {

/// Winograd's algorithm for convolutions: the parts are its stages.
namespace winograd {
inline constexpr llvm::StringLiteral kAlgorithm = "winograd";
inline constexpr llvm::StringLiteral kPad = "pad";
inline constexpr llvm::StringLiteral kDataRows = "transform_data_rows";
inline constexpr llvm::StringLiteral kData = "transform_data";
inline constexpr llvm::StringLiteral kProducts = "multiply";
inline constexpr llvm::StringLiteral kResultRows = "transform_result_rows";
inline constexpr llvm::StringLiteral kResult = "transform_result";
} // namespace winograd

/// softmax(f(q k)) v, with the softmax of rows and f element by element.
namespace attention {
inline constexpr llvm::StringLiteral kAlgorithm = "attention";
/// An element-wise function of what the kernel reads, such as a copy of the
/// keys in another order. It does not depend on the scores.
inline constexpr llvm::StringLiteral kOperand = "operand";
/// The product q k.
inline constexpr llvm::StringLiteral kScores = "scores";
/// One of several steps of the softmax, in their order: the first one reduces
/// rows, the last one writes what is multiplied by the values.
inline constexpr llvm::StringLiteral kSoftmax = "softmax";
/// The product with v.
inline constexpr llvm::StringLiteral kValues = "values";
} // namespace attention

/// A depthwise convolution, an element-wise function of its result, and a
/// pointwise convolution of that.
namespace depthwise_chain {
inline constexpr llvm::StringLiteral kAlgorithm = "depthwise_chain";
inline constexpr llvm::StringLiteral kDepthwise = "depthwise";
inline constexpr llvm::StringLiteral kPointwise = "pointwise";
} // namespace depthwise_chain

/// The names of the parts of `algorithm`; none if it is an algorithm of others.
llvm::ArrayRef<llvm::StringLiteral> getParts(llvm::StringRef algorithm);

/// Whether `role`, which may be null, names this part of this algorithm.
bool isPart(RoleAttr role, llvm::StringRef algorithm, llvm::StringRef part);

} // namespace tvm::te::roles

#endif // TVM_DIALECTS_TE_TEROLES_H
