// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TERoles.h"

using namespace mlir;

namespace tvm::te::roles {

ArrayRef<StringLiteral> getParts(StringRef algorithm) {
  static constexpr StringLiteral kOfWinograd[] = {
      winograd::kPad,      winograd::kDataRows,   winograd::kData,
      winograd::kProducts, winograd::kResultRows, winograd::kResult};
  static constexpr StringLiteral kOfAttention[] = {
      attention::kOperand, attention::kScores, attention::kSoftmax,
      attention::kValues};
  static constexpr StringLiteral kOfChain[] = {depthwise_chain::kDepthwise,
                                               depthwise_chain::kPointwise};
  if (algorithm == winograd::kAlgorithm)
    return kOfWinograd;
  if (algorithm == attention::kAlgorithm)
    return kOfAttention;
  if (algorithm == depthwise_chain::kAlgorithm)
    return kOfChain;
  return {};
}

bool isPart(RoleAttr role, StringRef algorithm, StringRef part) {
  return role && role.getAlgorithm() == algorithm && role.getPart() == part;
}

} // namespace tvm::te::roles
